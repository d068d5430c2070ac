import { embedBackfill } from '../research/embed-backfill.ts'
import { indexBackfill } from '../research/index-backfill.ts'
import type { ResearchParts } from '../research/parts.ts'

export interface Backfill {
  /** True until a server has embedded every missing text; after that each new text is saved with its vector. */
  mayBeIncomplete(): boolean
  /** Resolves when the background work has ended. */
  readonly stopped: Promise<void>
}

/** A server adds index entries and vectors in the background to texts of an older home. */
export function startBackfill(
  research: Pick<ResearchParts, 'store' | 'embedder' | 'clock' | 'log'>,
  { byServer, signal }: { readonly byServer: boolean; readonly signal: AbortSignal },
): Backfill {
  let behind = true
  const makeUp = async () => {
    // If one backfill fails, the other still runs.
    await indexBackfill(research, signal).catch(failed)
    await embedBackfill(research, signal).then(() => {
      behind = false
    }, failed)
  }
  const failed = (error: unknown) => {
    if (!signal.aborted) research.log.warn('backlog_failed', { error: String(error) })
  }
  return { mayBeIncomplete: () => behind, stopped: byServer ? makeUp() : Promise.resolve() }
}
