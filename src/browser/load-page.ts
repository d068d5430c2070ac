import type { BrowserContext, Cookie, Page } from 'playwright-core'
import type { Clock } from '../domain/clock.ts'
import type { Logger } from '../domain/log.ts'
import { isSuccess } from '../domain/outcome.ts'
import type { NetRequest, NetResult } from '../net/types.ts'
import type { ArchivePage } from './archive-page.ts'
import type { BrowserProcess } from './browser-process.ts'
import { navigate } from './navigate.ts'
import { CANCELLED, failedLoad, loadFailure } from './navigation-failure.ts'
import { type PageSession, watchPage } from './page-session.ts'
import { browserCookies } from './session-cookies.ts'
import type { BrowserGateway, LoadedPage, LoadOptions } from './types.ts'

export interface PageLoad {
  readonly request: NetRequest
  readonly wanted: LoadOptions
  readonly started: number
  /** In replay: the page as the archive has it; null when live. */
  readonly first: NetResult | null
}

/**
 * How long a page must ask for nothing to count as rendered, and how long we wait for that. An archive answers at
 * once; over the network a script waits for the answer before it asks the next question.
 */
const SETTLE = { replay: [80, 3000], live: [600, 6000] } as const

/** A page that took all its time to arrive still has this long to be drawn and archived. */
const LEAST_READING_MS = 12_000
const leastReading = (limitMs: number) => Math.min(LEAST_READING_MS, 2 * limitMs)
const CLOSING_MS = 3000

/**
 * Playwright limits navigation; what it asks of the page itself may wait for ever, as in the undetected browser on a
 * page that has gone on to a `blob:` address. Real time, because the browser is real.
 */
async function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`Timeout ${Math.round(ms)}ms exceeded`)), ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Opens a tab for one page, waits until it is drawn, archives it, and goes on from there where that is asked for. */
export function createPageLoader(parts: {
  readonly gateway: BrowserGateway
  readonly clock: Clock
  readonly log: Logger
  readonly pageTimeoutMs: number
  readonly process: BrowserProcess
  readonly finish: ArchivePage
}): (load: PageLoad) => Promise<LoadedPage> {
  const { gateway, clock, log, process, finish } = parts
  const [quietMs, mostMs] = SETTLE[gateway.replaying ? 'replay' : 'live']

  async function rendered(page: Page, session: PageSession, load: PageLoad): Promise<LoadedPage> {
    const { request, wanted, started, first } = load
    const limitMs = request.timeoutMs ?? parts.pageTimeoutMs
    const until = performance.now() + limitMs
    const picture = wanted.screenshot === true
    // Redirects were followed in the archive already: Chromium would follow them past the interception.
    const url = first?.response?.finalUrl ?? request.url
    await navigate(page, session, request, url, limitMs)
    const drawn = async () => {
      await session.settle(quietMs, mostMs)
      const loaded = await finish(page, session, request, first, picture, clock.now() - started)
      if (first === null) gateway.sessions.transfer(page.url(), await page.context().cookies(page.url()))
      return loaded
    }
    const loaded = await withinTime(drawn(), Math.max(until - performance.now(), leastReading(limitMs)))
    const { onward } = wanted
    if (onward === undefined || !isSuccess(loaded.outcome)) return loaded
    const further = async () => {
      const problem = await onward(page, loaded)
      if (problem !== null) return failedLoad({ outcome: 'unsupported_type', reason: problem }, clock.now() - started)
      await session.settle(quietMs, mostMs)
      const asked = {
        ...request,
        url: session.mainResponse()?.url() ?? page.url(),
        referer: loaded.response?.finalUrl ?? request.url,
      }
      return finish(page, session, asked, session.replayed(), picture, clock.now() - started)
    }
    return withinTime(further(), limitMs + leastReading(limitMs))
  }

  return async (load) => {
    const { request, started, first } = load
    const { context, prepare, ownCookies } = await process.ready(request)
    if (request.signal?.aborted) return failedLoad(CANCELLED, clock.now() - started)
    if (first === null) await carryOver(context, await ownCookies(request.url))
    const earned = gateway.sessions.stored(request.url)
    if (earned !== null && first === null) await context.addCookies(browserCookies(request.url, earned.cookies))
    const page = await context.newPage()
    await prepare(page)
    const session = watchPage(page, request, gateway, first?.response ?? null)
    process.enter(page, session)
    const onAbort = () => void page.close().catch(() => {})
    request.signal?.addEventListener('abort', onAbort, { once: true })
    try {
      return await rendered(page, session, load)
    } catch (error) {
      const failed = loadFailure(error, clock.now() - started, {
        aborted: request.signal?.aborted === true,
        refusal: session.refusal(),
        refused: process.refused(session.failedUrl() ?? ''),
      })
      log.debug('browser.navigation_failed', {
        outcome: failed.outcome,
        reason: 'reason' in failed ? failed.reason : null,
      })
      return failed
    } finally {
      request.signal?.removeEventListener('abort', onAbort)
      // What cannot be read in time may not close in time either; the browser's end takes it along.
      await withinTime(session.archived(), LEAST_READING_MS).catch(() => {})
      process.leave(page)
      await withinTime(page.close(), CLOSING_MS).catch(() => {})
      process.rest()
    }
  }
}

/** REQ 3.6.1: what a person passed in the Chrome they attached holds for this page, too. */
async function carryOver(context: BrowserContext, cookies: readonly Cookie[]): Promise<void> {
  if (cookies.length > 0) await context.addCookies([...cookies])
}
