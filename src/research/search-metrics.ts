import { isoTime } from '../domain/clock.ts'
import { noveltyExhausted, noveltyScore } from '../domain/novelty.ts'
import { isSuccess } from '../domain/outcome.ts'
import type { Fragment, Page } from '../domain/page.ts'
import { satisfactionScore, searchStatus } from '../domain/satisfaction.ts'
import type { SearchRow } from '../domain/task.ts'
import { isPrimarySource } from '../domain/trust.ts'
import { groupSources } from './graph/source-group.ts'
import type { SearchRun } from './parts.ts'

/** REQ 3.1.7.3/4: harvest, independence, satisfaction, novelty and the state that follows. */
export function measureSearch(run: SearchRun, kept: readonly Fragment[]): SearchRow {
  const { store, trust, clock } = run.parts
  const sources: { readonly page: Page; readonly fragment: Fragment }[] = []
  let hasPrimary = false
  for (const fragment of kept) {
    const page = store.pages.get(fragment.page_id)
    const level = page === null ? 'BLOCKED' : trust.ofPage(page).level
    if (page === null || level === 'BLOCKED' || page.is_retracted) continue
    sources.push({ page, fragment })
    if (isPrimarySource(level)) hasPrimary = true
  }
  const groups = new Set(groupSources(sources))
  const looked = store.searches.pagesOf(run.row.id)
  const read = looked.filter((page) => isSuccess(page.outcome)).length
  const texts = kept.map((fragment) => fragment.text_content)
  const score = satisfactionScore(groups.size, hasPrimary)
  const stale = noveltyExhausted(texts)
  const status = searchStatus(score, groups.size, stale || run.outOfBudget)
  store.events.decide({
    kind: 'search_status',
    taskId: run.task.id,
    inputs: {
      search_id: run.row.id,
      satisfaction_score: score,
      independent_sources: groups.size,
      has_primary_source: hasPrimary,
      novelty_exhausted: stale,
      out_of_budget: run.outOfBudget,
    },
    outcome: { status },
    causeId: run.causeId,
  })
  const row: SearchRow = {
    ...run.row,
    status,
    pages_fetched: read,
    useful_fragments: kept.length,
    harvest_rate: read === 0 ? 0 : kept.length / read,
    satisfaction_score: score,
    novelty_score: noveltyScore(texts),
    independent_sources: groups.size,
    has_primary_source: hasPrimary,
    warnings: run.warnings,
    finished_at: isoTime(clock),
  }
  store.searches.update(row)
  return row
}
