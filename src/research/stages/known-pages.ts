import { isSuccess } from '../../domain/outcome.ts'
import type { Page } from '../../domain/page.ts'
import { plainHost, registrableDomain } from '../../domain/url.ts'
import type { AuthRow } from '../../store/people/auth-rows.ts'
import { isStale } from '../freshness.ts'
import type { ResearchParts } from '../parts.ts'
import { addressLeftOut } from '../scope/left-out.ts'
import type { SearchCall } from '../search-call.ts'
import { type FetchCandidate, FOUND_BY_NAME } from './fetch-candidate.ts'
import { type RecordDeps, recordPage } from './record-page.ts'

export type KnownPageDeps = RecordDeps & Pick<ResearchParts, 'trust' | 'stalePages'>

/** How the reason begins where a page was not asked for because it is there. */
export const ALREADY_KNOWN = 'already in the graph'

/**
 * Pages another search already read are used again without fetching, as long as they are fresh for their kind; blocked
 * domains, what a person skipped and what the search leaves out are left alone, by name. What the caller named is read
 * though the search leaves it out.
 */
export function reuseKnownPage(
  deps: KnownPageDeps,
  call: SearchCall,
  candidate: FetchCandidate,
): { readonly skipped: boolean; readonly pageIds: readonly string[] } {
  const domain = registrableDomain(candidate.url) ?? ''
  const leftOut = candidate.foundBy === FOUND_BY_NAME ? null : addressLeftOut(deps.trust, call.scope, candidate)
  if (leftOut !== null) {
    const nothing = { page: null, attempts: [], counts: false }
    recordPage(deps, call, candidate, { ...nothing, outcome: 'excluded', reason: leftOut })
    return { skipped: true, pageIds: [] }
  }
  const free = { attempts: [], counts: false }
  if (deps.trust.ofUrl(candidate.url, domain).level === 'BLOCKED') {
    recordPage(deps, call, candidate, {
      page: null,
      outcome: 'domain_blocked',
      reason: 'the domain is blocked',
      ...free,
    })
    return { skipped: true, pageIds: [] }
  }
  const page = deps.store.pages.byUrl(candidate.url)
  const left = leftOutByPerson(deps, call, candidate)
  if (page === null || !isSuccess(page.outcome)) {
    if (left === null) return { skipped: false, pageIds: [] }
    const outcome = left.auth_type === 'login' ? 'login_wall' : 'captcha'
    recordPage(deps, call, candidate, { page: null, outcome, reason: 'skipped by the user', ...free })
    return { skipped: true, pageIds: [] }
  }
  if (left === null && isStale(deps, call, page)) return { skipped: false, pageIds: [] }
  return { skipped: true, pageIds: [useKnownPage(deps, call, candidate, page, ALREADY_KNOWN)] }
}

/** REQ 3.6.1: what a person skipped, the page or its site, is not asked for again in this task. */
function leftOutByPerson({ store }: KnownPageDeps, { taskId }: SearchCall, { url }: FetchCandidate): AuthRow | null {
  const domain = plainHost(URL.parse(url)?.hostname ?? '')
  return store.people.auth.skipped({ taskId, url, domain })
}

/** The page as it was read before. */
export function useKnownPage(
  deps: RecordDeps,
  call: SearchCall,
  candidate: FetchCandidate,
  page: Page,
  reason: string,
): string {
  recordPage(deps, call, candidate, { page, outcome: page.outcome, reason, attempts: [], counts: false })
  return page.id
}
