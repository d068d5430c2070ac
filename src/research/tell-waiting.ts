import type { SearchRow } from '../domain/task.ts'
import type { ConductorParts } from './conductor-parts.ts'
import { citationPayload, searchJobId } from './jobs/payloads.ts'
import type { ProgressListener } from './jobs/search-handler.ts'

type WaitingParts = Pick<ConductorParts, 'store' | 'jobs' | 'waiting' | 'settings'>

/** How often it looks whether its turn has come; the worker itself looks as often. */
const LOOK_MS = 200

/** Tells what a search waits for, until its turn has come or nobody listens any more. */
export async function tellWaiting(
  parts: WaitingParts,
  row: SearchRow,
  tell: ProgressListener,
  signal: AbortSignal,
): Promise<void> {
  const { waiting, settings } = parts
  let last = ''
  for (let told = 0; !signal.aborted; await waiting.sleep(LOOK_MS, signal)) {
    const ahead = aheadOf(parts, row)
    if (ahead === null) return
    if (ahead === last) continue
    last = ahead
    // 0, 1/2, 2/3...: progress may only rise, and the search's own steps begin at 1.
    tell({ done: told / (told + 1), total: settings.task.search_pages, message: `Waiting for ${ahead}` })
    told += 1
  }
}

/** Whose turn it is before this search; null when it runs, has ended, or is next. */
function aheadOf({ store, jobs }: WaitingParts, row: SearchRow): string | null {
  const open = jobs.open(row.task_id)
  const place = open.findIndex(({ id }) => id === searchJobId(row.id))
  if (open[place]?.state !== 'queued') return null
  const first = open.find(({ state }, index) => state === 'running' || index < place)
  // Payloads of both kinds name their search, and the rest of either has a default.
  const searchId = first === undefined ? undefined : citationPayload.safeParse(first.payload).data?.search_id
  const query = searchId === undefined ? undefined : store.searches.get(searchId)?.query
  if (first === undefined || query === undefined) return null
  return first.kind === 'search' ? `another search of the task: ${query}` : `a paper's citations, of: ${query}`
}
