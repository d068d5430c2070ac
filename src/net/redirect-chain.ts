import type { ArchiveWriter } from '../archive/types.ts'
import { type Clock, isoTime } from '../domain/clock.ts'
import type { Settings } from '../domain/settings.ts'
import type { Admission } from './admission.ts'
import type { Judgement } from './classify.ts'
import type { DomainPolicy } from './domain-policy.ts'
import { exchangeRecord, provenanceOf } from './exchange-record.ts'
import { requestHeaders } from './headers.ts'
import type { HttpAnswer } from './http-client.ts'
import { type ClientIdentity, identityOfUserAgent } from './identity.ts'
import { failedResult, judgedResult, judgementOf } from './net-result.ts'
import { domainOf, noteJudged } from './policy-notes.ts'
import { NO_SPACING, type RateLimiter, type Spacing } from './rate-limiter.ts'
import { redirectOf } from './redirect.ts'
import type { CachedCopy, RevalidationCache } from './revalidation-cache.ts'
import type { Sessions } from './sessions.ts'
import type { DirectRoute, Transport } from './transport.ts'
import type { NetRequest, NetResult } from './types.ts'

export interface RedirectChainParts {
  readonly settings: Settings['net']
  readonly clock: Clock
  readonly admission: Admission
  readonly rateLimiter: RateLimiter
  readonly transport: Transport
  readonly archive: Pick<ArchiveWriter, 'write'>
  readonly revalidation: RevalidationCache
  readonly identity: ClientIdentity
  readonly sessions: Sessions
  readonly replaying: boolean
  /** Null in replay. */
  readonly policy: DomainPolicy | null
}

type Headers = Readonly<Record<string, string>>

/** One request of the chain; `askedUrl` is where the chain began. */
interface Asked {
  readonly hop: NetRequest
  readonly askedUrl: string
  readonly headers: Headers
  readonly route: DirectRoute
}

/** The lane to wait for, and the spacing to its previous request. */
interface Turn {
  readonly lane: string | null
  readonly errand: string | null
  readonly spacing: Spacing
}

interface TurnTaken {
  readonly answer: HttpAnswer
  /** Null while the answer leads on, or is none. */
  readonly judgement: Judgement | null
}

/** One try: the request and the redirects it leads to, each checked, paced and archived like a first request. */
export function createRedirectChain(
  parts: RedirectChainParts,
): (request: NetRequest, route: DirectRoute) => Promise<NetResult> {
  const { settings, clock, admission, revalidation, policy } = parts

  return async (request, route) => {
    const started = clock.now()
    const seen = new Set<string>()
    let hop = request
    let lane: string | null = null
    for (let hops = 0; hops <= settings.max_redirects; hops += 1) {
      const admitted = await admission.check(hop, request.url, route)
      if (!admitted.ok) return failedResult(admitted, route, clock.now() - started)
      const copy = await revalidation.find(hop)
      const headers = headersFor(parts, hop, route, copy)
      // Like a browser, go on at once where the redirect stays with the domain that has just been asked.
      const spacing = hops > 0 && admitted.lane === lane ? NO_SPACING : admitted.spacing
      seen.add(hop.url)
      lane = admitted.lane
      const asked = { hop, askedUrl: request.url, headers, route }
      const { answer, judgement } = await takeTurn(parts, asked, { lane, errand: admitted.errand, spacing })
      if (!answer.ok) {
        if (route === 'tor' && answer.outcome !== 'offline')
          policy?.judged(domainOf(hop.url), route, answer.outcome, null, hop.causeId)
        return failedResult(answer, route, clock.now() - started)
      }
      parts.sessions.receive(hop, answer.headers)
      const record = exchangeRecord(hop, headers, answer, isoTime(clock))
      const archive = await parts.archive.write(record, hop.taskId ?? '', provenanceOf(route, answer.status, copy))
      if (answer.status === 304 && copy !== null) {
        const elapsedMs = clock.now() - started
        return { outcome: 'not_modified', route, response: copy.response, archive: copy.ref, elapsedMs }
      }
      const next = redirectOf(hop, answer)
      if (next === null) {
        const response = { status: answer.status, headers: answer.headers, body: answer.body, finalUrl: hop.url }
        const final = judgement ?? judgementOf(hop, response)
        noteJudged(policy, hop, route, final)
        if (final.outcome === 'ok' && route === 'http') revalidation.remember(hop, response, archive)
        return judgedResult(final, { response, archive, route, elapsedMs: clock.now() - started }, clock.now())
      }
      if (seen.has(next.url)) break
      hop = next
    }
    const loop = { outcome: 'redirect_loop', reason: 'The redirects do not end' } as const
    return failedResult(loop, route, clock.now() - started)
  }
}

/** Sets identity, cookies and conditional headers; none over Tor or in a replay. */
export function headersFor(
  parts: Pick<RedirectChainParts, 'settings' | 'identity' | 'sessions' | 'replaying'>,
  hop: NetRequest,
  route: DirectRoute,
  copy: CachedCopy | null,
): Record<string, string> {
  const session: Headers = parts.replaying || route === 'tor' ? {} : parts.sessions.headers(hop)
  const earned = session['user-agent']
  const who = earned === undefined ? parts.identity.current() : identityOfUserAgent(earned)
  return { ...requestHeaders(hop, parts.settings, who), ...session, ...copy?.conditions }
}

/** Sends when the lane is free; assets, which have none, at once, and robots.txt when nobody else of a team asks. */
function takeTurn(
  { admission, rateLimiter, transport }: RedirectChainParts,
  { hop, askedUrl, headers, route }: Asked,
  { lane, errand, spacing }: Turn,
): Promise<TurnTaken> {
  const ask = async (): Promise<TurnTaken> => {
    const answer = admission.stillAdmitted(hop, askedUrl) ?? (await transport(hop, headers, route))
    if (!answer.ok || redirectOf(hop, answer) !== null) return { answer, judgement: null }
    const judgement = judgementOf(hop, answer)
    // Recorded before the lane is released, so that the next request sees a refusal.
    admission.learn(hop, askedUrl, answer.status === 304 ? 'not_modified' : judgement.outcome)
    return { answer, judgement }
  }
  if (errand !== null) return rateLimiter.errand(errand, ask, hop.signal)
  return lane === null ? ask() : rateLimiter.run(lane, spacing, ask, hop.signal)
}
