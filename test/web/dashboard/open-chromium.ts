import { chromium } from 'playwright-core'
import { findProgram } from '../../../src/browser/find-browser.ts'
import { unpackBundled } from '../../../src/browser/unpack-chromium.ts'
import { defaultSettings } from '../../../src/domain/settings.ts'

/** The browser that Lyra itself would take, with nothing of Lyra's in it: a reader of the dashboard. */
export async function openChromium() {
  const found = findProgram(defaultSettings.browser)
  const executablePath = found.kind === 'bundled' ? await unpackBundled(found.path) : found.path
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
}
