import { isSuccess } from '../domain/outcome.ts'
import type { SearchStatus } from '../domain/satisfaction.ts'
import type { SearchRow } from '../domain/task.ts'
import type { Store } from '../store/types.ts'
import { searchJobId } from './jobs/payloads.ts'

/** As answers show it: a search whose job does not run waits for its turn, or was put aside. */
export function shownStatus({ jobs }: Pick<Store, 'jobs'>, { id, status }: SearchRow): SearchStatus | 'queued' {
  if (status !== 'running') return status
  const job = jobs.get(searchJobId(id))
  return job === null || job.state === 'running' ? 'running' : 'queued'
}

export type Harvest = Pick<SearchRow, 'pages_fetched' | 'useful_fragments' | 'harvest_rate'>

/** What a search has brought: measured at its end; counted from what it saved while it runs, or when it was cut off. */
export function searchHarvest(store: Pick<Store, 'searches'>, row: SearchRow): Harvest {
  if (row.status !== 'running' && row.error === null) return row
  const read = store.searches.pagesOf(row.id).filter((page) => isSuccess(page.outcome)).length
  const useful = store.searches.keptFragmentCount(row.id)
  return { pages_fetched: read, useful_fragments: useful, harvest_rate: read === 0 ? 0 : useful / read }
}
