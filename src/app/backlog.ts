import { embedBacklog } from '../research/embed-backlog.ts'
import { indexBacklog } from '../research/index-backlog.ts'
import type { ResearchParts } from '../research/parts.ts'

export interface Backlog {
  /** Until a server has made up for every missing vector; from then on each text comes with its own. */
  mayBeBehind(): boolean
  /** Resolves when the background work has ended. */
  readonly stopped: Promise<void>
}

/** A server gives texts of an older home their index entries and vectors, in the background. */
export function startBacklog(
  research: Pick<ResearchParts, 'store' | 'embedder' | 'clock' | 'log'>,
  { byServer, signal }: { readonly byServer: boolean; readonly signal: AbortSignal },
): Backlog {
  let behind = true
  const makeUp = async () => {
    // The failure of one does not keep the next from its work.
    await indexBacklog(research, signal).catch(failed)
    await embedBacklog(research, signal).then(() => {
      behind = false
    }, failed)
  }
  const failed = (error: unknown) => {
    if (!signal.aborted) research.log.warn('backlog_failed', { error: String(error) })
  }
  return { mayBeBehind: () => behind, stopped: byServer ? makeUp() : Promise.resolve() }
}
