import { LyraError } from '../domain/errors.ts'
import { type Outcome, worthAnotherRoute } from '../domain/outcome.ts'
import type { FetchRoute } from '../domain/page.ts'
import { registrableDomain } from '../domain/url.ts'
import type { NetGateway } from './gateway.ts'
import type { Gateway, NetRequest, NetResult, Route } from './types.ts'

/** What the routes need of the browser (src/browser). */
export interface PageLoader {
  unavailable(): string | null
  load(request: NetRequest, options?: { readonly screenshot?: boolean }): Promise<NetResult>
}

export function httpRoute(
  gateway: Gateway & Partial<Pick<NetGateway, 'policy' | 'preflight' | 'replayedRoute'>>,
): Route {
  const domainOf = (request: NetRequest) => registrableDomain(request.url) ?? request.url
  const browserFirst = (request: NetRequest) =>
    gateway.replaying
      ? gateway.replayedRoute?.(request.url) === 'browser'
      : gateway.policy?.startsWithBrowser(domainOf(request)) === true
  return {
    name: 'http',
    unavailable: () => null,
    fetch: (request) => gateway.fetch(request),
    // What the browser took for a download, the plain client can read.
    suits: (earlier) => worthAnotherRoute(earlier) || earlier === 'unsupported_type',
    preflight: async (request) => (await gateway.preflight?.(request)) ?? null,
    isNew: (request) => gateway.policy?.isNew(domainOf(request)) === true,
    defersTo: (request) => (browserFirst(request) ? 'browser' : null),
    learn(request, attempts) {
      const browser = attempts.find((one) => BROWSERS.includes(one.route) && one.outcome !== 'cancelled')
      const served = browser?.outcome === 'ok'
      const use = browser === undefined ? 'not_needed' : served ? 'needed' : 'failed'
      gateway.policy?.escalated(domainOf(request), use, request.causeId)
    },
  }
}

export const BROWSERS: readonly FetchRoute[] = ['browser', 'headful', 'undetected']

const TOR_SUITS: readonly Outcome[] = ['blocked', 'rate_limited', 'captcha']
/** A name that does not resolve does not resolve in the browser either: it asks the same resolver. */
const BROWSER_SUITS: readonly Outcome[] = [...TOR_SUITS, 'timeout', 'connection', 'tls', 'server_error', 'empty']

/** REQ 4.3: only after the direct line was refused, for this domain only, and within the day's share. */
export function torRoute(gateway?: NetGateway): Route {
  return {
    name: 'tor',
    suits: (earlier) => TOR_SUITS.includes(earlier),
    async unavailable(request) {
      if (gateway === undefined) return 'Tor is not connected'
      if (gateway.replaying) {
        return gateway.replayedRoute(request.url) === 'tor' ? null : 'Tor was not used when the archive was made'
      }
      return (await gateway.tor.absent()) ?? gateway.policy?.torRefusal(registrableDomain(request.url) ?? '') ?? null
    },
    async fetch(request) {
      if (gateway === undefined) {
        return { outcome: 'connection', reason: 'Tor is not connected', route: 'tor', archive: null, elapsedMs: 0 }
      }
      const result = await gateway.fetchByTor(request)
      if (TOR_SUITS.includes(result.outcome)) await gateway.tor.renew(registrableDomain(request.url) ?? '')
      return result
    },
  }
}

export function browserRoute(browser: PageLoader, name: 'browser' | 'headful' | 'undetected' = 'browser'): Route {
  return {
    name,
    suits: (earlier) => BROWSER_SUITS.includes(earlier),
    unavailable: () => browser.unavailable(),
    async fetch(request) {
      try {
        return { ...(await browser.load(request, { screenshot: true })), route: name }
      } catch (error) {
        if (!(error instanceof LyraError) || error.code !== 'CHROME_NOT_READY') throw error
        return { outcome: 'connection', reason: error.message, route: name, archive: null, elapsedMs: 0 }
      }
    },
  }
}
