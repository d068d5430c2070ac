import type { SearchRun } from './parts.ts'

/**
 * A page that came from an academic API belongs to the search from now on; one it has already is not noted twice.
 * Papers have limits of their own (`sources.*`) and do not use up the task's pages: a dozen of them are one request.
 */
export function noteApiPage(run: SearchRun, pageId: string, foundBy: string): void {
  const page = run.parts.store.pages.get(pageId)
  if (page === null || run.pageIds.includes(pageId)) return
  run.pageIds.push(pageId)
  run.parts.store.searches.savePage({
    query_id: run.row.id,
    url: page.url,
    page_id: pageId,
    found_by: foundBy,
    outcome: page.outcome,
    reason: null,
    attempts: [],
    counts_toward_budget: false,
    cause_id: run.causeId,
  })
}
