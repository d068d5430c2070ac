import { isoTime } from '../domain/clock.ts'
import type { SearchOptions, SearchRow, Task } from '../domain/task.ts'
import { PRIORITIES } from '../work/work-request.ts'
import type { ConductorParts } from './conductor-parts.ts'
import { type SearchPayload, searchJobId } from './jobs/payloads.ts'

/** The search, its job and its cause, in one transaction: a crash leaves all of them or none. */
export function beginSearch(
  { store, ids, clock, jobs }: Pick<ConductorParts, 'store' | 'ids' | 'clock' | 'jobs'>,
  task: Task,
  query: string,
  options: SearchOptions,
): SearchRow {
  return store.write(() => {
    const at = isoTime(clock)
    const id = ids.next('s')
    const causeId = store.events.append({
      kind: 'search_asked',
      taskId: task.id,
      subjectType: 'search',
      subjectId: id,
      data: { query, options },
      causeId: task.cause_id,
    })
    const row: SearchRow = {
      id,
      task_id: task.id,
      query,
      options,
      status: 'running',
      pages_fetched: 0,
      useful_fragments: 0,
      harvest_rate: 0,
      satisfaction_score: 0,
      novelty_score: 0,
      independent_sources: 0,
      has_primary_source: false,
      warnings: [],
      error: null,
      started_at: at,
      finished_at: null,
      cause_id: causeId,
    }
    store.searches.insert(row)
    jobs.add({
      id: searchJobId(id),
      task_id: task.id,
      kind: 'search',
      priority: PRIORITIES.serp,
      payload: { search_id: id } satisfies SearchPayload,
      created_at: at,
      cause_id: causeId,
    })
    store.tasks.setStatus(task.id, 'exploring', at)
    return row
  })
}
