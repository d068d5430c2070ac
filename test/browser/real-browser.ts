import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { findProgram } from '../../src/browser/find-browser.ts'
import { unpackBundled } from '../../src/browser/unpack-chromium.ts'
import { defaultSettings } from '../../src/domain/settings.ts'

/** A Chromium with a profile of its own, as a person would start it with DevTools; its host and port. */
export async function realBrowser(t: TestContext): Promise<string> {
  const found = findProgram(defaultSettings.browser)
  const program = found.kind === 'bundled' ? await unpackBundled(found.path) : found.path
  const profile = mkdtempSync(join(tmpdir(), 'lyra-person-'))
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ]
  const child = spawn(program, [...flags, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] })
  t.after(async () => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  })
  let told = ''
  for await (const chunk of child.stderr) {
    told += String(chunk)
    const host = /DevTools listening on ws:\/\/([^/]+)\//.exec(told)?.[1]
    if (host !== undefined) return host
  }
  throw new Error(`the browser did not start: ${told}`)
}
