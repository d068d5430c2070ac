import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import type { ArchiveWriter } from '../archive/types.ts'
import type { Clock } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { Logger } from '../domain/log.ts'
import { isSuccess, type Outcome } from '../domain/outcome.ts'
import type { Settings } from '../domain/settings.ts'
import { registrableDomain } from '../domain/url.ts'
import { classify } from '../net/classify.ts'
import type { NetGateway } from '../net/gateway.ts'
import { createGuard } from '../net/guard.ts'
import { type GuardProxy, startGuardProxy } from '../net/guard-proxy.ts'
import { needsScripts } from '../net/scripted.ts'
import type { JarCookie } from '../net/sessions.ts'
import type { ArchiveRef, Gateway, NetRequest, NetResponse, NetResult } from '../net/types.ts'
import { NOWHERE, openContext } from './launch.ts'
import { modeUnavailable } from './modes.ts'
import { navigate } from './navigate.ts'
import { navigationFailure } from './navigation-failure.ts'
import { type PageSession, watchPage } from './page-session.ts'
import type { BrowserDoor, BrowserMode, LoadedPage } from './types.ts'

export interface BrowserOptions {
  readonly settings: Settings['browser']
  /** A NetGateway brings its guard, and with it the allow-list. */
  readonly gateway: Gateway & Partial<Pick<NetGateway, 'guard' | 'sessions' | 'visit' | 'holdRendered'>>
  readonly clock: Clock
  readonly log: Logger
  readonly profileFolder: string
  readonly archive?: ArchiveWriter
  /** How it is shown and driven; `browser` unless said otherwise. */
  readonly mode?: BrowserMode
}

const DEFAULT_TIMEOUT_MS = 60_000
const LAUNCH_AGAIN_MS = 60_000
/** How long a page must ask for nothing to count as rendered, and how long we wait for that. */
const SETTLE = { replay: [80, 3000], live: [600, 6000] } as const

/** The browser behind the one door: every request of every page is answered or admitted by the gateway. */
export function createBrowser(options: BrowserOptions): BrowserDoor {
  const { settings, gateway, clock, log, archive } = options
  const sessions = new Map<Page, PageSession>()
  let opening: Promise<BrowserContext> | null = null
  let proxy: GuardProxy | null = null
  let broken: { readonly reason: string; readonly until: number } | null = null
  let closed = false

  async function open(): Promise<BrowserContext> {
    if (!gateway.replaying) proxy ??= await startGuardProxy(gateway.guard ?? createGuard([]))
    const context = await openContext({
      settings,
      log,
      replaying: gateway.replaying,
      mode: options.mode ?? 'browser',
      proxy: proxy === null ? NOWHERE : `http://127.0.0.1:${proxy.port}`,
      stateFile: gateway.replaying ? null : stateFile(),
      profileFolder: gateway.replaying ? null : options.profileFolder,
    })
    context.browser()?.on('disconnected', () => {
      opening = null
    })
    context.on('page', (page) => void page.opener().then((opener) => (opener === null ? null : page.close())))
    await context.routeWebSocket(/.*/, (socket) => void socket.close())
    await context.route('**/*', async (route) => {
      const session = sessions.get(route.request().frame().page())
      await (session === undefined ? route.abort() : session.handle(route))
    })
    return context
  }

  const stateFile = () => join(options.profileFolder, 'browser-state.json')

  async function ready(): Promise<BrowserContext> {
    if (closed) throw new LyraError('CHROME_NOT_READY', 'The browser has been closed')
    opening ??= open()
    try {
      return await opening
    } catch (error) {
      opening = null
      broken = { reason: (error as Error).message, until: clock.now() + LAUNCH_AGAIN_MS }
      throw error
    }
  }

  async function load(request: NetRequest, wish: { readonly screenshot?: boolean } = {}): Promise<LoadedPage> {
    const started = clock.now()
    const failed = (outcome: Exclude<Outcome, 'ok' | 'not_modified'>, reason: string): LoadedPage => ({
      outcome,
      reason,
      route: 'browser',
      archive: null,
      elapsedMs: clock.now() - started,
      screenshot: null,
    })
    if ((request.method ?? 'GET') !== 'GET') return failed('unsupported_type', 'The browser loads pages by GET only')

    if (gateway.replaying) {
      const first = await gateway.fetch(request)
      if (!isSuccess(first.outcome) || first.response === undefined || !isHtml(first.response)) {
        return { ...first, route: 'browser', screenshot: null }
      }
      return render(first)
    }
    if (gateway.visit === undefined) {
      const refused = await gateway.admit(request)
      return refused === null ? render(null) : { ...refused, route: 'browser', screenshot: null }
    }
    const visited = await gateway.visit(request, () => render(null))
    return visited.ok ? visited.value : { ...visited.result, route: 'browser', screenshot: null }

    async function render(first: NetResult | null): Promise<LoadedPage> {
      const context = await ready()
      if (request.signal?.aborted) return failed('cancelled', 'The request was cancelled')
      const earned = gateway.sessions?.stored(request.url) ?? null
      if (earned !== null && first === null) await context.addCookies(browserCookies(request.url, earned.cookies))
      const page = await context.newPage()
      const session = watchPage(page, request, gateway, first?.response ?? null)
      sessions.set(page, session)
      const onAbort = () => void page.close().catch(() => {})
      request.signal?.addEventListener('abort', onAbort, { once: true })
      try {
        const timeout = request.timeoutMs ?? DEFAULT_TIMEOUT_MS
        // Redirects were followed in the archive already: Chromium would follow them past the interception.
        await navigate(page, session, request, first?.response?.finalUrl ?? request.url, timeout)
        const [quietMs, mostMs] = SETTLE[gateway.replaying ? 'replay' : 'live']
        await session.settle(quietMs, mostMs)
        const loaded = await finish(page, session, request, first, wish.screenshot === true, clock.now() - started)
        if (first === null) gateway.sessions?.transfer(page.url(), await context.cookies(page.url()))
        return loaded
      } catch (error) {
        if (request.signal?.aborted) return failed('cancelled', 'The request was cancelled')
        const refusal = session.refusal()
        if (refusal !== null) return { ...refusal, route: 'browser', screenshot: null }
        if (proxy?.refused(session.failedUrl() ?? '') === true) {
          return failed('refused_private', 'The page leads to a private or reserved address')
        }
        const { outcome, reason } = navigationFailure(error)
        log.debug('browser.navigation_failed', { outcome, reason })
        return failed(outcome, reason)
      } finally {
        request.signal?.removeEventListener('abort', onAbort)
        await session.archived()
        sessions.delete(page)
        await page.close().catch(() => {})
      }
    }
  }

  async function finish(
    page: Page,
    session: PageSession,
    request: NetRequest,
    first: NetResult | null,
    picture: boolean,
    elapsedMs: number,
  ): Promise<LoadedPage> {
    const html = Buffer.from(await page.content(), 'utf8')
    const finalUrl = page.url()
    const received = first ?? (await recordMain(session, request, elapsedMs))
    const answered = received.response ?? { status: 200, headers: {} }
    const headers = { ...answered.headers, 'content-type': 'text/html; charset=utf-8' }
    const response: NetResponse = { status: answered.status, headers, body: html, finalUrl }
    const group = request.taskId ?? ''
    const rendered = await archive?.writeResource(
      `urn:lyra:rendered:${finalUrl}`,
      headers['content-type'],
      html,
      group,
      received.archive,
    )
    const screenshot = picture ? await takePicture(page, finalUrl, group, received.archive) : null
    await listResources(session, finalUrl, group, received.archive)
    const common = { route: 'browser', response, archive: rendered ?? received.archive, elapsedMs, screenshot } as const
    if (!isSuccess(received.outcome)) return { ...received, ...common }
    // A challenge may be drawn by a script, which the bytes as received do not show.
    const judged = classify({ ...response, url: finalUrl }, request.purpose)
    if (judged.outcome !== 'ok') return { ...judged, ...common }
    // A shell's validators say nothing about what its scripts will draw the next time.
    const shell = received.response === undefined || needsScripts(received.response)
    if (rendered !== undefined && first === null && !shell) gateway.holdRendered?.(request, answered.headers, rendered)
    return { outcome: 'ok', ...common }
  }

  /** REQ 4.3.2: which resources the rendered page was made of, by URL and hash. */
  async function listResources(
    session: PageSession,
    url: string,
    group: string,
    about: ArchiveRef | null,
  ): Promise<void> {
    if (archive === undefined || gateway.replaying) return
    await session.archived()
    const list = Buffer.from(JSON.stringify({ page: url, resources: session.resources() }))
    await archive.writeResource(`urn:lyra:resources:${url}`, 'application/json', list, group, about)
  }

  async function recordMain(session: PageSession, request: NetRequest, elapsedMs: number): Promise<NetResult> {
    const main = session.mainResponse()
    if (main === null) throw new Error('net::ERR_EMPTY_RESPONSE')
    const [body, headers] = await Promise.all([main.body(), main.allHeaders()])
    const response = { status: main.status(), headers, body, finalUrl: main.url() }
    return gateway.record(request, response, 'browser', elapsedMs)
  }

  async function takePicture(page: Page, url: string, group: string, about: ArchiveRef | null): Promise<string | null> {
    if (archive === undefined) return null
    try {
      const picture = await page.screenshot({ type: 'jpeg', quality: 60, timeout: 5000, animations: 'disabled' })
      const { file, recordId } = await archive.writeResource(
        `urn:lyra:screenshot:${url}`,
        'image/jpeg',
        picture,
        group,
        about,
      )
      return `${file}#${recordId}`
    } catch (error) {
      log.debug('browser.no_screenshot', { error: String((error as Error).message).split('\n', 1)[0] })
      return null
    }
  }

  return {
    unavailable: () =>
      (gateway.replaying && (options.mode ?? 'browser') !== 'browser' ? 'a replay needs one browser only' : null) ??
      modeUnavailable(options.mode ?? 'browser', settings) ??
      (broken !== null && broken.until > clock.now() ? broken.reason : null),
    load,
    async close() {
      closed = true
      const context = await opening?.catch(() => null)
      opening = null
      if (context !== null && context !== undefined) {
        if (!gateway.replaying) await saveState(context)
        // A Chrome we attached to stays; only our context goes.
        await context.close().catch(() => {})
        await context
          .browser()
          ?.close()
          .catch(() => {})
      }
      proxy?.close()
      proxy = null
    },
  }

  async function saveState(context: BrowserContext): Promise<void> {
    try {
      const state = JSON.stringify(await context.storageState())
      await mkdir(options.profileFolder, { recursive: true, mode: 0o700 })
      await writeFile(stateFile(), state, { mode: 0o600 })
    } catch (error) {
      log.warn('browser.state_not_saved', { error: String(error) })
    }
  }
}

/** Playwright wants a URL or a domain with each cookie. */
function browserCookies(url: string, cookies: readonly JarCookie[]) {
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

function isHtml(response: NetResponse): boolean {
  const type = response.headers['content-type'] ?? ''
  return type === '' || /html/i.test(type)
}
