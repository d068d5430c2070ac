import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, BrowserContextOptions, LaunchOptions } from 'playwright-core'
import { LyraError } from '../domain/errors.ts'
import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import { chromeUserAgent } from '../net/headers.ts'
import { findProgram } from './find-browser.ts'
import { chromiumOf } from './modes.ts'
import { auditProfile, thisMachine } from './profile-audit.ts'
import type { BrowserMode } from './types.ts'
import { unpackBundled } from './unpack.ts'

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
}

/** A proxy where nobody listens, and no name that resolves: whatever is not served from the archive fails. */
export const NOWHERE = 'http://127.0.0.1:9'

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

/** A context ready for pages, or CHROME_NOT_READY within browser.start_seconds. */
export async function openContext(plan: LaunchPlan): Promise<BrowserContext> {
  const deadline = performance.now() + plan.settings.start_seconds * 1000
  const failures: string[] = []
  let started = false
  try {
    const browser = (await attach(plan, deadline, failures)) ?? (await launch(plan, deadline, failures))
    started = true
    const options = await contextOptions(plan, browser)
    const context = await browser.newContext(options)
    if (plan.profileFolder === null) return context
    const audit = await auditProfile(context, plan.profileFolder, thisMachine(), plan.log)
    if (audit === null || audit.repair === null) return context
    // REQ 4.3.1: opened again so that it agrees with the machine, and looked at once more.
    await context.close()
    const repaired = await browser.newContext({ ...options, ...audit.repair })
    await auditProfile(repaired, plan.profileFolder, thisMachine(), plan.log)
    return repaired
  } catch (cause) {
    if (cause instanceof LyraError) throw cause
    throw new LyraError('CHROME_NOT_READY', 'No browser could be reached or started', {
      cause,
      details: {
        auto_start_attempted: true,
        started,
        hint: failures.at(-1) ?? String((cause as Error).message).split('\n', 1)[0],
      },
    })
  }
}

async function attach(plan: LaunchPlan, deadline: number, failures: string[]): Promise<Browser | null> {
  const endpoint = plan.settings.cdp_endpoint
  if (endpoint === '') return null
  const { chromium } = await import('playwright-core')
  // Half of the time for a Chrome that is still starting; the other half to start one ourselves.
  const half = performance.now() + (deadline - performance.now()) / 2
  while (performance.now() < half) {
    try {
      return await chromium.connectOverCDP(endpoint, { timeout: Math.max(1, half - performance.now()) })
    } catch (error) {
      failures.push(`Nothing answers at browser.cdp_endpoint: ${firstLine(error)}`)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  plan.log.warn('browser.cdp_unreachable', { endpoint })
  return null
}

async function launch(plan: LaunchPlan, deadline: number, failures: string[]): Promise<Browser> {
  const chromium = await chromiumOf(plan.mode)
  const found = findProgram(plan.settings)
  const executablePath = found.kind === 'bundled' ? await unpackBundled(found.path) : found.path
  const options: LaunchOptions = {
    executablePath,
    headless: found.kind === 'bundled' || (plan.mode !== 'headful' && !plan.settings.headful),
    args: flags(plan),
    // The application closes the browser itself; Playwright still kills it when the process exits.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  }
  const root = process.getuid?.() === 0
  // Chromium refuses its sandbox to root, and some kernels refuse it to everybody.
  for (const chromiumSandbox of root ? [false] : [true, false]) {
    try {
      const timeout = Math.max(1, deadline - performance.now())
      return await chromium.launch({ ...options, chromiumSandbox, timeout })
    } catch (error) {
      failures.push(firstLine(error))
      plan.log.warn('browser.launch_failed', { kind: found.kind, sandbox: chromiumSandbox, error: firstLine(error) })
    }
  }
  throw new Error(failures.at(-1) ?? 'The browser did not start')
}

async function contextOptions(plan: LaunchPlan, browser: Browser): Promise<BrowserContextOptions> {
  const saved = plan.stateFile === null ? null : await readFile(plan.stateFile, 'utf8').catch(() => null)
  return {
    serviceWorkers: 'block',
    acceptDownloads: false,
    viewport: { width: 1280, height: 800 },
    // A headless browser calls itself one (REQ 4.3.3: hide the automation, nothing more).
    userAgent: chromeUserAgent(browser.version().split('.', 1)[0] ?? ''),
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

function firstLine(error: unknown): string {
  return String((error as Error).message ?? error).split('\n', 1)[0] ?? ''
}
