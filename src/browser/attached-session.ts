import { z } from 'zod'
import { cookieName, cookieValue } from '../domain/cookie.ts'
import { registrableDomain } from '../domain/url.ts'
import { openDevtoolsBrowser } from '../net/devtools-tab.ts'
import type { JarCookie } from '../net/sessions.ts'
import type { SeenSession } from './human-page.ts'

const held = z.object({
  cookies: z.array(
    z.object({
      name: cookieName,
      value: cookieValue,
      domain: z.string(),
      path: z.string(),
      expires: z.number(),
      secure: z.boolean(),
    }),
  ),
})

/**
 * What the person's own browser holds for one site, asked of the browser and of none of its tabs (REQ 3.6.1: the page
 * is left alone); null when it holds nothing. Cookies of other sites are dropped here.
 */
export async function readBrowserSession(
  endpoint: string,
  domain: string,
  timeoutMs: number,
): Promise<SeenSession | null> {
  const site = registrableDomain(`https://${domain}/`)
  const browser = await openDevtoolsBrowser(endpoint, timeoutMs)
  try {
    const { cookies } = held.parse(await browser.send('Storage.getCookies'))
    const own = cookies
      .filter((cookie) => registrableDomain(`https://${cookie.domain.replace(/^\./, '')}/`) === site)
      .map(({ expires, ...cookie }): JarCookie => ({ ...cookie, ...(expires > 0 ? { expires } : {}) }))
    const userAgent = browser.userAgent === undefined ? {} : { user_agent: browser.userAgent }
    return own.length === 0 ? null : { cookies: own, ...userAgent }
  } finally {
    browser.close()
  }
}
