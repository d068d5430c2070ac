import { LyraError } from '../domain/errors.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { Gateway, NetRequest, NetResult, Route } from './types.ts'

/** A route that is only for pages that failed in a certain way. */
export interface SelectiveRoute extends Route {
  suits?(earlier: Outcome): boolean
}

/** What the routes need of the browser (src/browser). */
export interface PageLoader {
  unavailable(): string | null
  load(request: NetRequest, options?: { readonly screenshot?: boolean }): Promise<NetResult>
}

export function httpRoute(gateway: Gateway): Route {
  return { name: 'http', unavailable: () => null, fetch: (request) => gateway.fetch(request) }
}

export function torRoute(): Route {
  const unavailable = 'Tor is not supported yet'
  return {
    name: 'tor',
    unavailable: () => unavailable,
    fetch: async () => ({ outcome: 'connection', reason: unavailable, route: 'tor', archive: null, elapsedMs: 0 }),
  }
}

export function browserRoute(browser: PageLoader): Route {
  return {
    name: 'browser',
    unavailable: () => browser.unavailable(),
    async fetch(request) {
      try {
        return await browser.load(request, { screenshot: true })
      } catch (error) {
        if (!(error instanceof LyraError) || error.code !== 'CHROME_NOT_READY') throw error
        return { outcome: 'connection', reason: error.message, route: 'browser', archive: null, elapsedMs: 0 }
      }
    },
  }
}

/** The newest snapshot of a page that is gone or refuses us; the last resort, since it may be old (REQ 4.3). */
export function waybackRoute(gateway: Gateway): SelectiveRoute {
  return {
    name: 'wayback',
    unavailable: () => null,
    suits: (earlier) => earlier === 'gone' || earlier === 'blocked',
    async fetch({ headers: _pageHeaders, referer: _referer, body: _body, method: _method, ...request }) {
      const result = await gateway.fetch({ ...request, url: `https://web.archive.org/web/2/${request.url}` })
      return { ...result, route: 'wayback' }
    },
  }
}
