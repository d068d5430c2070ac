import type { Page } from 'playwright-core'
import { refererFor } from '../net/headers.ts'
import type { NetRequest } from '../net/types.ts'
import type { PageSession } from './page-session.ts'

/**
 * REQ 3.1.1: opens the article from its result page. A stand-in document is served at the referring address and its
 * link is followed, so that Referer and sec-fetch-* are the browser's own; nothing is requested from the referring
 * host.
 */
export async function navigate(
  page: Page,
  session: PageSession,
  request: NetRequest,
  url: string,
  timeout: number,
): Promise<void> {
  const from = refererFor(request) === null ? null : URL.parse(request.referer ?? '')
  if (from === null) {
    await page.goto(url, { timeout, waitUntil: 'domcontentloaded' })
    return
  }
  from.hash = ''
  session.standIn(from.href, `<!doctype html><title>-</title><a id="next" href="${attribute(url)}">-</a>`)
  await page.goto(from.href, { timeout, waitUntil: 'domcontentloaded' })
  await Promise.all([
    page.waitForNavigation({ timeout, waitUntil: 'domcontentloaded' }),
    page.click('#next', { timeout, noWaitAfter: true }),
  ])
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
