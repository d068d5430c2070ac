import { createRequire } from 'node:module'
import type { BrowserType } from 'playwright-core'
import { LyraError } from '../domain/errors.ts'
import type { Settings } from '../domain/settings.ts'
import { findProgram } from './find-browser.ts'
import type { BrowserMode } from './types.ts'

/** Drives Chromium without the traces of automation; optional, since few pages need it (REQ 4.3). */
const UNDETECTED = 'patchright-core'

/** Why this machine has no browser of that kind; null when it has. */
export function modeUnavailable(
  mode: BrowserMode,
  settings: Settings['browser'],
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  if (mode === 'browser') return null
  if (settings.cdp_endpoint !== '') return 'browser.cdp_endpoint names a running browser, which is used as it is'
  if (mode === 'undetected') return installed(UNDETECTED) ? null : `${UNDETECTED} is not installed`
  if (settings.headful) return 'the first browser already shows its window'
  const desktop = process.platform === 'darwin' || process.platform === 'win32'
  if (!desktop && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display'
  try {
    return findProgram(settings).kind === 'bundled' ? 'the bundled browser cannot show a window' : null
  } catch (error) {
    return (error as Error).message
  }
}

export async function chromiumOf(mode: BrowserMode): Promise<BrowserType> {
  if (mode !== 'undetected') return (await import('playwright-core')).chromium
  try {
    // The same driver interface, from another package with types of its own.
    return (await import('patchright-core')).chromium as unknown as BrowserType
  } catch (cause) {
    throw new LyraError('CHROME_NOT_READY', `${UNDETECTED} is not installed`, {
      cause,
      details: { auto_start_attempted: false, hint: `npm install ${UNDETECTED}` },
    })
  }
}

function installed(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}
