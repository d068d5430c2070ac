import { isSuccess } from '../../domain/outcome.ts'
import { registrableDomain } from '../../domain/url.ts'
import type { Store } from '../../store/types.ts'
import type { TrustSource } from '../domain-trust.ts'
import type { SearchCall } from '../search-call.ts'
import { FOUND_BY_NAME } from '../stages/fetch-candidate.ts'
import { pageLeftOut } from './left-out.ts'

interface ScopeDeps {
  readonly store: Pick<Store, 'searches' | 'pages' | 'write'>
  readonly trust: TrustSource
}

/**
 * Those of the pages that the search is about. What only reading could tell of the others (their day, their language,
 * whose they are) sets them aside: they stay in the archive and are no evidence in this search. Saying it twice changes
 * nothing.
 */
export function withinScope(
  { store, trust }: ScopeDeps,
  { searchId, scope }: SearchCall,
  pageIds: readonly string[],
): readonly string[] {
  if (scope === undefined) return pageIds
  const looked = store.searches.pagesOf(searchId)
  const outside = new Set<string>()
  store.write(() => {
    for (const row of looked) {
      const page = row.page_id === null || row.found_by === FOUND_BY_NAME ? null : store.pages.get(row.page_id)
      const reason = page === null || !isSuccess(row.outcome) ? null : pageLeftOut(trust, scope, page)
      if (page === null || reason === null) continue
      outside.add(page.id)
      store.searches.savePage({ ...row, page_id: null, outcome: 'excluded', reason })
    }
  })
  const kept = new Set(looked.filter(({ page_id: id }) => id !== null && !outside.has(id)).map(({ page_id: id }) => id))
  return pageIds.filter((id) => !outside.has(id) && kept.has(id))
}

/** Domains named for one exclusion; the rest is counted. */
const DOMAINS_NAMED = 5

/** What was left out by which exclusion, counted and named, and what was read because it was named. */
export function scopeWarnings({ store, trust }: ScopeDeps, { searchId, scope }: SearchCall): readonly string[] {
  if (scope === undefined) return []
  const looked = store.searches.pagesOf(searchId)
  const byReason = Map.groupBy(
    looked.filter(({ outcome }) => outcome === 'excluded'),
    ({ reason }) => reason ?? '',
  )
  const left = [...byReason]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reason, rows]) => {
      const domains = [...new Set(rows.flatMap(({ url }) => registrableDomain(url) ?? []))].sort()
      const named = domains.slice(0, DOMAINS_NAMED).join(', ')
      const more = domains.length > DOMAINS_NAMED ? ` and ${domains.length - DOMAINS_NAMED} more domains` : ''
      return `left out (${reason}): ${rows.length === 1 ? '1 result' : `${rows.length} results`} of ${named}${more}`
    })
  const named = looked.flatMap(({ url, found_by: by, page_id: id, outcome }) => {
    const page = by === FOUND_BY_NAME && id !== null && isSuccess(outcome) ? store.pages.get(id) : null
    const reason = page === null ? null : pageLeftOut(trust, scope, page)
    return reason === null ? [] : [`read because it was named, though left out otherwise (${reason}): ${url}`]
  })
  return [...left, ...named]
}
