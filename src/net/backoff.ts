import type { Outcome } from '../domain/outcome.ts'
import type { Random } from '../domain/random.ts'
import type { Settings } from '../domain/settings.ts'
import type { NetResult } from './types.ts'

/** Outcomes that a second try may change, of an API or an archive only (REQ 4.3.5). */
const TRANSIENT: readonly Outcome[] = ['rate_limited', 'server_error', 'dns', 'tls', 'connection', 'timeout']

type BackoffSettings = Pick<Settings['net'], 'backoff_attempts' | 'backoff_base_seconds' | 'backoff_max_seconds'>

/** REQ 4.3.5: delay = min(base * 2^attempt, max), varied by 10 % either way. */
export function backoffSeconds(attempt: number, base: number, max: number, random: Random): number {
  return Math.min(base * 2 ** attempt, max) * (0.9 + 0.2 * random.next())
}

/** Retry-After in milliseconds: seconds or an HTTP date; undefined when absent or senseless. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/**
 * How long to wait before retrying an API, `attempt` counted from 0; null: do not retry. Retry-After lengthens the
 * wait, up to `backoff_max_seconds`.
 */
export function retryDelayMs(
  result: NetResult,
  attempt: number,
  settings: BackoffSettings,
  random: Random,
): number | null {
  if (!TRANSIENT.includes(result.outcome) || attempt + 1 >= settings.backoff_attempts) return null
  const { backoff_base_seconds: base, backoff_max_seconds: max } = settings
  const asked = 'retryAfterMs' in result ? (result.retryAfterMs ?? 0) : 0
  return Math.max(backoffSeconds(attempt, base, max, random) * 1000, Math.min(asked, max * 1000))
}
