import type { LoggedSearch } from '../../api/get-search-log.ts'
import { roundTo } from '../../domain/round-to.ts'
import { shownStatus } from '../../research/search-harvest.ts'
import type { Store } from '../../store/types.ts'
import { tally } from './tally.ts'

const DIGITS = 4

/** Newest last, as they were asked. */
export function searchLogOf(store: Store, taskId: string): readonly LoggedSearch[] {
  const results = Map.groupBy(store.overview.results(taskId), (row) => row.query_id)
  const looked = Map.groupBy(store.overview.looked(taskId), (row) => row.query_id)
  return store.searches.ofTask(taskId).map((row) => ({
    id: row.id,
    query: row.query,
    status: shownStatus(store, row),
    refute: row.options.refute === true,
    started_at: row.started_at,
    finished_at: row.finished_at,
    results: tally((results.get(row.id) ?? []).map((one) => one.found_by)),
    pages: tally((looked.get(row.id) ?? []).map((one) => one.outcome)),
    useful_fragments: row.useful_fragments,
    satisfaction: roundTo(row.satisfaction_score, DIGITS),
    novelty: roundTo(row.novelty_score, DIGITS),
    independent_sources: row.independent_sources,
    has_primary_source: row.has_primary_source,
    error: row.error,
    warnings: row.warnings,
  }))
}
