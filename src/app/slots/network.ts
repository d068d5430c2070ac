import type { BrowserDoor, LoadedPage } from '../../browser/types.ts'
import { registrableDomain } from '../../domain/url.ts'
import type { Gateway, NetRequest, PageFetcher } from '../../net/types.ts'
import type { Scheduler } from '../../work/scheduler.ts'
import type { WorkKind, WorkRequest } from '../../work/work-request.ts'
import { inSlot, lateOrThrow } from './in-slot.ts'

/**
 * A page over all its routes: one of the network places (REQ 3.2.2: four at once, one per domain), at most `timeoutMs`.
 * `onStart` is called when the place is there.
 */
export function slottedFetcher(fetcher: PageFetcher, scheduler: Scheduler, timeoutMs: number): PageFetcher {
  return {
    ...fetcher,
    fetchPage: (request, onStart) =>
      inSlot(scheduler, ofRequest(request, 'prefetch', timeoutMs), (signal) =>
        fetcher.fetchPage({ ...request, signal }, onStart),
      ).catch((error: unknown) => ({ result: late('http', error, timeoutMs), attempts: [], screenshot: null })),
  }
}

/**
 * What asks the net without being a page (indexes of papers, sitemaps): one of the four places, one at a time per
 * domain.
 */
export function slottedGateway(gateway: Gateway, scheduler: Scheduler, timeoutMs: number): Gateway {
  return {
    ...gateway,
    fetch: (request) =>
      inSlot(scheduler, ofRequest(request, 'prefetch', timeoutMs), (signal) =>
        gateway.fetch({ ...request, signal }),
      ).catch((error: unknown) => late('http', error, timeoutMs)),
  }
}

/**
 * Result pages, of engines and of a site's own search, go first of all. Shown in a window they take the place of the
 * window, which the model on the graphics card cannot have meanwhile; hidden, one of the network places. A browser that
 * has to start first gets the time for it on top, once.
 */
export function slottedResultPages(
  browser: Pick<BrowserDoor, 'load'>,
  scheduler: Scheduler,
  rule: { readonly headful: boolean; readonly timeoutMs: number; readonly startMs: number },
): Pick<BrowserDoor, 'load'> {
  let started = false
  return {
    load: async (request, wish) => {
      const timeoutMs = rule.timeoutMs + (started ? 0 : rule.startMs)
      const asked = ofRequest(request, 'serp', timeoutMs)
      try {
        return await inSlot(scheduler, rule.headful ? inWindow(asked) : asked, async (signal) => {
          const page = await browser.load({ ...request, signal }, wish)
          started = true
          return page
        })
      } catch (error) {
        return { ...late('browser', error, timeoutMs), screenshot: null }
      }
    },
  }
}

/**
 * A page that is fetched holds a network place already; a window on the screen and a model exclude each other (REQ
 * 3.2.2).
 */
export function slottedBrowser(
  browser: BrowserDoor,
  scheduler: Scheduler,
  rule: { readonly headful: boolean; readonly timeoutMs: number },
): BrowserDoor {
  if (!rule.headful) return browser
  return {
    ...browser,
    load: (request, wish) =>
      inSlot(scheduler, inWindow(ofRequest(request, 'prefetch', rule.timeoutMs)), (signal) =>
        browser.load({ ...request, signal }, wish),
      ).catch((error: unknown): LoadedPage => ({ ...late('browser', error, rule.timeoutMs), screenshot: null })),
  }
}

function ofRequest(request: NetRequest, kind: WorkKind, timeoutMs: number): WorkRequest {
  return {
    kind,
    slot: 'network_client',
    domain: registrableDomain(request.url) ?? request.url,
    taskId: request.taskId ?? undefined,
    causeId: request.causeId,
    timeoutMs,
    signal: request.signal,
  }
}

function inWindow({ domain: _any, ...request }: WorkRequest): WorkRequest {
  return { ...request, slot: 'browser_headful' }
}

function late(route: 'http' | 'browser', error: unknown, timeoutMs: number) {
  return { outcome: 'timeout', route, reason: lateOrThrow(error), archive: null, elapsedMs: timeoutMs } as const
}
