import { findProgram } from '../../src/browser/find-browser.ts'
import { unpackBundled } from '../../src/browser/unpack-chromium.ts'
import { defaultSettings } from '../../src/domain/settings.ts'

export interface Printer {
  print(html: string): Promise<Uint8Array>
  close(): Promise<void>
}

/** The project's own browser, printing pages it is handed as text; null where there is none. */
export async function openPrinter(): Promise<Printer | null> {
  try {
    const found = findProgram(defaultSettings.browser)
    const executablePath = found.kind === 'bundled' ? await unpackBundled(found.path) : found.path
    const { chromium } = await import('playwright-core')
    const args = ['--disable-gpu', '--disable-dev-shm-usage', '--no-first-run']
    const browser = await chromium.launch({ executablePath, chromiumSandbox: false, args, timeout: 60_000 })
    return {
      print: async (html) => {
        const page = await browser.newPage()
        await page.setContent(html)
        const pdf = await page.pdf({
          format: 'A4',
          margin: { top: '60px', bottom: '60px', left: '50px', right: '50px' },
        })
        await page.close()
        return new Uint8Array(pdf)
      },
      close: () => browser.close(),
    }
  } catch {
    return null
  }
}
