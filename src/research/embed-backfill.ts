import { isoTime } from '../domain/clock.ts'
import type { VectorTarget } from '../store/index-types.ts'
import type { ResearchParts } from './parts.ts'

/** Listing missing vectors scans the table, so each query lists many. */
const LISTED = 512
/** One batch of the model; a search waiting for the model gets its turn between two batches. */
const AT_ONCE = 16

export interface BackfillResult {
  readonly claims: number
  readonly fragments: number
}

/**
 * Gives a vector of the current model to every claim and fragment that has none: after a crash between text and
 * vector, and after the model was changed (EXPLORE 4.4.7). Vectors of the old model stay; no search mixes the two.
 */
export async function embedBackfill(
  parts: Pick<ResearchParts, 'store' | 'embedder' | 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<BackfillResult> {
  const claims = await embedMissing(parts, 'claim', signal)
  const fragments = await embedMissing(parts, 'fragment', signal)
  if (claims + fragments > 0) parts.log.info('embed_backlog', { model_id: parts.embedder.modelId, claims, fragments })
  return { claims, fragments }
}

/** Of one task or of all, `most` texts at most. */
export async function embedMissing(
  { store, embedder, clock }: Pick<ResearchParts, 'store' | 'embedder' | 'clock'>,
  target: VectorTarget,
  signal: AbortSignal,
  { most = Number.POSITIVE_INFINITY, taskId }: { readonly most?: number; readonly taskId?: string | undefined } = {},
): Promise<number> {
  let embedded = 0
  while (embedded < most) {
    const listed = store.vectors.missing(target, embedder.modelId, Math.min(LISTED, most - embedded), taskId)
    if (listed.length === 0) break
    // Texts of like length to one run of the model: beside a long one a short one costs as much.
    const missing = listed.toSorted((a, b) => a.text.length - b.text.length)
    for (let from = 0; from < missing.length; from += AT_ONCE) {
      signal.throwIfAborted()
      const some = missing.slice(from, from + AT_ONCE)
      const vectors = await embedder.embed(
        some.map(({ text }) => text),
        signal,
      )
      store.write(() => {
        some.forEach(({ id }, index) => {
          const vector = vectors[index] as Float32Array
          // Rows deleted in the meantime are not saved and not listed again.
          if (store.vectors.save(target, id, embedder.modelId, vector, isoTime(clock))) embedded += 1
        })
      })
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return embedded
}
