import type { ChallengeKind, Outcome } from '../../domain/outcome.ts'
import { isSuccess, needsPerson } from '../../domain/outcome.ts'
import type { Page } from '../../domain/page.ts'
import type { Identifier } from '../../domain/paper.ts'
import { isPrimarySource } from '../../domain/trust.ts'
import { registrableDomain } from '../../domain/url.ts'
import { admitHistory } from '../../intake/admit-history.ts'
import { admitPage } from '../../intake/admit-page.ts'
import type { PageFetch } from '../../net/types.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'
import type { FetchCandidate } from './fetch-candidate.ts'
import { type AuthQueue, queueForPerson } from './queue-for-person.ts'
import { recordPage } from './record-page.ts'
import { confirmPage, keepOldPage, noteRevisit, readBefore } from './revisit-page.ts'

export type AdmitDeps = Pick<ResearchParts, 'store' | 'extract' | 'clock' | 'trust' | 'reader'> & AuthQueue

interface ReadPage {
  readonly identifiers: readonly Identifier[]
  readonly pageIds: readonly string[]
  readonly fetched: readonly string[]
  readonly warnings: readonly string[]
}

/** What came of a page: saved with its fragments, or noted with its reason; a wall goes to a person. */
export async function admitFetch(
  deps: AdmitDeps,
  call: SearchCall,
  candidate: FetchCandidate,
  fetched: PageFetch,
): Promise<ReadPage> {
  const { result, attempts, history } = fetched
  const known = readBefore(deps, candidate)
  if (!isSuccess(result.outcome) || result.response === undefined) {
    const reason = 'reason' in result ? result.reason : 'no answer'
    const counts = result.outcome !== 'offline'
    const kept = known === null ? null : keepOldPage(deps, call, known, result.outcome)
    recordPage(deps, call, candidate, { ...notedAs(known, kept, result.outcome, reason), attempts, counts })
    if (needsPerson(result.outcome))
      askForPage(deps, call, candidate, 'challenge' in result ? result.challenge : undefined, result.outcome)
    return { identifiers: [], pageIds: known === null ? [] : [known.id], fetched: [], warnings: [] }
  }
  if (known !== null && result.outcome === 'not_modified') {
    confirmPage(deps, call, candidate, known, attempts)
    return { identifiers: [], pageIds: [known.id], fetched: [], warnings: [] }
  }
  const again = known === null ? null : call
  const admitted = await admitPage(deps, { url: candidate.url, fetched, again }, call.causeId)
  const { page, outcome, reason, identifiers, warnings, isNews } = admitted
  if (outcome === 'login_wall') askForPage(deps, call, candidate, 'login', 'login_wall')
  if (page === null) {
    const kept = known === null ? null : keepOldPage(deps, call, known, outcome)
    recordPage(deps, call, candidate, { ...notedAs(known, kept, outcome, reason), attempts, counts: true })
    return { identifiers, pageIds: known === null ? [] : [known.id], fetched: [], warnings }
  }
  // Whether by 304 or by the same text: a replay, which has no 304, counts alike.
  recordPage(deps, call, candidate, { page, outcome, reason, attempts, counts: isNews })
  if (known !== null) noteRevisit(deps, call, known, outcome)
  const changed = history === undefined ? [] : admitHistory(deps.store.events, page, history, call)
  return { identifiers, pageIds: [page.id], fetched: isNews ? [page.id] : [], warnings: [...warnings, ...changed] }
}

/** A page that could not be read again is still there as it was. */
function notedAs(known: Page | null, kept: string | null, outcome: Outcome, reason: string | null) {
  return kept === null ? { page: null, outcome, reason } : { page: known, outcome: 'ok' as const, reason: kept }
}

function askForPage(
  deps: Pick<AdmitDeps, 'trust'> & AuthQueue,
  call: SearchCall,
  { url }: FetchCandidate,
  challenge: ChallengeKind | undefined,
  outcome: Outcome,
): void {
  const primary = isPrimarySource(deps.trust.ofUrl(url, registrableDomain(url) ?? '').level)
  queueForPerson(deps, call, {
    url,
    challenge: challenge ?? (outcome === 'login_wall' ? 'login' : 'captcha'),
    priority: call.authPriority ?? (primary ? 'high' : 'normal'),
  })
}
