import { LyraError } from '../domain/errors.ts'
import { mayRetryByAnotherRoute, type Outcome } from '../domain/outcome.ts'
import type { FetchRoute } from '../domain/page.ts'
import type { NetGateway } from './gateway.ts'
import { domainOf } from './policy-notes.ts'
import { REFUSALS } from './policy-row.ts'
import type { NetRequest, NetResult, Route } from './types.ts'

/** What the routes need of the browser (src/browser). */
export interface PageLoader {
  unavailable(): string | null
  load(request: NetRequest, options?: { readonly screenshot?: boolean }): Promise<NetResult>
}

export function httpRoute(
  gateway: Pick<NetGateway, 'replaying' | 'fetch' | 'policy' | 'preflight' | 'replayedRoute'>,
): Route {
  const browserFirst = (request: NetRequest) =>
    gateway.replaying
      ? gateway.replayedRoute(request.url) === 'browser'
      : gateway.policy?.startsWithBrowser(domainOf(request.url)) === true
  return {
    name: 'http',
    unavailable: () => null,
    fetch: (request) => gateway.fetch(request),
    // The plain client can read what the browser treats as a download.
    suits: (earlier) => mayRetryByAnotherRoute(earlier) || earlier === 'unsupported_type',
    preflight: (request) => gateway.preflight(request),
    isNew: (request) => gateway.policy?.isNew(domainOf(request.url)) === true,
    defersTo: (request) => (browserFirst(request) ? 'browser' : null),
    learn(request, attempts) {
      const browser = attempts.find((one) => BROWSERS.includes(one.route) && one.outcome !== 'cancelled')
      const served = browser?.outcome === 'ok'
      const use = browser === undefined ? 'not_needed' : served ? 'needed' : 'failed'
      gateway.policy?.escalated(domainOf(request.url), use, request.causeId)
    },
  }
}

export const BROWSERS: readonly FetchRoute[] = ['browser', 'headful', 'undetected']

/** A name that does not resolve does not resolve in the browser either: it asks the same resolver. */
const BROWSER_SUITS: readonly Outcome[] = [...REFUSALS, 'timeout', 'connection', 'tls', 'server_error', 'empty']

/** REQ 4.3: only after the direct line was refused, for this domain only, and within the day's share. */
export function torRoute(
  gateway: Pick<NetGateway, 'replaying' | 'replayedRoute' | 'fetchByTor' | 'tor' | 'policy'>,
): Route {
  return {
    name: 'tor',
    suits: (earlier) => REFUSALS.includes(earlier),
    async unavailable(request) {
      if (gateway.replaying) {
        return gateway.replayedRoute(request.url) === 'tor' ? null : 'Tor was not used when the archive was made'
      }
      return (await gateway.tor.absent()) ?? gateway.policy?.torRefusal(domainOf(request.url)) ?? null
    },
    async fetch(request) {
      const result = await gateway.fetchByTor(request)
      if (!('reason' in result) || !REFUSALS.includes(result.outcome)) return result
      const { problem } = await gateway.tor.renew(domainOf(request.url))
      return problem === null ? result : { ...result, reason: `${result.reason}. No new circuit: ${problem}` }
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
