import type { Page } from 'playwright-core'
import type { ArchiveWriter } from '../archive/types.ts'
import type { Logger } from '../domain/log.ts'
import { isSuccess } from '../domain/outcome.ts'
import { classify } from '../net/classify.ts'
import { isScriptShell } from '../net/script-shell.ts'
import type { ArchiveRef, NetRequest, NetResponse, NetResult } from '../net/types.ts'
import type { PageSession } from './page-session.ts'
import { renderedHtml } from './rendered-html.ts'
import type { BrowserGateway, LoadedPage } from './types.ts'

export type ArchivePage = (
  page: Page,
  session: PageSession,
  request: NetRequest,
  first: NetResult | null,
  picture: boolean,
  elapsedMs: number,
) => Promise<LoadedPage>

/** Good enough to recognise a page by, at a tenth of a PNG's size; a page that cannot be drawn in time has none. */
const PICTURE = { type: 'jpeg', quality: 60, timeout: 5000, animations: 'disabled' } as const

/** Archives what the browser received and what it made of it, and says what that is. */
export function createPageArchiver(options: {
  readonly gateway: Pick<BrowserGateway, 'replaying' | 'record' | 'cacheRendered'>
  readonly archive: Pick<ArchiveWriter, 'writeResource'>
  readonly log: Logger
}): ArchivePage {
  const { gateway, archive, log } = options

  const finish: ArchivePage = async (page, session, request, first, picture, elapsedMs) => {
    const html = Buffer.from(await renderedHtml(page), 'utf8')
    const finalUrl = page.url()
    const received = first ?? (await recordMain(session, request, elapsedMs))
    const answered = received.response
    // Anything that is not a page is archived as received, not as the browser's viewer shows it; an oversized body is
    // not archived.
    if (answered === undefined || !isHtml(answered)) {
      return { ...received, route: 'browser', elapsedMs, screenshot: null }
    }
    const headers = { ...answered.headers, 'content-type': 'text/html; charset=utf-8' }
    const response: NetResponse = { status: answered.status, headers, body: html, finalUrl }
    const group = request.taskId ?? ''
    const rendered = await archive.writeResource(
      `urn:lyra:rendered:${finalUrl}`,
      headers['content-type'],
      html,
      group,
      received.archive,
    )
    const screenshot = picture ? await takePicture(page, finalUrl, group, received.archive) : null
    await listResources(session, finalUrl, group, received.archive)
    const common = { route: 'browser', response, archive: rendered, elapsedMs, screenshot } as const
    if (!isSuccess(received.outcome)) return { ...received, ...common }
    // A challenge may be drawn by a script, which the bytes as received do not show.
    const judged = classify({ ...response, url: finalUrl }, request.purpose)
    if (judged.outcome !== 'ok') return { ...judged, ...common }
    // A script shell's validators do not change when its rendered content does.
    const shell = isScriptShell(answered)
    if (first === null && !shell) gateway.cacheRendered(request, answered.headers, rendered)
    return { outcome: 'ok', ...common }
  }

  /** REQ 4.3.2: which resources the rendered page was made of, by URL and hash. */
  async function listResources(
    session: PageSession,
    url: string,
    group: string,
    about: ArchiveRef | null,
  ): Promise<void> {
    if (gateway.replaying) return
    await session.archived()
    const list = Buffer.from(JSON.stringify({ page: url, resources: session.resources() }))
    await archive.writeResource(`urn:lyra:resources:${url}`, 'application/json', list, group, about)
  }

  async function recordMain(session: PageSession, request: NetRequest, elapsedMs: number): Promise<NetResult> {
    const main = session.mainResponse()
    if (main === null) throw new Error('net::ERR_EMPTY_RESPONSE')
    const [body, headers] = await Promise.all([main.body(), main.allHeaders()])
    const response = { status: main.status(), headers, body, finalUrl: main.url() }
    return gateway.record(request, response, 'browser', elapsedMs)
  }

  async function takePicture(page: Page, url: string, group: string, about: ArchiveRef | null): Promise<string | null> {
    try {
      const picture = await page.screenshot(PICTURE)
      const { file, recordId } = await archive.writeResource(
        `urn:lyra:screenshot:${url}`,
        'image/jpeg',
        picture,
        group,
        about,
      )
      return `${file}#${recordId}`
    } catch (error) {
      log.debug('browser.no_screenshot', { error: String((error as Error).message).split('\n', 1)[0] })
      return null
    }
  }

  return finish
}

export function isHtml(response: NetResponse): boolean {
  const type = response.headers['content-type'] ?? ''
  return type === '' || /html/i.test(type)
}
