import { type Browser, chromium } from 'playwright-core'
import { findProgram } from '../../../src/browser/find-browser.ts'
import { unpackBundled } from '../../../src/browser/unpack-chromium.ts'
import { defaultSettings } from '../../../src/domain/settings.ts'

/** A browser as a person has one; drawing is done by the processor, as on a machine without a graphics card. */
export async function liveBrowser(extra: readonly string[] = []): Promise<Browser> {
  const found = findProgram(defaultSettings.browser)
  const executablePath = found.kind === 'bundled' ? await unpackBundled(found.path) : found.path
  const drawing = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...drawing, ...extra] })
}
