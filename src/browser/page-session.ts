import type { Page, Request, Response, Route } from 'playwright-core'
import { sha256 } from '../domain/ids.ts'
import type { Gateway, NetRequest, NetResponse, NetResult, Purpose } from '../net/types.ts'
import { isBlocked } from './resource-blocking.ts'

/** What one `load` watches while its page is open. */
export interface PageSession {
  /** Answers the page's requests: from the archive in replay, else after the gateway's checks. */
  handle(route: Route): Promise<void>
  /** Waits until nothing has been asked for during `quietMs`, at most `maxMs`. */
  settle(quietMs: number, maxMs: number): Promise<void>
  /** The last answer to the page's own navigation. */
  mainResponse(): Response | null
  /** The gateway's refusal of a navigation, e.g. a script that leads to a private address. */
  refusal(): NetResult | null
  /** In replay: what the archive gave for the page's last own navigation after the first. */
  replayed(): NetResult | null
  /** Where the page's own navigation failed: after redirects, another URL than the one asked for. */
  failedUrl(): string | null
  /** The next navigation to this address is answered with this document and goes nowhere: the page one comes from. */
  standIn(url: string, html: string): void
  /** What the page was made of, once archived. */
  resources(): readonly Resource[]
  /** Archives what was received, live only; the main document is the caller's. */
  archived(): Promise<void>
}

export interface Resource {
  readonly url: string
  readonly type: string
  readonly bytes: number
  readonly sha256: string
}

const ARCHIVE_WAIT_MS = 5000
const KEPT_TYPES = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch'])

export function watchPage(page: Page, request: NetRequest, gateway: Gateway, first: NetResponse | null): PageSession {
  let pending = 0
  let lastChange = performance.now()
  let main: Response | null = null
  let waiting = first
  let refused: NetResult | null = null
  let replayed: NetResult | null = null
  let failedUrl: string | null = null
  let navigations = 0
  const writes: Promise<unknown>[] = []
  const resources: Resource[] = []
  let stand: { readonly url: string; readonly html: string } | null = null

  const isMain = (asked: Request) => asked.isNavigationRequest() && asked.frame() === page.mainFrame()
  const toRequest = (asked: Request, purpose: Purpose): NetRequest => ({
    url: asked.url(),
    method: asked.method() === 'POST' ? 'POST' : 'GET',
    purpose,
    taskId: request.taskId,
    causeId: request.causeId,
    ...(asked.postData() === null ? {} : { body: asked.postData() ?? '' }),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  })

  async function answer(route: Route): Promise<void> {
    const asked = route.request()
    const own = isMain(asked)
    if (!own && isBlocked(asked.resourceType(), asked.url())) return route.abort('blockedbyclient')
    if (own && stand !== null && asked.url() === stand.url) {
      const { html: body } = stand
      stand = null
      return route.fulfill({ status: 200, contentType: 'text/html; charset=utf-8', body })
    }
    if (own) navigations += 1
    if (gateway.replaying) {
      if (own && waiting !== null) {
        const served = waiting
        waiting = null
        return fulfil(route, served)
      }
      const result = await gateway.fetch(toRequest(asked, own ? request.purpose : 'asset'))
      if (own && result.response === undefined) refused = result
      if (own) replayed = result
      return result.response === undefined ? route.abort('failed') : fulfil(route, result.response)
    }
    // The first navigation was admitted before the page was opened.
    const refusal =
      own && navigations === 1 ? null : await gateway.admit(toRequest(asked, own ? request.purpose : 'asset'))
    if (refusal === null) return route.continue()
    if (own) refused = refusal
    return route.abort('blockedbyclient')
  }

  page.on('response', (response) => {
    const asked = response.request()
    const redirect = response.status() >= 300 && response.status() < 400
    if (navigations === 0) return
    if (isMain(asked) && !redirect) main = response
    else if (!gateway.replaying && KEPT_TYPES.has(asked.resourceType())) {
      // The bytes of what a page asked for are gone once it has been left.
      writes.push(keep(asked, response, redirect).catch(() => undefined))
    }
  })

  page.on('requestfailed', (asked) => {
    if (isMain(asked)) failedUrl = asked.url()
  })

  async function keep(asked: Request, response: Response, redirect: boolean): Promise<void> {
    const body = redirect ? new Uint8Array() : await response.body()
    const headers = await response.allHeaders()
    if (!redirect) {
      const hashed = { type: asked.resourceType(), bytes: body.length, sha256: sha256(body) }
      resources.push({ url: response.url(), ...hashed })
    }
    const received = { status: response.status(), headers, body, finalUrl: response.url() }
    await gateway.record(toRequest(asked, 'asset'), received, 'browser', 0)
  }

  return {
    async handle(route) {
      pending += 1
      try {
        await answer(route)
      } catch {
        // The page was closed, or the request cancelled by it.
        await route.abort().catch(() => {})
      } finally {
        pending -= 1
        lastChange = performance.now()
      }
    },
    async settle(quietMs, maxMs) {
      // Real time: it is the browser that is waited for, not the research clock.
      const until = performance.now() + maxMs
      while (performance.now() < until) {
        if (pending === 0 && performance.now() - lastChange >= quietMs) return
        await new Promise((resolve) => setTimeout(resolve, 15))
      }
    },
    mainResponse: () => main,
    refusal: () => refused,
    replayed: () => replayed,
    failedUrl: () => failedUrl,
    standIn(url, html) {
      stand = { url, html }
    },
    resources: () => resources.toSorted((a, b) => (a.url < b.url ? -1 : 1)),
    async archived() {
      // A stream that never ends must not keep the page open.
      const limit = new Promise<void>((resolve) => setTimeout(resolve, ARCHIVE_WAIT_MS).unref())
      await Promise.race([Promise.allSettled(writes), limit])
    },
  }
}

const DROPPED = new Set(['content-encoding', 'transfer-encoding', 'content-length', 'connection', 'keep-alive'])

function fulfil(route: Route, response: NetResponse): Promise<void> {
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !DROPPED.has(name)))
  return route.fulfill({ status: response.status, headers, body: Buffer.from(response.body) })
}
