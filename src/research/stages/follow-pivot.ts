import type { DateRange } from '../../domain/date-range.ts'
import { seedOf } from '../../domain/pivot.ts'
import { languageOfQuery } from '../../engines/query-language.ts'
import { openDesk } from '../../sources/records/ask-sources.ts'
import type { SearchCall } from '../search-call.ts'
import { NO_RECORDS, type RecordDeps, type RecordsFound, saveRecords } from './find-records.ts'

export interface PivotQuestion {
  /** As `company:NAME`, `domain:example.org`... */
  readonly from: string
  readonly period?: DateRange | undefined
  /** The language of the task. */
  readonly language?: string | undefined
  /** Pages that the search has already. */
  readonly known: readonly string[]
}

/**
 * REQ 3.1.1, pivots: what public sources know of a thing, step by step, within sources.pivot_requests. Each step is
 * kept with what it could ask and what it found; none is a recommendation.
 */
export async function followPivot(
  deps: RecordDeps,
  call: SearchCall,
  { from, period, language, known }: PivotQuestion,
): Promise<RecordsFound> {
  const { records, settings, store } = deps
  if (records === undefined) return NO_RECORDS
  const { taskId, searchId, causeId, signal } = call
  const { pivot_requests: requests, record_results: results } = settings.sources
  const asking = { taskId, causeId, signal, period, language: languageOfQuery(call.query, language) }
  const budget = { requests, setting: 'sources.pivot_requests', results, asked: [] }
  const desk = openDesk(records.sources, records.pivots, asking, budget)
  const seed = seedOf(from)
  call.progress(`Asking public sources about ${seed.value}`)
  const measures = await desk.pivot(seed)
  const rows = measures.map((one, position) => ({ query_id: searchId, position, ...one, cause_id: causeId }))
  return store.write(() => {
    store.trails.saveSteps(rows)
    return saveRecords(deps, call, desk, known)
  })
}
