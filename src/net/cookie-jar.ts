import type { Clock } from '../domain/clock.ts'
import { registrableDomain } from '../domain/url.ts'

/** A cookie as browsers export it and the sessions table keeps it. */
export interface JarCookie {
  readonly name: string
  readonly value: string
  /** With a leading dot it holds for subdomains; absent: for the host that set it. */
  readonly domain?: string | undefined
  readonly path?: string | undefined
  /** Seconds since the epoch; -1 or absent: until the session ends. */
  readonly expires?: number | undefined
  readonly secure?: boolean | undefined
}

/** A session a person earned in the browser (REQ 3.6.1). */
export interface StoredSession {
  readonly cookies: readonly JarCookie[]
  readonly user_agent: string | null
}

/** REQ 3.1.2: cookies of each registrable domain; nothing crosses from one domain to another. */
export interface CookieJar {
  header(url: string): string | null
  /** From an answer's Set-Cookie lines. */
  receive(url: string, setCookie: string | undefined): void
  /** What the browser holds for this page's domain; cookies of other domains are left out. */
  transfer(url: string, cookies: readonly JarCookie[]): void
}

interface Kept {
  readonly name: string
  readonly value: string
  readonly host: string
  readonly subdomains: boolean
  readonly path: string
  readonly expires: number
  readonly secure: boolean
}

/** RFC 6265 6.1: at least 50 cookies a domain. */
const MOST_PER_DOMAIN = 50

export function createCookieJar(clock: Clock): CookieJar {
  const domains = new Map<string, Map<string, Kept>>()

  function keep(domain: string, cookie: Kept): void {
    const jar = domains.get(domain) ?? new Map<string, Kept>()
    domains.set(domain, jar)
    const key = `${cookie.host} ${cookie.path} ${cookie.name}`
    jar.delete(key)
    if (cookie.expires <= clock.now()) return
    jar.set(key, cookie)
    const [oldest] = jar.keys()
    if (jar.size > MOST_PER_DOMAIN && oldest !== undefined) jar.delete(oldest)
  }

  return {
    header(url) {
      const { hostname, pathname, protocol } = new URL(url)
      const now = clock.now()
      const fitting = [...(domains.get(registrableDomain(url) ?? '')?.values() ?? [])].filter(
        (cookie) =>
          cookie.expires > now &&
          (!cookie.secure || protocol === 'https:') &&
          (hostname === cookie.host || (cookie.subdomains && hostname.endsWith(`.${cookie.host}`))) &&
          pathMatches(pathname, cookie.path),
      )
      // RFC 6265: longer paths first.
      const pairs = fitting
        .sort((a, b) => b.path.length - a.path.length)
        .map((cookie) => (cookie.name === '' ? cookie.value : `${cookie.name}=${cookie.value}`))
      return pairs.length === 0 ? null : pairs.join('; ')
    },
    receive(url, setCookie) {
      for (const line of setCookie?.split('\n') ?? []) {
        const cookie = parseSetCookie(line, new URL(url), clock.now())
        if (cookie !== null) keep(registrableDomain(url) ?? '', cookie)
      }
    },
    transfer(url, cookies) {
      const { hostname } = new URL(url)
      const domain = registrableDomain(url) ?? ''
      for (const cookie of cookies) {
        const host = (cookie.domain ?? hostname).replace(/^\./, '').toLowerCase()
        if (registrableDomain(`https://${host}`) !== domain || !/^[^\s;=]*$/.test(cookie.name)) continue
        if (/[\r\n;]/.test(cookie.value)) continue
        keep(domain, {
          name: cookie.name,
          value: cookie.value,
          host,
          subdomains: cookie.domain?.startsWith('.') === true,
          path: cookie.path ?? '/',
          expires:
            cookie.expires === undefined || cookie.expires < 0 ? Number.POSITIVE_INFINITY : cookie.expires * 1000,
          secure: cookie.secure === true,
        })
      }
    },
  }
}

function pathMatches(path: string, cookiePath: string): boolean {
  if (path === cookiePath) return true
  return path.startsWith(cookiePath) && (cookiePath.endsWith('/') || path[cookiePath.length] === '/')
}

function parseSetCookie(line: string, url: URL, now: number): Kept | null {
  const [pair = '', ...attributes] = line.split(';')
  const equals = pair.indexOf('=')
  if (equals === -1) return null
  const named = new Map(
    attributes.map((text) => {
      const [name = '', ...value] = text.split('=')
      return [name.trim().toLowerCase(), value.join('=').trim()]
    }),
  )
  const domain = named.get('domain')?.replace(/^\./, '').toLowerCase() ?? ''
  // A domain that is not the host's own, or is a public suffix, would reach other sites.
  if (domain !== '') {
    const own = url.hostname === domain || url.hostname.endsWith(`.${domain}`)
    if (!own || registrableDomain(`https://${domain}`) !== registrableDomain(url.href)) return null
  }
  const maxAge = named.get('max-age')
  const expires = named.get('expires')
  const until =
    maxAge !== undefined && /^-?\d+$/.test(maxAge)
      ? now + Number(maxAge) * 1000
      : expires === undefined
        ? Number.POSITIVE_INFINITY
        : Date.parse(expires)
  const path = named.get('path') ?? ''
  return {
    name: pair.slice(0, equals).trim(),
    value: pair.slice(equals + 1).trim(),
    host: domain === '' ? url.hostname : domain,
    subdomains: domain !== '',
    path: path.startsWith('/') ? path : url.pathname.replace(/\/[^/]*$/, '') || '/',
    expires: Number.isNaN(until) ? Number.POSITIVE_INFINITY : until,
    secure: named.has('secure'),
  }
}
