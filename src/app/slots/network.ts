import type { LoadedPage, PageBrowser } from '../../browser/types.ts'
import { registrableDomain } from '../../domain/url.ts'
import type { Gateway, NetRequest, PageFetcher } from '../../net/types.ts'
import type { Scheduler } from '../../work/scheduler.ts'
import type { WorkKind, WorkRequest } from '../../work/work-request.ts'
import { inSlot, timeoutReason } from './in-slot.ts'

/**
 * Fetches a page over all its routes in a network slot (REQ 3.2.2: four at once, one per domain), within `timeoutMs`.
 * `onStart` is called when the slot is taken.
 */
export function slottedFetcher(fetcher: PageFetcher, scheduler: Scheduler, timeoutMs: number): PageFetcher {
  const { versions } = fetcher
  return {
    ...fetcher,
    fetchPage: (request, onStart) =>
      inSlot(scheduler, ofRequest(request, 'prefetch', timeoutMs), (signal) =>
        fetcher.fetchPage({ ...request, signal }, onStart),
      ).catch((error: unknown) => ({ result: late('http', error, timeoutMs), attempts: [], screenshot: null })),
    ...(versions === undefined
      ? {}
      : {
          versions: (request) =>
            inSlot(scheduler, ofRequest(request, 'prefetch', timeoutMs), (signal) =>
              versions({ ...request, signal }),
            ).catch((error: unknown) => ({ versions: [], stopped: timeoutReason(error) })),
        }),
  }
}

/** Requests that are not pages (academic indexes, sitemaps) share the four network slots, one at a time per domain. */
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
 * Result pages of engines and of site searches have the highest priority. A visible window takes the window slot, which
 * excludes the model on the graphics card; a headless one takes a network slot. A browser that has to start first gets
 * that time once on top.
 */
export function slottedResultPages(
  browser: Pick<PageBrowser, 'load'>,
  scheduler: Scheduler,
  rule: { readonly headful: boolean; readonly timeoutMs: number; readonly startMs: number },
): Pick<PageBrowser, 'load'> {
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

/** A page being fetched already holds a network slot; a visible window and a model exclude each other (REQ 3.2.2). */
export function slottedBrowser(
  browser: PageBrowser,
  scheduler: Scheduler,
  rule: { readonly headful: boolean; readonly timeoutMs: number },
): PageBrowser {
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
  return { outcome: 'timeout', route, reason: timeoutReason(error), archive: null, elapsedMs: timeoutMs } as const
}
