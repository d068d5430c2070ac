import { STATUS_CODES } from 'node:http'
import type { ArchiveWriter } from '../archive/types.ts'
import { type Clock, isoTime } from '../domain/clock.ts'
import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import type { EventLog } from '../store/event-log.ts'
import type { Admission } from './admission.ts'
import type { DomainPolicy } from './domain-policy.ts'
import { exchangeRecord, provenanceOf } from './exchange-record.ts'
import type { NetGateway, Visited } from './gateway-types.ts'
import { logFetch } from './log-fetch.ts'
import { type Failure, failedResult, judgedResult, judgementOf } from './net-result.ts'
import { noteJudged, noteSent } from './policy-notes.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { RevalidationCache } from './revalidation-cache.ts'
import { portOf, type SsrfGuard } from './ssrf-guard.ts'
import { rethrowStoreError } from './store-errors.ts'
import type { NetRequest } from './types.ts'

/** What the gateway does for the browser, which sends its own requests when live, through the proxy. */
export type BrowserVisits = Pick<NetGateway, 'visit' | 'admit' | 'record'>

export function createBrowserVisits(parts: {
  readonly settings: Settings['net']
  readonly clock: Clock
  readonly log: Logger
  readonly events: EventLog
  readonly admission: Admission
  readonly guard: SsrfGuard
  readonly rateLimiter: RateLimiter
  readonly archive: Pick<ArchiveWriter, 'write'>
  readonly revalidation: RevalidationCache
  readonly policy: DomainPolicy | null
  readonly replaying: boolean
}): BrowserVisits {
  const { clock, admission, policy, replaying } = parts

  /** The checks of a request that somebody else sends: the address behind the name is looked at as well. */
  async function check(request: NetRequest) {
    const checked = await admission.check(request, request.url, 'http')
    if (!checked.ok || replaying) return checked
    const url = new URL(request.url)
    const resolved = await parts.guard.resolve(url.hostname, portOf(url))
    return resolved.ok ? checked : resolved
  }

  return {
    async visit<T>(request: NetRequest, work: () => Promise<T>): Promise<Visited<T>> {
      const started = clock.now()
      const refused = (why: Failure): Visited<T> => ({
        ok: false,
        result: failedResult(why, 'browser', clock.now() - started),
      })
      try {
        const checked = await check(request)
        if (!checked.ok) return refused(checked)
        const turn = async (): Promise<Visited<T>> => {
          const late = admission.stillAdmitted(request, request.url)
          if (late !== null) return refused(late)
          if (!replaying) noteSent(policy, request, 'browser')
          return { ok: true, value: await work() }
        }
        const { lane, spacing } = checked
        return await (lane === null ? turn() : parts.rateLimiter.run(lane, spacing, turn, request.signal))
      } catch (error) {
        if (request.signal?.aborted) return refused({ outcome: 'cancelled', reason: 'The request was cancelled' })
        rethrowStoreError(error)
        throw error
      }
    },
    async admit(request) {
      const started = clock.now()
      const checked = await check(request)
      return checked.ok ? null : failedResult(checked, 'browser', clock.now() - started)
    },
    async record(request, response, route, elapsedMs) {
      const hop = { ...request, url: response.finalUrl }
      const limit = request.maxBytes ?? parts.settings.max_bytes
      if (response.body.length > limit) {
        const reason = `The body is larger than ${limit} bytes`
        return failedResult({ outcome: 'too_large', reason }, route, elapsedMs)
      }
      const answer = { ...response, statusText: STATUS_CODES[response.status] ?? '' }
      const record = exchangeRecord(hop, request.headers ?? {}, answer, isoTime(clock))
      const provenance = provenanceOf(route, response.status, null)
      const archive = await parts.archive.write(record, hop.taskId ?? '', provenance)
      const judgement = judgementOf(hop, response)
      admission.learn(hop, request.url, judgement.outcome)
      noteJudged(policy, hop, route, judgement)
      if (judgement.outcome === 'ok' && route === 'http') parts.revalidation.remember(hop, response, archive)
      const result = judgedResult(judgement, { response, archive, route, elapsedMs }, clock.now())
      logFetch(parts.log, parts.events, request, result)
      return result
    },
  }
}
