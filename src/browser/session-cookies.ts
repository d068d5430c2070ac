import { registrableDomain } from '../domain/url.ts'
import type { JarCookie } from '../net/sessions.ts'

/** Playwright wants a URL or a domain with each cookie; those of other domains are left out. */
export function browserCookies(url: string, cookies: readonly JarCookie[]) {
  return cookies
    .filter(({ name, domain }) => name !== '' && (domain === undefined || sameDomain(domain, url)))
    .map(({ name, value, domain, path, expires, secure }) => ({
      name,
      value,
      ...(domain === undefined ? { url: new URL(url).origin } : { domain, path: path ?? '/' }),
      ...(expires === undefined ? {} : { expires }),
      ...(secure === undefined ? {} : { secure }),
    }))
}

function sameDomain(cookieDomain: string, url: string): boolean {
  return registrableDomain(`https://${cookieDomain.replace(/^\./, '')}`) === registrableDomain(url)
}
