import type { SessionData } from '../api/resolve-auth.ts'
import { isoTime } from '../domain/clock.ts'
import type { Cookie } from '../domain/cookie.ts'
import type { HumanDeps } from './human-deps.ts'

/** Keeps the session a person earned, for later requests to the same domain. */
export function storeSession(deps: HumanDeps, domain: string, session: SessionData, causeId: string): void {
  const cookies = [...session.cookies]
  deps.store.people.sessions.save(
    {
      domain,
      cookies,
      user_agent: session.user_agent ?? null,
      stored_at: isoTime(deps.clock),
      expires_at: session.expires_at === undefined ? lastExpiry(cookies) : new Date(session.expires_at).toISOString(),
    },
    causeId,
  )
}

/** The session is worth something while its longest-lived cookie lives; cookies without a date set no end. */
function lastExpiry(cookies: readonly Cookie[]): string | null {
  const times = cookies.map((cookie) => cookie.expires ?? -1)
  if (times.length === 0 || times.some((time) => time <= 0)) return null
  return new Date(Math.min(Math.max(...times) * 1000, 8.64e15)).toISOString()
}
