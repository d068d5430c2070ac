import type { Page } from 'playwright-core'
import { refererFor } from '../net/headers.ts'
import type { NetRequest } from '../net/types.ts'
import type { PageSession } from './page-session.ts'

/**
 * REQ 3.1.1: from the result page to the article. A link on a stand-in for the page one comes from is followed, so that
 * Referer and sec-fetch-* are the browser's own and agree; the stand-in is answered here, nothing is asked of its host.
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
