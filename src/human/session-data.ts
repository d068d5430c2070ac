import { z } from 'zod'
import { isoTime } from '../domain/clock.ts'
import { type Cookie, cookieSchema } from '../store/people/session-rows.ts'
import type { HumanDeps } from './human-deps.ts'
import { parseInput } from './parse-input.ts'

const schema = z.strictObject({
  /** As a browser exports them, or as one Cookie header. */
  cookies: z.union([z.array(cookieSchema).min(1).max(500), z.string().min(1).max(32_768)]),
  user_agent: z.string().max(1000).optional(),
  expires_at: z.iso.datetime({ offset: true }).optional(),
})

/** Keeps the session a person earned, for later requests to the same domain. True when there was one to keep. */
export function storeSession(deps: HumanDeps, domain: string, data: unknown, causeId: string): boolean {
  if (data === undefined) return false
  const session = parseInput(schema, data, 'data.session_data')
  const cookies = typeof session.cookies === 'string' ? fromHeader(session.cookies) : session.cookies
  parseInput(z.array(cookieSchema).min(1, 'holds no cookie'), cookies, 'data.session_data.cookies')
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
  return true
}

function fromHeader(header: string): Cookie[] {
  return header.split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    return at > 0 && name !== '' ? [{ name, value: pair.slice(at + 1).trim() }] : []
  })
}

/** The session is worth something while its longest-lived cookie lives; cookies without a date set no end. */
function lastExpiry(cookies: readonly Cookie[]): string | null {
  const times = cookies.map((cookie) => cookie.expires ?? -1)
  if (times.length === 0 || times.some((time) => time <= 0)) return null
  return new Date(Math.min(Math.max(...times) * 1000, 8.64e15)).toISOString()
}
