import { isSuccess } from '../domain/outcome.ts'
import type { SearchRow } from '../domain/task.ts'
import type { Store } from '../store/types.ts'

export type Harvest = Pick<SearchRow, 'pages_fetched' | 'useful_fragments' | 'harvest_rate'>

/** What a search has brought: measured at its end, counted from what it has saved while it runs (REQ 2.1.2 step 4). */
export function harvestSoFar(store: Pick<Store, 'searches'>, row: SearchRow): Harvest {
  if (row.status !== 'running') return row
  const read = store.searches.pagesOf(row.id).filter((page) => isSuccess(page.outcome)).length
  const useful = store.searches.keptFragmentCount(row.id)
  return { pages_fetched: read, useful_fragments: useful, harvest_rate: read === 0 ? 0 : useful / read }
}
