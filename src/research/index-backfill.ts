import type { VectorTarget } from '../store/index-types.ts'
import type { BackfillResult } from './embed-backfill.ts'
import type { ResearchParts } from './parts.ts'

/** Finding texts without an entry scans the table, so each query lists many. */
const LISTED_PER_QUERY = 512
/** Texts analysed before the event loop runs again: some hundredths of a second, more for Japanese. */
const BATCH = 16

/**
 * Gives an entry in the full-text index to every claim and fragment that has none: of a home from before the index,
 * after a crash between text and entry, and after the analyser was changed. Stops at `most` texts.
 */
export async function indexBackfill(
  parts: Pick<ResearchParts, 'store' | 'log'>,
  signal: AbortSignal,
  most = Number.POSITIVE_INFINITY,
): Promise<BackfillResult> {
  const claims = await indexMissing(parts, 'claim', signal, most)
  const fragments = await indexMissing(parts, 'fragment', signal, most - claims)
  if (claims + fragments > 0) parts.log.info('index_backlog', { claims, fragments })
  return { claims, fragments }
}

async function indexMissing(
  { store }: Pick<ResearchParts, 'store'>,
  target: VectorTarget,
  signal: AbortSignal,
  most: number,
): Promise<number> {
  let indexed = 0
  while (indexed < most) {
    const missing = store.texts.missing(target, Math.min(LISTED_PER_QUERY, most - indexed))
    const before = indexed
    for (let from = 0; from < missing.length; from += BATCH) {
      signal.throwIfAborted()
      indexed += store.texts.save(target, store.texts.prepare(target, missing.slice(from, from + BATCH)))
      await new Promise((resolve) => setImmediate(resolve))
    }
    // Nothing left, or another process indexes the same texts faster.
    if (indexed === before) break
  }
  return indexed
}
