import { isoTime } from '../domain/clock.ts'
import type { ErrorCode } from '../domain/errors.ts'
import type { SearchOptions, SearchRow } from '../domain/task.ts'
import type { ConductorParts } from './conductor.ts'
import type { SearchPayload } from './jobs/search-jobs.ts'
import { stopPointOf } from './jobs/stop-point.ts'

/** A search that ends early says why and how far it came; what it saved stays. */
export function endSearch(
  { store, clock }: Pick<ConductorParts, 'store' | 'clock'>,
  row: SearchRow,
  code: ErrorCode,
  payload: Pick<SearchPayload, 'stages'> | null,
): void {
  store.write(() => {
    store.searches.update({
      ...(store.searches.get(row.id) ?? row),
      status: 'exhausted',
      error: code,
      finished_at: isoTime(clock),
    })
    store.events.append({
      kind: 'search_failed',
      taskId: row.task_id,
      subjectType: 'search',
      subjectId: row.id,
      data: { code, reached: stopPointOf({ store }, row, payload) },
      causeId: row.cause_id,
    })
  })
}

/** The open search of the task that asks the same; null when there is none. */
export function sameSearch(
  { store, searchJobs }: Pick<ConductorParts, 'store' | 'searchJobs'>,
  taskId: string,
  query: string,
  options: SearchOptions,
): SearchRow | null {
  for (const job of searchJobs.openOfTask(taskId)) {
    const row = store.searches.get(searchJobs.payloadOf(job).search_id)
    if (row !== null && row.query === query && keyOf(row.options) === keyOf(options)) return row
  }
  return null
}

/** How long the caller waits is no part of what is asked. */
function keyOf({ engines, max_pages, seek_primary, refute }: SearchOptions): string {
  return JSON.stringify([engines ?? null, max_pages ?? null, seek_primary ?? false, refute ?? false])
}
