import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { LyraError } from '../domain/errors.ts'
import type { Settings } from '../domain/settings.ts'
import type { FoundBrowser } from './types.ts'

const PROGRAMS = ['google-chrome-stable', 'google-chrome', 'chrome', 'chromium', 'chromium-browser']
const KNOWN_PLACES: Readonly<Record<string, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
}

/** In this order: the named program, an installed one, the bundled one. Starts nothing. */
export function findProgram(settings: Settings['browser']): FoundBrowser {
  if (settings.executable !== '') {
    if (isProgram(settings.executable)) return { kind: 'installed', path: settings.executable }
    throw new LyraError('CHROME_NOT_READY', 'browser.executable is not a program', {
      details: { auto_start_attempted: false, hint: 'Correct browser.executable, or leave it empty' },
    })
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const places = folders.flatMap((folder) => PROGRAMS.map((name) => join(folder, name)))
  const installed = [...places, ...(KNOWN_PLACES[process.platform] ?? [])].find(isProgram)
  if (installed !== undefined) return { kind: 'installed', path: installed }
  const bundled = bundledPack()
  if (bundled !== null) return { kind: 'bundled', path: bundled }
  throw new LyraError('CHROME_NOT_READY', 'No Chrome or Chromium was found', {
    details: { auto_start_attempted: false, hint: 'Install Chrome or Chromium, or set browser.executable' },
  })
}

/** The packed Chromium of @sparticuz/chromium; it is made for Linux on x64. */
function bundledPack(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  try {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
    const pack = join(dirname(entry), '..', '..', 'bin', 'chromium.br')
    return existsSync(pack) ? pack : null
  } catch {
    return null
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
