import { isSuccess } from '../../domain/outcome.ts'
import { registrableDomain } from '../../domain/url.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'
import type { FetchCandidate } from './fetch-candidate.ts'
import { type RecordDeps, recordPage } from './record-page.ts'

export type KnownPageDeps = RecordDeps & Pick<ResearchParts, 'trust'>

/** Pages another search already read are used again without fetching; blocked domains are left alone, by name. */
export function skipKnown(
  deps: KnownPageDeps,
  call: SearchCall,
  candidate: FetchCandidate,
): { readonly skipped: boolean; readonly pageIds: readonly string[] } {
  const domain = registrableDomain(candidate.url) ?? ''
  const free = { attempts: [], counts: false }
  if (deps.trust.ofUrl(candidate.url, domain).level === 'BLOCKED') {
    const reason = 'the domain is blocked'
    recordPage(deps, call, candidate, { page: null, outcome: 'blocked', reason, ...free })
    return { skipped: true, pageIds: [] }
  }
  const page = deps.store.pages.byUrl(candidate.url)
  if (page === null || !isSuccess(page.outcome)) return { skipped: false, pageIds: [] }
  recordPage(deps, call, candidate, { page, outcome: page.outcome, reason: 'already in the graph', ...free })
  return { skipped: true, pageIds: [page.id] }
}
