import { type Failure, failedResult } from '../net/net-result.ts'
import type { RefusedConnection } from '../net/outbound.ts'
import type { NetResult } from '../net/types.ts'
import { OFFLINE } from '../net/uplink.ts'
import type { LoadedPage } from './types.ts'

export const CANCELLED: Failure = { outcome: 'cancelled', reason: 'The request was cancelled' }

const TABLE: readonly (readonly [RegExp, Failure['outcome'], string])[] = [
  [/Download is starting/i, 'unsupported_type', 'The address is a download'],
  [/Timeout .{0,80}exceeded|ERR_(CONNECTION_)?TIMED_OUT/i, 'timeout', 'The page did not load in time'],
  [/ERR_INTERNET_DISCONNECTED/i, 'offline', OFFLINE.reason],
  [/ERR_NAME_NOT_RESOLVED|ERR_DNS/i, 'dns', 'The host name cannot be resolved'],
  [/ERR_CERT|ERR_SSL|ERR_BAD_SSL/i, 'tls', 'No secure connection'],
  [/ERR_TOO_MANY_REDIRECTS/i, 'redirect_loop', 'The redirects do not end'],
]

/** What a failed navigation means, from Chromium's own words. */
export function navigationFailure(error: unknown): Failure {
  const message = String((error as Error).message ?? error)
  for (const [sign, outcome, reason] of TABLE) if (sign.test(message)) return { outcome, reason }
  const code = /net::ERR_[A-Z_]+/.exec(message)?.[0] ?? 'no reason given'
  return { outcome: 'connection', reason: `The page could not be loaded (${code})` }
}

export function failedLoad(why: Failure, elapsedMs: number): LoadedPage {
  return { ...failedResult(why, 'browser', elapsedMs), screenshot: null }
}

/** What is known when a navigation has failed. */
export interface FailedNavigation {
  readonly aborted: boolean
  /** The gateway's own refusal of it. */
  readonly refusal: NetResult | null
  /** The proxy refused its connection: the address behind the name is private, or this machine is offline. */
  readonly refused: RefusedConnection['outcome'] | null
}

/** A cause we know comes before Chromium's error: it reports a refused connection only as "failed". */
export function loadFailure(error: unknown, elapsedMs: number, known: FailedNavigation): LoadedPage {
  if (known.aborted) return failedLoad(CANCELLED, elapsedMs)
  if (known.refusal !== null) return { ...known.refusal, route: 'browser', screenshot: null }
  if (known.refused === 'offline') return failedLoad(OFFLINE, elapsedMs)
  if (known.refused === 'refused_private') {
    const reason = 'The page leads to a private or reserved address'
    return failedLoad({ outcome: 'refused_private', reason }, elapsedMs)
  }
  return failedLoad(navigationFailure(error), elapsedMs)
}
