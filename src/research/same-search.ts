import { normalisedQuery } from '../domain/normalised-query.ts'
import type { SearchOptions, SearchRow } from '../domain/task.ts'
import type { ConductorParts } from './conductor-parts.ts'
import { searchJobId, searchPayload } from './jobs/payloads.ts'

type SearchLookUp = Pick<ConductorParts, 'store' | 'jobs'>

/** What a caller asks for, apart from how long it waits and whether an older answer will do. */
export interface AskedSearch {
  readonly taskId: string
  readonly query: string
  readonly options: SearchOptions
}

/** The open search of the task that asks the same; null when there is none. */
export function openSearch({ store, jobs }: SearchLookUp, asked: AskedSearch): SearchRow | null {
  for (const job of jobs.open(asked.taskId)) {
    const searchId = job.kind === 'search' ? searchPayload.safeParse(job.payload).data?.search_id : undefined
    const row = searchId === undefined ? null : store.searches.get(searchId)
    if (row !== null && isSameSearch(row, asked)) return row
  }
  return null
}

/**
 * LYRA 3.6: the newest search of the task that asked the same, when it came to its end. Null when there is none, when
 * it still runs, and when it ran on another archive; one that was cancelled or failed has no answer to give.
 */
export function answeredSearch({ store, jobs }: SearchLookUp, asked: AskedSearch): SearchRow | null {
  const newest = store.searches.ofTask(asked.taskId).findLast((row) => row.error === null && isSameSearch(row, asked))
  if (newest === undefined || newest.status === 'running') return null
  const job = store.jobs.get(searchJobId(newest.id))
  return job === null || jobs.isOfThisArchive(job) ? newest : null
}

/** Whether two searches ask the same, whatever they found. */
export function isSameSearch(
  first: Pick<SearchRow, 'query' | 'options'>,
  second: Pick<SearchRow, 'query' | 'options'>,
): boolean {
  return (
    normalisedQuery(first.query) === normalisedQuery(second.query) && keyOf(first.options) === keyOf(second.options)
  )
}

/** Engines are a set: their order asks for nothing. */
function keyOf({ engines, max_pages, seek_primary, refute, period, category, ...rest }: SearchOptions): string {
  const named = engines === undefined ? null : [...new Set(engines)].sort()
  const { after = null, before = null } = period ?? {}
  const kind = [after, before, category ?? null]
  const { targets = [], targets_only: only = false, scope = {}, citations = {}, documents = [] } = rest
  const { pivot_from: pivot, mirror, expand } = rest
  const own = [[...new Set(targets)].sort(), only, scope, citations, documents.map(({ url }) => url).sort()]
  const beside =
    pivot === undefined && mirror === undefined && expand !== true ? [] : [[pivot, mirror, expand === true]]
  return JSON.stringify([named, max_pages ?? null, seek_primary ?? false, refute ?? false, ...kind, ...own, ...beside])
}
