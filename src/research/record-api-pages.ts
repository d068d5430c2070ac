import type { Store } from '../store/types.ts'
import type { TrustSource } from './domain-trust.ts'
import { pageLeftOut } from './scope/left-out.ts'
import type { SearchCall } from './search-call.ts'
import { FOUND_BY_NAME } from './stages/fetch-candidate.ts'

/**
 * Pages that came from an academic API belong to the search from now on; those it has already (`known`) are not noted
 * twice. Papers have limits of their own (`sources.*`) and do not use up the task's pages: a dozen of them are one
 * request. What the search leaves out is noted with its reason. Returns the pages that are new to the search.
 */
export function recordApiPages(
  { store, trust }: { readonly store: Pick<Store, 'pages' | 'searches'>; readonly trust: TrustSource },
  { searchId, causeId, scope }: SearchCall,
  found: readonly { readonly pageId: string; readonly foundBy: string }[],
  known: readonly string[],
): readonly string[] {
  const seen = new Set(known)
  const added: string[] = []
  for (const { pageId, foundBy } of found) {
    const page = store.pages.get(pageId)
    if (page === null || seen.has(pageId)) continue
    seen.add(pageId)
    const leftOut = foundBy === FOUND_BY_NAME ? null : pageLeftOut(trust, scope, page)
    if (leftOut === null) added.push(pageId)
    store.searches.savePage({
      query_id: searchId,
      url: page.url,
      page_id: leftOut === null ? pageId : null,
      found_by: foundBy,
      outcome: leftOut === null ? page.outcome : 'excluded',
      reason: leftOut,
      attempts: [],
      counts_toward_budget: false,
      cause_id: causeId,
    })
  }
  return added
}
