import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page, Request } from 'playwright-core'
import type { ArchiveWriter } from '../archive/types.ts'
import { type Clock, systemClock } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { Logger } from '../domain/log.ts'
import { isSuccess, type Outcome } from '../domain/outcome.ts'
import type { Settings } from '../domain/settings.ts'
import { createAddressFamilies } from '../net/address-family.ts'
import type { NetGateway } from '../net/gateway.ts'
import { type GuardedDoor, type HttpProxy, startHttpProxy } from '../net/http-proxy.ts'
import { createOutbound } from '../net/outbound.ts'
import { createSsrfGuard } from '../net/ssrf-guard.ts'
import type { Gateway, NetRequest, NetResult } from '../net/types.ts'
import { createPageArchiver, isHtml } from './archive-page.ts'
import { NOWHERE, type Opened, openBrowser } from './launch.ts'
import { modeUnavailable } from './modes.ts'
import { navigate } from './navigate.ts'
import { navigationFailure } from './navigation-failure.ts'
import { type PageSession, watchPage } from './page-session.ts'
import { type AuditReport, auditProfile, type Repair, thisMachine } from './profile-audit.ts'
import { browserCookies } from './session-cookies.ts'
import { createTasksSeen } from './tasks-seen.ts'
import type { BrowserDoor, BrowserMode, LoadedPage, LoadOptions } from './types.ts'

export interface BrowserOptions {
  readonly settings: Settings['browser']
  /** A NetGateway brings its guard, and with it the allow-list. */
  readonly gateway: Gateway &
    Partial<Pick<NetGateway, 'outbound' | 'guard' | 'sessions' | 'visit' | 'cacheRendered' | 'identity'>>
  readonly clock: Clock
  readonly log: Logger
  readonly profileFolder: string
  readonly archive?: ArchiveWriter
  /** Told of the profile's audits. */
  readonly onAudit?: (report: AuditReport, causeId: string) => void
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
  const finish = createPageArchiver({ gateway, archive, log })
  const sessions = new Map<Page, PageSession>()
  let opening: Promise<Opened> | null = null
  let proxy: HttpProxy | null = null
  let broken: { readonly reason: string; readonly until: number } | null = null
  let closed = false
  const tasks = createTasksSeen()
  let held: Opened | null = null
  let resting: NodeJS.Timeout | undefined
  let ending: Promise<void> = Promise.resolve()

  async function open(causeId: string, repair?: Repair): Promise<Opened> {
    await ending
    if (!gateway.replaying) proxy ??= await startHttpProxy(guardedDoor(gateway))
    const opened = await openBrowser({
      settings,
      log,
      replaying: gateway.replaying,
      mode: options.mode ?? 'browser',
      proxy: proxy === null ? NOWHERE : `http://127.0.0.1:${proxy.port}`,
      stateFile: gateway.replaying ? null : stateFile(),
      profileFolder: gateway.replaying ? null : options.profileFolder,
      repair,
      note: (report) => options.onAudit?.(report, causeId),
    })
    const { context, product } = opened
    // The plain client speaks for the same browser from now on.
    if (product !== null && !gateway.replaying) gateway.identity?.adopt(product)
    context.browser()?.on('disconnected', () => {
      // Another may have been opened meanwhile.
      if (held === opened) opening = null
    })
    context.on('page', (page) => void page.opener().then((opener) => (opener === null ? null : page.close())))
    await context.routeWebSocket(/.*/, (socket) => void socket.close())
    await context.route('**/*', async (route) => {
      const session = sessionOf(route.request())
      await (session === undefined ? route.abort().catch(() => {}) : session.handle(route))
    })
    held = opened
    return opened
  }

  /** A window that a page opens asks before it has a frame: it is nobody's. */
  function sessionOf(request: Request): PageSession | undefined {
    try {
      return sessions.get(request.frame().page())
    } catch {
      return undefined
    }
  }

  const stateFile = () => join(options.profileFolder, 'browser-state.json')

  async function ready(request: NetRequest): Promise<Opened> {
    if (closed) throw new LyraError('CHROME_NOT_READY', 'The browser has been closed')
    if (opening === null) tasks.meet(request.taskId)
    opening ??= open(request.causeId)
    try {
      const opened = await opening
      rest()
      if (gateway.replaying || sessions.size > 0 || !tasks.meet(request.taskId)) return opened
      return await healthy(opened, request.causeId)
    } catch (error) {
      opening = null
      broken = { reason: (error as Error).message, until: clock.now() + LAUNCH_AGAIN_MS }
      throw error
    }
  }

  /** REQ 4.3.1: each task begins with a look at the profile; one that deviates is opened anew, with its own repair. */
  async function healthy(opened: Opened, causeId: string): Promise<Opened> {
    const { profileFolder: folder } = options
    const note = (report: AuditReport) => options.onAudit?.(report, causeId)
    const audit = await auditProfile({ ...opened, folder, machine: thisMachine(), log, attempt: 1, note })
    if (audit === null || audit.repair === null || sessions.size > 0) return opened
    await shut(opened)
    opening = open(causeId, audit.repair)
    return opening
  }

  async function load(request: NetRequest, wish: LoadOptions = {}): Promise<LoadedPage> {
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
      const { context, prepare } = await ready(request)
      if (request.signal?.aborted) return failed('cancelled', 'The request was cancelled')
      const earned = gateway.sessions?.stored(request.url) ?? null
      if (earned !== null && first === null) await context.addCookies(browserCookies(request.url, earned.cookies))
      const page = await context.newPage()
      await prepare(page)
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
        if (wish.onward === undefined || !isSuccess(loaded.outcome)) return loaded
        const problem = await wish.onward(page, loaded)
        if (problem !== null) return failed('unsupported_type', problem)
        await session.settle(quietMs, mostMs)
        const asked = {
          ...request,
          url: session.mainResponse()?.url() ?? page.url(),
          referer: loaded.response?.finalUrl ?? request.url,
        }
        return await finish(page, session, asked, session.replayed(), wish.screenshot === true, clock.now() - started)
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
        rest()
      }
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
      clearTimeout(resting)
      await ending
      const opened = await opening?.catch(() => null)
      opening = null
      if (opened !== null && opened !== undefined) await shut(opened)
      proxy?.close()
      proxy = null
    },
  }

  /** REQ 4.2: ends with the work it was started for, so that a server that only waits holds no browser. */
  function rest(): void {
    clearTimeout(resting)
    resting = setTimeout(() => {
      if (sessions.size > 0 || opening === null) return
      const idle = opening
      opening = null
      held = null
      ending = idle.then(shut, () => {})
      log.debug('browser.ended_idle')
    }, settings.idle_seconds * 1000).unref()
  }

  async function shut({ context }: Opened): Promise<void> {
    if (!gateway.replaying) await saveState(context)
    // A Chrome we attached to stays; only our context goes.
    await context.close().catch(() => {})
    await context
      .browser()
      ?.close()
      .catch(() => {})
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

function guardedDoor(gateway: BrowserOptions['gateway']): GuardedDoor {
  const guard = gateway.guard ?? createSsrfGuard([])
  return { guard, outbound: gateway.outbound ?? createOutbound(guard, createAddressFamilies(systemClock)) }
}
