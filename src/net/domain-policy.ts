import { type Clock, isoTime } from '../domain/clock.ts'
import { type ChallengeKind, isSuccess, type Outcome } from '../domain/outcome.ts'
import type { FetchRoute } from '../domain/page.ts'
import type { Settings } from '../domain/settings.ts'
import type { DomainPolicyStore, PolicyRow } from '../store/domain-policy.ts'
import type { EventStore } from '../store/types.ts'
import { createHysteresis } from './hysteresis.ts'

/** What a domain's history means for its next request (REQ 4.3, 4.6). */
export interface DomainPolicy {
  /** Why the domain is not asked any more today; null: go ahead. */
  spent(domain: string, ownLimit?: number): string | null
  /** Factor on the least time between two requests. */
  intervalFactor(domain: string): number
  /** Nobody has asked the domain for a page yet. */
  isNew(domain: string): boolean
  /** Where the plain client is refused and the browser is served, the browser goes first. */
  startsWithBrowser(domain: string): boolean
  /** Why the domain may not be asked over Tor now; null: it may. */
  torRefusal(domain: string): string | null
  sent(domain: string, route: FetchRoute, refererFits: boolean | null, causeId: string): void
  judged(domain: string, route: FetchRoute, outcome: Outcome, challenge: ChallengeKind | null, causeId: string): void
  /** One page's whole escalation is over: did the browser do what the plain client could not? */
  escalated(domain: string, browser: 'needed' | 'failed' | 'not_needed', causeId: string): void
  /** REQ 4.6: settles every domain this process has met; called every `net.adapt_seconds`. */
  cycle(): void
}

/** REQ 4.6: short and long moving average. */
const SHORT = 0.3
const LONG = 0.1
const REFUSALS: readonly Outcome[] = ['blocked', 'rate_limited', 'captcha']
const TOR_ENOUGH_TRIED = 0.3
/** Below this many requests a day a share says nothing. */
const SHARE_FROM = 5

const FRESH: PolicyRow = {
  block_score: 0,
  block_score_long: 0,
  captcha_rate: 0,
  headful_ratio: 0,
  headful_failures: 0,
  tor_success_rate: null,
  tor_usage_ratio: 0,
  referer_match_rate: null,
  last_captcha_at: null,
  captcha_type_last_seen: null,
  requests_today: 0,
  requests_day: null,
  last_request_at: null,
}

export function createDomainPolicy(options: {
  readonly rows: DomainPolicyStore
  readonly settings: Settings['net']
  readonly clock: Clock
  readonly events: Pick<EventStore, 'append'> | undefined
}): DomainPolicy {
  const { rows, settings, clock, events } = options
  const holdMs = settings.adapt_hold_seconds * 1000
  const interval = createHysteresis({ levels: [1, 2, 4], raiseAbove: 0.5, lowerBelow: 0.15, holdMs })
  const first = createHysteresis({ levels: [0, 1], raiseAbove: 0.5, lowerBelow: 0.25, holdMs })
  /** REQ 4.3: taken back at once where it does not help; the next day is a new try. */
  const tor = createHysteresis({ levels: [1, 0], raiseAbove: 1 - TOR_ENOUGH_TRIED, lowerBelow: 0.5, holdMs })
  /** Dials live in memory; what they follow is in the database, so the first look after a start sets them again. */
  const settled = new Map<string, number>()

  const today = () => isoTime(clock).slice(0, 10)
  function rowOf(domain: string): PolicyRow {
    const row = rows.get(domain) ?? FRESH
    const day = today()
    if (row.requests_day === day) return row
    return { ...row, requests_day: day, requests_today: 0, tor_usage_ratio: 0, tor_success_rate: null }
  }

  /** After each request, and again when the cycle's time is over: a quiet domain relaxes too. */
  function settle(domain: string, row: PolicyRow, causeId: string): void {
    const now = clock.now()
    settled.set(domain, now)
    tell(domain, 'interval_factor', interval.note(domain, row.block_score, now), row.block_score, causeId)
    tell(domain, 'browser_first', first.note(domain, row.headful_ratio, now), row.headful_ratio, causeId)
    const torFails = 1 - (row.tor_success_rate ?? 1)
    tell(domain, 'tor_allowed', tor.note(domain, torFails, now), torFails, causeId)
  }

  function settleIfDue(domain: string): void {
    const last = settled.get(domain)
    if (last !== undefined && clock.now() - last < settings.adapt_seconds * 1000) return
    if (rows.get(domain) !== null) settle(domain, rowOf(domain), 'cycle')
  }

  function tell(
    domain: string,
    parameter: string,
    change: { from: number; to: number } | null,
    metric: number,
    causeId: string,
  ): void {
    if (change === null) return
    const data = { parameter, ...change, metric: Math.round(metric * 1000) / 1000 }
    events?.append({ kind: 'domain.policy', subjectType: 'domain', subjectId: domain, data, causeId })
  }

  function save(domain: string, row: PolicyRow, causeId: string): void {
    rows.save(domain, row, isoTime(clock), causeId)
  }

  return {
    spent(domain, ownLimit) {
      const limit = Math.min(settings.domain_day_budget, ownLimit ?? Number.POSITIVE_INFINITY)
      return rowOf(domain).requests_today < limit ? null : `The day's ${limit} requests to ${domain} are used up`
    },
    intervalFactor(domain) {
      settleIfDue(domain)
      return interval.level(domain)
    },
    isNew: (domain) => (rows.get(domain)?.last_request_at ?? null) === null,
    startsWithBrowser(domain) {
      settleIfDue(domain)
      return first.level(domain) === 1
    },
    torRefusal(domain) {
      const share = settings.tor_share
      settleIfDue(domain)
      const row = rowOf(domain)
      if (tor.level(domain) === 0) return 'Tor has not helped with this domain'
      const all = rows.totals(today())
      if (all.requests >= SHARE_FROM && (all.tor + 1) / (all.requests + 1) > share) {
        return `Tor's share of ${Math.round(share * 100)} % of the day's requests is used up`
      }
      const own = Math.round(row.requests_today * row.tor_usage_ratio)
      if (row.requests_today >= SHARE_FROM && (own + 1) / (row.requests_today + 1) > share) {
        return `Tor's share of ${Math.round(share * 100)} % of this domain's requests is used up`
      }
      return null
    },
    sent(domain, route, refererFits, causeId) {
      const row = rowOf(domain)
      const tor = row.requests_today * row.tor_usage_ratio + (route === 'tor' ? 1 : 0)
      const requests = row.requests_today + 1
      // REQ 4.6: that a domain is asked over Tor at all is a change of policy.
      if (route === 'tor' && row.tor_usage_ratio === 0) tell(domain, 'tor_in_use', { from: 0, to: 1 }, 0, causeId)
      const match = refererFits === null ? row.referer_match_rate : average(row.referer_match_rate, refererFits)
      save(
        domain,
        {
          ...row,
          requests_today: requests,
          tor_usage_ratio: tor / requests,
          referer_match_rate: match,
          last_request_at: isoTime(clock),
        },
        causeId,
      )
    },
    judged(domain, route, outcome, challenge, causeId) {
      const row = rowOf(domain)
      const refused = REFUSALS.includes(outcome)
      const captcha = outcome === 'captcha'
      const next = {
        ...row,
        ...(refused || isSuccess(outcome) ? averages(row, refused, captcha) : {}),
        tor_success_rate: route === 'tor' ? average(row.tor_success_rate, isSuccess(outcome)) : row.tor_success_rate,
        last_captcha_at: captcha ? isoTime(clock) : row.last_captcha_at,
        captcha_type_last_seen: captcha ? (challenge ?? 'captcha') : row.captcha_type_last_seen,
      }
      save(domain, next, causeId)
      settle(domain, next, causeId)
    },
    escalated(domain, browser, causeId) {
      const row = rowOf(domain)
      if (browser === 'not_needed' && row.headful_ratio === 0) return
      const next = {
        ...row,
        headful_ratio: average(row.headful_ratio, browser === 'needed'),
        headful_failures: row.headful_failures + (browser === 'failed' ? 1 : 0),
      }
      save(domain, next, causeId)
      settle(domain, next, causeId)
    },
    cycle() {
      for (const domain of settled.keys()) settle(domain, rowOf(domain), 'cycle')
    },
  }
}

function averages(row: PolicyRow, refused: boolean, captcha: boolean) {
  return {
    block_score: average(row.block_score, refused),
    block_score_long: average(row.block_score_long, refused, LONG),
    captcha_rate: average(row.captcha_rate, captcha),
  }
}

function average(before: number | null, hit: boolean, alpha = SHORT): number {
  const value = hit ? 1 : 0
  return before === null ? value : before + alpha * (value - before)
}
