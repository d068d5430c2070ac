import { type Clock, elapsedMs, isoTime } from '../domain/clock.ts'
import type { ChallengeKind, Outcome } from '../domain/outcome.ts'
import type { FetchRoute } from '../domain/page.ts'
import type { Settings } from '../domain/settings.ts'
import type { DomainPolicyStore, PolicyRow } from '../store/domain-policy.ts'
import type { EventLog } from '../store/event-log.ts'
import { createHysteresis, type LevelChange } from './hysteresis.ts'
import {
  afterEscalation,
  afterJudgement,
  afterRequest,
  type BrowserUse,
  rowOfDay,
  torShareRefusal,
} from './policy-row.ts'

/** What a domain's history means for its next request (REQ 4.3, 4.6). */
export interface DomainPolicy {
  /** Why the domain gets no more requests today; null when it may be asked. */
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
  escalated(domain: string, browser: BrowserUse, causeId: string): void
  /** REQ 4.6: settles every domain this process has met; called every `net.adapt_seconds`. */
  cycle(): void
}

/** Below this share of successes Tor is taken back for a domain. */
const LEAST_TOR_SUCCESS = 0.3
/**
 * Factors on a domain's request interval, by the share of refusals. It relaxes later than an engine's does (15 %
 * against 20 %): a site has no other site to stand in for it.
 */
const INTERVAL = { levels: [1, 2, 4], raiseAbove: 0.5, lowerBelow: 0.15 }
/** The browser goes first (1) once it served most pages that the plain client was refused. */
const BROWSER_FIRST = { levels: [0, 1], raiseAbove: 0.5, lowerBelow: 0.25 }
/** Tor is allowed (1) until it fails too often; half of the requests must succeed before it is allowed again. */
const TOR_ALLOWED = { levels: [1, 0], raiseAbove: 1 - LEAST_TOR_SUCCESS, lowerBelow: 0.5 }

export function createDomainPolicy(options: {
  readonly rows: DomainPolicyStore
  readonly settings: Settings['net']
  readonly clock: Clock
  readonly events: EventLog
}): DomainPolicy {
  const { rows, settings, clock, events } = options
  const holdMs = settings.adapt_hold_seconds * 1000
  const interval = createHysteresis({ ...INTERVAL, holdMs })
  const first = createHysteresis({ ...BROWSER_FIRST, holdMs })
  /** REQ 4.3: disallowed at once when it does not help; allowed again the next day. */
  const tor = createHysteresis({ ...TOR_ALLOWED, holdMs })
  /** Levels live in memory and their metrics in the database, so the first look after a start restores them. */
  const settled = new Map<string, number>()

  const today = () => isoTime(clock).slice(0, 10)
  const rowOf = (domain: string) => rowOfDay(rows.get(domain), today())

  /** Runs after each request and on the timer, so that a quiet domain relaxes too. */
  function settle(domain: string, row: PolicyRow, causeId: string): void {
    const now = clock.now()
    settled.set(domain, now)
    note(domain, 'interval_factor', interval.note(domain, row.block_score, now), row.block_score, causeId)
    note(domain, 'browser_first', first.note(domain, row.headful_ratio, now), row.headful_ratio, causeId)
    const torFails = 1 - (row.tor_success_rate ?? 1)
    note(domain, 'tor_allowed', tor.note(domain, torFails, now), torFails, causeId)
  }

  function settleIfDue(domain: string): void {
    const last = settled.get(domain)
    if (last !== undefined && elapsedMs(last, clock.now()) < settings.adapt_seconds * 1000) return
    if (rows.get(domain) !== null) settle(domain, rowOf(domain), 'cycle')
  }

  function note(domain: string, parameter: string, change: LevelChange | null, metric: number, causeId: string): void {
    if (change === null) return
    const data = { parameter, ...change, metric: Math.round(metric * 1000) / 1000 }
    events.append({ kind: 'domain.policy', subjectType: 'domain', subjectId: domain, data, causeId })
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
      settleIfDue(domain)
      if (tor.level(domain) === 0) return 'Tor has not helped with this domain'
      return torShareRefusal(rowOf(domain), rows.totals(today()), settings.tor_share)
    },
    sent(domain, route, refererFits, causeId) {
      const row = rowOf(domain)
      // REQ 4.6: that a domain is asked over Tor at all is a change of policy.
      if (route === 'tor' && row.tor_usage_ratio === 0) note(domain, 'tor_in_use', { from: 0, to: 1 }, 0, causeId)
      save(domain, afterRequest(row, route, refererFits, isoTime(clock)), causeId)
    },
    judged(domain, route, outcome, challenge, causeId) {
      const next = afterJudgement(rowOf(domain), { route, outcome, challenge }, isoTime(clock))
      save(domain, next, causeId)
      settle(domain, next, causeId)
    },
    escalated(domain, browser, causeId) {
      const next = afterEscalation(rowOf(domain), browser)
      if (next === null) return
      save(domain, next, causeId)
      settle(domain, next, causeId)
    },
    cycle() {
      for (const domain of settled.keys()) settle(domain, rowOf(domain), 'cycle')
    },
  }
}
