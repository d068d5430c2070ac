import type { ChallengeKind, Outcome } from '../../domain/outcome.ts'
import { isSuccess, needsPerson } from '../../domain/outcome.ts'
import { isPrimarySource } from '../../domain/trust.ts'
import { registrableDomain } from '../../domain/url.ts'
import type { Identifier } from '../../domain/work.ts'
import { admitHistory } from '../../intake/admit-history.ts'
import { admitPage } from '../../intake/admit-page.ts'
import type { PageFetch } from '../../net/types.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'
import { type AuthQueue, askPerson } from './ask-person.ts'
import type { FetchCandidate } from './fetch-candidate.ts'
import { recordPage } from './record-page.ts'

export type AdmitDeps = Pick<ResearchParts, 'store' | 'extract' | 'clock' | 'trust'> & AuthQueue

interface ReadPage {
  readonly identifiers: readonly Identifier[]
  readonly pageIds: readonly string[]
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
  if (!isSuccess(result.outcome) || result.response === undefined) {
    const reason = 'reason' in result ? result.reason : 'no answer'
    recordPage(deps, call, candidate, { page: null, outcome: result.outcome, reason, attempts, counts: true })
    if (needsPerson(result.outcome))
      askForPage(deps, call, candidate, 'challenge' in result ? result.challenge : undefined, result.outcome)
    return { identifiers: [], pageIds: [], warnings: [] }
  }
  const admitted = await admitPage(deps, { url: candidate.url, fetched }, call.causeId)
  const { page, outcome, reason, identifiers, warnings } = admitted
  recordPage(deps, call, candidate, { page, outcome, reason, attempts, counts: true })
  const changed = page === null || history === undefined ? [] : admitHistory(deps.store.events, page, history, call)
  if (outcome === 'login_wall') askForPage(deps, call, candidate, 'login', 'login_wall')
  return { identifiers, pageIds: page === null ? [] : [page.id], warnings: [...warnings, ...changed] }
}

function askForPage(
  deps: Pick<AdmitDeps, 'trust'> & AuthQueue,
  call: SearchCall,
  { url }: FetchCandidate,
  challenge: ChallengeKind | undefined,
  outcome: Outcome,
): void {
  const primary = isPrimarySource(deps.trust.ofUrl(url, registrableDomain(url) ?? '').level)
  askPerson(deps, call, {
    url,
    challenge: challenge ?? (outcome === 'login_wall' ? 'login' : 'captcha'),
    priority: primary ? 'high' : 'normal',
  })
}
