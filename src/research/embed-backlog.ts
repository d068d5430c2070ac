import { isoTime } from '../domain/clock.ts'
import type { VectorTarget } from '../store/types.ts'
import type { ResearchParts } from './parts.ts'

/** One look for what is missing; the query walks the table, so it is asked seldom and for much. */
const LISTED = 512
/** One model run's worth: between two of them a search that waits for the model gets its turn. */
const AT_ONCE = 16

export interface BacklogResult {
  readonly claims: number
  readonly fragments: number
}

/**
 * Gives a vector of the current model to every claim and fragment that has none: after a crash between text and
 * vector, and after the model was changed (EXPLORE 4.4.7). Vectors of the old model stay; no search mixes the two.
 */
export async function embedBacklog(
  parts: Pick<ResearchParts, 'store' | 'embedder' | 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<BacklogResult> {
  const claims = await embedMissing(parts, 'claim', signal)
  const fragments = await embedMissing(parts, 'fragment', signal)
  if (claims + fragments > 0) parts.log.info('embed_backlog', { model_id: parts.embedder.modelId, claims, fragments })
  return { claims, fragments }
}

async function embedMissing(
  { store, embedder, clock }: Pick<ResearchParts, 'store' | 'embedder' | 'clock'>,
  target: VectorTarget,
  signal: AbortSignal,
): Promise<number> {
  let embedded = 0
  for (;;) {
    const missing = store.vectors.missing(target, embedder.modelId, LISTED)
    if (missing.length === 0) return embedded
    for (let from = 0; from < missing.length; from += AT_ONCE) {
      signal.throwIfAborted()
      const some = missing.slice(from, from + AT_ONCE)
      const vectors = await embedder.embed(
        some.map(({ text }) => text),
        signal,
      )
      store.write(() => {
        some.forEach(({ id }, index) => {
          store.vectors.save(target, id, embedder.modelId, vectors[index] as Float32Array, isoTime(clock))
        })
      })
      embedded += some.length
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}
