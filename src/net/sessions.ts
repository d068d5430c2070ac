import type { Clock } from '../domain/clock.ts'
import { registrableDomain } from '../domain/url.ts'
import { createCookieJar, type JarCookie, type StoredSession } from './cookie-jar.ts'
import { isReading } from './policy-notes.ts'
import type { NetRequest } from './types.ts'

export type { JarCookie, StoredSession } from './cookie-jar.ts'

/** Cookies of the plain client: what sites set, what the browser established, and what a person earned. */
export interface Sessions {
  /** Headers that continue a session; none for APIs and assets. */
  headers(request: NetRequest): Readonly<Record<string, string>>
  receive(request: NetRequest, headers: Readonly<Record<string, string>>): void
  /** REQ 3.1.2: the browser's session goes over to the plain client, for the same domain only. */
  transfer(url: string, cookies: readonly JarCookie[]): void
  /** For the browser: the cookies a person earned for this page's domain. */
  stored(url: string): StoredSession | null
}

export function createSessions(clock: Clock, sessionFor: (domain: string) => StoredSession | null): Sessions {
  const jar = createCookieJar(clock)
  /** Stored sessions already in the jar: what a site sets later must not be undone by them. */
  const taken = new Map<string, string>()

  function stored(url: string): StoredSession | null {
    const domain = registrableDomain(url)
    return domain === null ? null : sessionFor(domain)
  }

  return {
    stored,
    headers(request) {
      if (!isReading(request)) return {}
      const domain = registrableDomain(request.url) ?? ''
      const session = stored(request.url)
      if (session !== null) {
        const seal = JSON.stringify(session.cookies)
        if (taken.get(domain) !== seal) jar.transfer(request.url, session.cookies)
        taken.set(domain, seal)
      }
      const cookie = jar.header(request.url)
      return {
        ...(cookie === null ? {} : { cookie }),
        ...(session?.user_agent ? { 'user-agent': session.user_agent } : {}),
      }
    },
    receive(request, headers) {
      if (isReading(request)) jar.receive(request.url, headers['set-cookie'])
    },
    transfer: (url, cookies) => jar.transfer(url, cookies),
  }
}
