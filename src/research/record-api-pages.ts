import type { Store } from '../store/types.ts'
import type { SearchCall } from './search-call.ts'

/**
 * Pages that came from an academic API belong to the search from now on; those it has already (`known`) are not noted
 * twice. Papers have limits of their own (`sources.*`) and do not use up the task's pages: a dozen of them are one
 * request. Returns the pages that are new to the search.
 */
export function recordApiPages(
  store: Pick<Store, 'pages' | 'searches'>,
  { searchId, causeId }: SearchCall,
  found: readonly { readonly pageId: string; readonly foundBy: string }[],
  known: readonly string[],
): readonly string[] {
  const seen = new Set(known)
  const added: string[] = []
  for (const { pageId, foundBy } of found) {
    const page = store.pages.get(pageId)
    if (page === null || seen.has(pageId)) continue
    seen.add(pageId)
    added.push(pageId)
    store.searches.savePage({
      query_id: searchId,
      url: page.url,
      page_id: pageId,
      found_by: foundBy,
      outcome: page.outcome,
      reason: null,
      attempts: [],
      counts_toward_budget: false,
      cause_id: causeId,
    })
  }
  return added
}
