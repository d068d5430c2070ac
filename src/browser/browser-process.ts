import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { LyraError } from '../domain/errors.ts'
import type { Logger } from '../domain/log.ts'
import { createLruCache, type LruCache } from '../domain/lru-cache.ts'
import { type HttpProxy, startHttpProxy } from '../net/http-proxy.ts'
import type { RefusedConnection } from '../net/outbound.ts'
import type { NetRequest } from '../net/types.ts'
import { BLACKHOLE_PROXY, type LaunchPlan, type OpenedBrowser, openBrowser } from './launch.ts'
import type { PageSession } from './page-session.ts'
import { type AuditReport, auditProfile, machineProfile, type Repair } from './profile-audit.ts'
import type { BrowserOptions } from './types.ts'

/** Our own browser: started when a page needs it, audited at the start of each task, closed when idle. */
export interface BrowserProcess {
  /** Throws CHROME_NOT_READY when none can be reached or started. */
  ready(request: NetRequest): Promise<OpenedBrowser>
  /** Routes the page's requests to the session from now on. */
  enter(page: Page, session: PageSession): void
  leave(page: Page): void
  /** A page was closed; restarts the idle timer if it was the last one. */
  rest(): void
  /** Why the last start failed, while retries are suspended; null when a start may be tried. */
  broken(): string | null
  /** Why a connection to this URL's host was refused: private, no such name, offline; null when it was not. */
  refused(url: string): RefusedConnection['outcome'] | null
  close(): Promise<void>
}

/** After a failed start, wait this long before the next: each attempt costs a page `browser.start_seconds`. */
const LAUNCH_AGAIN_MS = 60_000
/** From the browser being ready to its page being there: a loaded machine takes seconds for it. */
const LEAST_REST_BEFORE_PAGE_MS = 10_000
/** Task ids remembered: more than one process handles between two starts of the browser. */
const TASKS_REMEMBERED = 100

type ProcessOptions = Pick<
  BrowserOptions,
  'settings' | 'gateway' | 'clock' | 'log' | 'profileFolder' | 'onAudit' | 'mode'
>

export function createBrowserProcess(options: ProcessOptions): BrowserProcess {
  const { settings, gateway, clock, log, profileFolder } = options
  const sessions = new Map<Page, PageSession>()
  const audited = createLruCache<true>(TASKS_REMEMBERED)
  let opening: Promise<OpenedBrowser> | null = null
  let proxy: HttpProxy | null = null
  let failed: { readonly reason: string; readonly until: number } | null = null
  let closed = false
  let held: OpenedBrowser | null = null
  let resting: NodeJS.Timeout | undefined
  let ending: Promise<void> = Promise.resolve()

  async function open(causeId: string, repair?: Repair): Promise<OpenedBrowser> {
    await ending
    if (!gateway.replaying) proxy ??= await startHttpProxy(gateway)
    const opened = await openBrowser({ ...launchPlan(options, proxy?.port ?? null, causeId), repair })
    // From now on the plain client sends the same identity.
    if (opened.product !== null && !gateway.replaying) gateway.identity.adopt(opened.product)
    opened.context.browser()?.on('disconnected', () => {
      // Another may have been opened meanwhile.
      if (held === opened) opening = null
    })
    await interceptRequests(opened.context, sessions)
    held = opened
    return opened
  }

  /** REQ 4.3.1: the profile is audited at the start of each task; a deviating one is reopened with its repair. */
  async function healthy(opened: OpenedBrowser, causeId: string): Promise<OpenedBrowser> {
    const note = (report: AuditReport) => options.onAudit(report, causeId)
    const target = { ...opened, folder: profileFolder, machine: machineProfile(), log, attempt: 1, note }
    const audit = await auditProfile(target)
    if (audit === null || audit.repair === null || sessions.size > 0) return opened
    await shut(opened)
    opening = open(causeId, audit.repair)
    return opening
  }

  async function shut({ context }: OpenedBrowser): Promise<void> {
    if (!gateway.replaying) await saveState(context, profileFolder, log)
    await closeBrowser(context)
  }

  /** REQ 4.2: closed when its work ends, so that an idle server holds no browser. */
  function rest(leastMs = 0): void {
    clearTimeout(resting)
    resting = setTimeout(
      () => {
        if (sessions.size > 0 || opening === null) return
        const idle = opening
        opening = null
        held = null
        ending = idle.then(shut, () => {})
        log.debug('browser.ended_idle')
      },
      Math.max(settings.idle_seconds * 1000, leastMs),
    ).unref()
  }

  return {
    async ready(request) {
      if (closed) throw new LyraError('CHROME_NOT_READY', 'The browser has been closed')
      if (opening === null) isNewTask(audited, request.taskId)
      opening ??= open(request.causeId)
      try {
        const opened = await opening
        rest(LEAST_REST_BEFORE_PAGE_MS)
        if (gateway.replaying || sessions.size > 0 || !isNewTask(audited, request.taskId)) return opened
        return await healthy(opened, request.causeId)
      } catch (error) {
        opening = null
        failed = { reason: (error as Error).message, until: clock.now() + LAUNCH_AGAIN_MS }
        throw error
      }
    },
    enter: (page, session) => void sessions.set(page, session),
    leave: (page) => void sessions.delete(page),
    rest: () => rest(),
    broken: () => (failed !== null && failed.until > clock.now() ? failed.reason : null),
    refused: (url) => proxy?.refusal(url) ?? null,
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
}

/** Whether this task uses the browser for the first time; requests without a task never do. */
function isNewTask(seen: LruCache<true>, taskId: string | null): boolean {
  if (taskId === null || seen.get(taskId) !== undefined) return false
  seen.set(taskId, true)
  return true
}

/** A replay has no network and a throw-away profile; live, every connection goes through the guarded proxy. */
export function launchPlan(options: ProcessOptions, proxyPort: number | null, causeId: string): LaunchPlan {
  const { settings, gateway, log, mode, profileFolder, onAudit } = options
  const { replaying } = gateway
  return {
    settings,
    log,
    mode,
    replaying,
    proxy: proxyPort === null ? BLACKHOLE_PROXY : `http://127.0.0.1:${proxyPort}`,
    stateFile: replaying ? null : stateFile(profileFolder),
    profileFolder: replaying ? null : profileFolder,
    note: (report) => onAudit(report, causeId),
  }
}

/** Cookies and local storage of the research profile, as the next start finds them. */
function stateFile(profileFolder: string): string {
  return join(profileFolder, 'browser-state.json')
}

/** Each request is handled by the session of its page; requests without a page (pop-ups, web sockets) are aborted. */
async function interceptRequests(context: BrowserContext, sessions: ReadonlyMap<Page, PageSession>): Promise<void> {
  context.on('page', (page) => void page.opener().then((opener) => (opener === null ? null : page.close())))
  await context.routeWebSocket(/.*/, (socket) => void socket.close())
  await context.route('**/*', async (route) => {
    const page = pageOf(route.request())
    const session = page === null ? undefined : sessions.get(page)
    await (session === undefined ? route.abort().catch(() => {}) : session.handle(route))
  })
}

/** A new window sends its first request before it has a frame, so no session owns it. */
function pageOf(request: Request): Page | null {
  try {
    return request.frame().page()
  } catch {
    return null
  }
}

async function closeBrowser(context: BrowserContext): Promise<void> {
  // An attached Chrome keeps running; only our context is closed.
  await context.close().catch(() => {})
  await context
    .browser()
    ?.close()
    .catch(() => {})
}

async function saveState(context: BrowserContext, profileFolder: string, log: Logger): Promise<void> {
  try {
    const state = JSON.stringify(await context.storageState())
    await mkdir(profileFolder, { recursive: true, mode: 0o700 })
    await writeFile(stateFile(profileFolder), state, { mode: 0o600 })
  } catch (error) {
    log.warn('browser.state_not_saved', { error: String(error) })
  }
}
