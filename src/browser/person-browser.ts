import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Settings } from '../domain/settings.ts'
import { findProgram } from './find-browser.ts'
import { modeUnavailable } from './modes.ts'
import { unpackBundled } from './unpack-chromium.ts'

/** A window of our own for a person: what is passed there can be used for later requests. */
export interface PersonBrowser {
  /** DevTools of this browser, on loopback. */
  readonly endpoint: string
  /** Ends it, unless the person has closed it. */
  close(): Promise<void>
}

export interface PersonBrowserOptions {
  readonly settings: Settings['browser']
  /** A profile apart from the one that searches use. */
  readonly profile: string
  readonly timeoutMs: number
  /** Without a window, for machines that have none. */
  readonly headless?: boolean
}

const LISTENING = /DevTools listening on ws:\/\/([^/]+)\//

/** Throws with the reason where this machine has no browser that could show a window. */
export async function startPersonBrowser(options: PersonBrowserOptions): Promise<PersonBrowser> {
  const { settings, profile, timeoutMs, headless = false } = options
  const problem = headless ? null : modeUnavailable('headful', { ...settings, headful: false })
  if (problem !== null) throw new Error(problem)
  const found = findProgram(settings)
  const program = found.kind === 'bundled' ? await unpackBundled(found.path) : found.path
  const flags = [
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    ...(headless ? ['--headless', '--disable-gpu'] : []),
    // Chromium refuses its sandbox to root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
  const child = spawn(program, [...flags, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const gone = once(child, 'exit').catch(() => [])
  const close = async () => {
    child.kill()
    await gone
  }
  try {
    return { endpoint: `http://${await listeningAt(child.stderr, timeoutMs, gone)}`, close }
  } catch (error) {
    await close()
    throw error
  }
}

function listeningAt(stderr: NodeJS.ReadableStream, timeoutMs: number, gone: Promise<unknown>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let told = ''
  stderr.on('data', (chunk) => {
    // Read to the end, so that the browser never waits; only the beginning is looked at.
    if (told.length < 10_000) told += String(chunk)
    const host = LISTENING.exec(told)?.[1]
    if (host !== undefined) resolve(host)
  })
  const timer = setTimeout(() => reject(new Error('the browser did not start in time')), timeoutMs)
  void gone.then(() => reject(new Error('the browser ended at once')))
  return promise.finally(() => clearTimeout(timer))
}
