import { DAY_MS, isPending } from '../domain/clock.ts'
import { LONG_ALPHA, movingAverage, SHORT_ALPHA } from '../domain/moving-average.ts'
import type { Settings } from '../domain/settings.ts'
import type { EngineHealth } from '../store/types.ts'
import type { EngineOutcome } from './types.ts'

/** REQ 3.1.4: an engine that succeeds less often than every second time is demoted. */
const DEMOTION_RATE = 0.5

type BreakerSettings = Pick<Settings['engines'], 'open_failures' | 'open_minutes' | 'open_max_minutes'>

/** Beyond any setting that makes sense; a circuit that is open for longer was opened by a clock that was wrong. */
const LONGEST_OPEN_MS = DAY_MS

export interface Attempt {
  readonly outcome: EngineOutcome
  readonly elapsedMs: number
  readonly at: number
}

/** Says nothing about the engine: it was not asked, or the caller cancelled. */
const NOT_JUDGED: readonly EngineOutcome[] = [
  'cancelled',
  'offline',
  'replay_miss',
  'cooling_down',
  'budget_spent',
  'robots_denied',
  'refused_private',
  'circuit_open',
  'unknown_engine',
]
const BAN_SIGNS: readonly EngineOutcome[] = ['captcha', 'blocked', 'rate_limited']
const HTTP_ERRORS: readonly EngineOutcome[] = [
  'blocked',
  'rate_limited',
  'server_error',
  'not_found',
  'gone',
  'timeout',
  'dns',
  'tls',
  'connection',
  'empty',
]

export function freshHealth(engine: string, weight: number): EngineHealth {
  return {
    engine,
    state: 'closed',
    consecutive_failures: 0,
    success_rate_1h: 1,
    success_rate_24h: 1,
    captcha_rate: 0,
    http_error_rate: 0,
    median_latency_ms: null,
    ban_suspected: false,
    weight,
    open_until: null,
    last_used_at: null,
  }
}

export function isJudged(outcome: EngineOutcome): boolean {
  return !NOT_JUDGED.includes(outcome)
}

/** Milliseconds until an open circuit may be probed; 0 when it may be asked now. */
export function openFor(health: EngineHealth, now: number): number {
  if (health.state !== 'open' || health.open_until === null) return 0
  const until = Date.parse(health.open_until)
  return isPending(until, now, LONGEST_OPEN_MS) ? until - now : 0
}

/** An open circuit whose time is over lets one request through (REQ 3.1.4 probing). */
export function beginProbe(health: EngineHealth): EngineHealth {
  return health.state === 'open' ? { ...health, state: 'half-open', open_until: null } : health
}

/** As after a success; the averages, which count requests, stay. */
export function closedCircuit(health: EngineHealth): EngineHealth {
  return { ...health, state: 'closed', consecutive_failures: 0, open_until: null, ban_suspected: false }
}

/** REQ 3.1.4: averages, breaker and weight after one request. */
export function afterAttempt(
  health: EngineHealth,
  attempt: Attempt,
  tableWeight: number,
  settings: BreakerSettings,
): EngineHealth {
  const used = { ...health, last_used_at: new Date(attempt.at).toISOString() }
  if (!isJudged(attempt.outcome)) return used
  const success = attempt.outcome === 'ok' || attempt.outcome === 'no_results'
  const measured: EngineHealth = {
    ...used,
    success_rate_1h: movingAverage(health.success_rate_1h, success, SHORT_ALPHA),
    success_rate_24h: movingAverage(health.success_rate_24h, success, LONG_ALPHA),
    captcha_rate: movingAverage(health.captcha_rate, attempt.outcome === 'captcha', SHORT_ALPHA),
    http_error_rate: movingAverage(health.http_error_rate, HTTP_ERRORS.includes(attempt.outcome), SHORT_ALPHA),
    median_latency_ms: nearMedian(health.median_latency_ms, attempt.elapsedMs),
  }
  const weight = tableWeight * measured.success_rate_24h
  if (success) return closedCircuit({ ...measured, weight })
  const failures = health.consecutive_failures + 1
  const failed = {
    ...measured,
    weight,
    consecutive_failures: failures,
    ban_suspected: health.ban_suspected || BAN_SIGNS.includes(attempt.outcome),
  }
  if (health.state !== 'half-open' && failures < settings.open_failures) return failed
  return { ...failed, state: 'open', open_until: new Date(attempt.at + openMs(failures, settings)).toISOString() }
}

/** REQ 3.1.4: an engine whose long success rate falls under one half is demoted, and that is logged. */
export function wasDemoted(before: EngineHealth, after: EngineHealth): boolean {
  return before.success_rate_24h >= DEMOTION_RATE && after.success_rate_24h < DEMOTION_RATE
}

/** Doubles with every failed probe: 30, 60, 120 minutes. */
function openMs(failures: number, settings: BreakerSettings): number {
  const doublings = Math.max(0, failures - settings.open_failures)
  const minutes = Math.min(settings.open_minutes * 2 ** doublings, settings.open_max_minutes)
  return Math.min(minutes * 60_000, LONGEST_OPEN_MS)
}

/** A running median without history: a step of a tenth toward each new value. */
function nearMedian(before: number | null, value: number): number {
  if (before === null) return value
  const step = Math.max(1, before * LONG_ALPHA)
  return Math.abs(value - before) <= step ? value : before + Math.sign(value - before) * step
}
