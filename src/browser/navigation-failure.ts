import type { Outcome } from '../domain/outcome.ts'

type Failure = { readonly outcome: Exclude<Outcome, 'ok' | 'not_modified'>; readonly reason: string }

const TABLE: readonly (readonly [RegExp, Failure['outcome'], string])[] = [
  [/Download is starting/i, 'unsupported_type', 'The address is a download'],
  [/Timeout .*exceeded|ERR_(CONNECTION_)?TIMED_OUT/i, 'timeout', 'The page did not load in time'],
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
