import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { z } from 'zod'
import type { Settings } from '../domain/settings.ts'
import { type BrowserProduct, brandsOf, chromeUserAgent, languages, platformName } from '../net/identity.ts'
import { findProgram } from './find-browser.ts'

/** Google's build by where it lies: a hidden window names itself neither. */
export function isGoogleBuild(path: string): boolean {
  return /google[-_ \\/]?chrome/i.test(path)
}

const kept = z.object({ major: z.string().regex(/^\d+$/) })

/** The browser of the last audit, so that the plain client agrees with it before it is opened; null: not known yet. */
export function rememberedProduct(profileFolder: string, settings: Settings['browser']): BrowserProduct | null {
  try {
    const { major } = kept.parse(JSON.parse(readFileSync(join(profileFolder, 'profile-audit.json'), 'utf8')))
    const google = settings.cdp_endpoint !== '' || isGoogleBuild(findProgram(settings).path)
    return { major, google }
  } catch {
    return null
  }
}

/**
 * A hidden window calls itself HeadlessChrome among its brands and forgets the reader's further languages. It says what
 * the same browser with a window would say (REQ 4.3.3: hide the automation, nothing more).
 */
export async function nameAsShown(page: Page, product: BrowserProduct): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const brands = brandsOf(product).map(({ brand, version }) => ({ brand, version }))
  await session.send('Emulation.setUserAgentOverride', {
    userAgent: chromeUserAgent(product.major),
    acceptLanguage: languages().join(','),
    userAgentMetadata: {
      brands,
      platform: platformName(),
      platformVersion: '',
      architecture: process.arch === 'arm64' ? 'arm' : 'x86',
      bitness: '64',
      model: '',
      mobile: false,
    },
  })
}
