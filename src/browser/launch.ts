import { readFile } from 'node:fs/promises'
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  LaunchOptions,
  Page,
  Cookie as PlaywrightCookie,
} from 'playwright-core'
import { LyraError } from '../domain/errors.ts'
import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import { type BrowserProduct, chromeUserAgent } from '../net/identity.ts'
import { isGoogleBuild, nameAsShown } from './browser-product.ts'
import { findProgram } from './find-browser.ts'
import { markProfiles, sweepProfiles } from './left-profiles.ts'
import { chromiumOf } from './modes.ts'
import { type AuditNote, auditProfile, machineProfile, type Repair } from './profile-audit.ts'
import type { BrowserMode } from './types.ts'
import { unpackBundled } from './unpack-chromium.ts'

export interface LaunchPlan {
  readonly settings: Settings['browser']
  readonly log: Logger
  readonly replaying: boolean
  readonly mode: BrowserMode
  /** Every connection goes through here. */
  readonly proxy: string
  /** Cookies and local storage of the research profile; null leaves nothing behind. */
  readonly stateFile: string | null
  /** Where the profile's last audit lies; null: no audit (replay). */
  readonly profileFolder: string | null
  /** The repair that an audit asked for; this opening applies it, and is audited once more. */
  readonly repair?: Repair | undefined
  /** Called with each audit and the action taken. */
  readonly note: AuditNote
}

/** A proxy address where nothing listens: whatever is not served from the archive fails. */
export const BLACKHOLE_PROXY = 'http://127.0.0.1:9'

function flags(plan: LaunchPlan): string[] {
  return [
    `--proxy-server=${plan.proxy}`,
    // Loopback would go around the proxy otherwise.
    '--proxy-bypass-list=<-loopback>',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-blink-features=AutomationControlled',
    '--no-pings',
    ...(plan.replaying ? ['--host-resolver-rules=MAP * ~NOTFOUND'] : []),
  ]
}

/** A context ready for pages, and what a site will see of it. */
export interface OpenedBrowser {
  readonly context: BrowserContext
  /** Null when we attached to a running browser, which keeps its own identity. */
  readonly product: BrowserProduct | null
  /** Names the browser as its window would; nothing to do for one that has a window. */
  prepare(page: Page): Promise<void>
  /** What the person's own profile would send to this address; nothing where the browser is ours. */
  ownCookies(url: string): Promise<readonly PlaywrightCookie[]>
}

/** A context ready for pages, or CHROME_NOT_READY within browser.start_seconds. */
export async function openBrowser(plan: LaunchPlan): Promise<OpenedBrowser> {
  const deadline = performance.now() + plan.settings.start_seconds * 1000
  const failures: string[] = []
  let started = false
  try {
    const first = await reach(plan, deadline, failures)
    started = true
    const options = { ...(await contextOptions(plan, first)), ...overrides(plan.repair ?? {}) }
    const opened = await opening(first, plan, options)
    if (plan.profileFolder === null) return opened
    return await audited(plan, plan.profileFolder, opened, async (repair) => {
      await opened.context.close()
      if (repair.restart !== true || first.attached) return opening(first, plan, { ...options, ...overrides(repair) })
      await first.browser.close()
      const again = await launch(plan, performance.now() + plan.settings.start_seconds * 1000, failures)
      return opening(again, plan, { ...options, ...overrides(repair) })
    })
  } catch (cause) {
    if (cause instanceof LyraError) throw cause
    throw new LyraError('CHROME_NOT_READY', 'No browser could be reached or started', {
      cause,
      details: {
        auto_start_attempted: true,
        started,
        hint: `${failures.at(-1) ?? firstLine(cause)}. ${ADVICE}`,
      },
    })
  }
}

const ADVICE =
  process.env.WSL_DISTRO_NAME === undefined
    ? 'Run `lyra doctor`'
    : 'WSL2: install Chrome inside Linux, or set browser.cdp_endpoint and switch on mirrored networking'

/** REQ 4.3.1: looked at; where it deviates it is opened again so that it agrees, and looked at once more. */
async function audited(
  plan: LaunchPlan,
  folder: string,
  opened: OpenedBrowser,
  reopen: (repair: Repair) => Promise<OpenedBrowser>,
): Promise<OpenedBrowser> {
  const look = (one: OpenedBrowser, attempt: number) =>
    auditProfile({ ...one, folder, machine: machineProfile(), log: plan.log, attempt, note: plan.note })
  const repairing = plan.repair !== undefined
  const audit = await look(opened, repairing ? 2 : 1)
  if (audit === null || audit.repair === null || repairing) return opened
  const repaired = await reopen(audit.repair)
  await look(repaired, 2)
  return repaired
}

function overrides({ restart: _restart, ...repair }: Repair): BrowserContextOptions {
  return repair
}

interface Reached {
  readonly browser: Browser
  readonly attached: boolean
  readonly hidden: boolean
  readonly google: boolean
}

async function opening(reached: Reached, plan: LaunchPlan, options: BrowserContextOptions): Promise<OpenedBrowser> {
  const { browser, attached, hidden, google } = reached
  // A context of our own, so that every connection goes through the proxy; the person's cookies come along by page.
  const profile = attached ? (browser.contexts()[0] ?? null) : null
  const context = await browser.newContext(options)
  const product = { major: majorOf(browser), google }
  return {
    context,
    product: attached ? null : product,
    async prepare(page) {
      if (hidden && !plan.replaying) await nameAsShown(page, product)
    },
    // A profile that cannot be read costs the session, not the page.
    ownCookies: async (url) => (profile === null || plan.replaying ? [] : profile.cookies(url).catch(() => [])),
  }
}

/**
 * REQ 3.2.1: the browser that was named, else one of our own, started at once; where that fails too, the named one is
 * asked again every half second until the time is over.
 */
async function reach(plan: LaunchPlan, deadline: number, failures: string[]): Promise<Reached> {
  const endpoint = plan.settings.cdp_endpoint
  if (endpoint === '') return launch(plan, deadline, failures)
  const attached = await attach(endpoint, deadline, failures)
  if (attached !== null) return attached
  plan.log.warn('browser.cdp_unreachable', { endpoint })
  try {
    return await launch(plan, deadline, failures)
  } catch (error) {
    while (performance.now() + POLL_MS < deadline) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      const late = await attach(endpoint, deadline, failures)
      if (late !== null) return late
    }
    throw error
  }
}

/** REQ 3.2.1: asked again every half second. */
const POLL_MS = 500

async function attach(endpoint: string, deadline: number, failures: string[]): Promise<Reached | null> {
  const { chromium } = await import('playwright-core')
  try {
    const browser = await chromium.connectOverCDP(endpoint, { timeout: Math.max(1, deadline - performance.now()) })
    return { browser, attached: true, hidden: false, google: true }
  } catch (error) {
    failures.push(`Nothing answers at browser.cdp_endpoint: ${firstLine(error)}`)
    return null
  }
}

async function launch(plan: LaunchPlan, deadline: number, failures: string[]): Promise<Reached> {
  const chromium = await chromiumOf(plan.mode)
  const found = findProgram(plan.settings)
  const executablePath = found.kind === 'bundled' ? await unpackBundled(found.path) : found.path
  const hidden = found.kind === 'bundled' || (plan.mode !== 'headful' && !plan.settings.headful)
  const options: LaunchOptions = {
    executablePath,
    headless: hidden,
    args: flags(plan),
    // The application closes the browser itself; Playwright still kills it when the process exits.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  }
  const swept = await sweepProfiles()
  if (swept > 0) plan.log.info('browser.profiles_swept', { swept })
  const root = process.getuid?.() === 0
  // Chromium refuses its sandbox to root, and some kernels refuse it to everybody.
  for (const chromiumSandbox of root ? [false] : [true, false]) {
    try {
      const timeout = Math.max(1, deadline - performance.now())
      const browser = await chromium.launch({ ...options, chromiumSandbox, timeout })
      await markProfiles()
      return { browser, attached: false, hidden, google: isGoogleBuild(found.path) }
    } catch (error) {
      failures.push(firstLine(error))
      plan.log.warn('browser.launch_failed', { kind: found.kind, sandbox: chromiumSandbox, error: firstLine(error) })
    }
  }
  throw new Error(failures.at(-1) ?? 'The browser did not start')
}

async function contextOptions(plan: LaunchPlan, { browser, attached }: Reached): Promise<BrowserContextOptions> {
  const saved = plan.stateFile === null ? null : await readFile(plan.stateFile, 'utf8').catch(() => null)
  return {
    serviceWorkers: 'block',
    acceptDownloads: false,
    viewport: { width: 1280, height: 800 },
    // A headless browser calls itself one (REQ 4.3.3: hide the automation, nothing more). The person's own keeps its
    // name: a passed challenge holds for that name only.
    ...(attached ? {} : { userAgent: chromeUserAgent(majorOf(browser)) }),
    // A browser we only attached to was not started with our flags.
    proxy: { server: plan.proxy, bypass: '<-loopback>' },
    ...(saved === null ? {} : { storageState: parseState(saved, plan.log) }),
  }
}

function parseState(text: string, log: Logger): NonNullable<BrowserContextOptions['storageState']> {
  const empty = { cookies: [], origins: [] }
  try {
    const state = JSON.parse(text)
    return Array.isArray(state?.cookies) && Array.isArray(state?.origins) ? state : empty
  } catch {
    log.warn('browser.state_unreadable')
    return empty
  }
}

function majorOf(browser: Browser): string {
  return browser.version().split('.', 1)[0] ?? ''
}

function firstLine(error: unknown): string {
  return String((error as Error).message ?? error).split('\n', 1)[0] ?? ''
}
