import type { Page, Request, Response, Route } from 'playwright-core'
import type { Gateway, NetRequest, NetResponse, NetResult, Purpose } from '../net/types.ts'
import { decideRequest } from './request-decision.ts'
import { createResourceArchive, type Resource } from './resource-archive.ts'
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
  /** Serves this document for the next navigation to this address, without network access: the referring page. */
  standIn(url: string, html: string): void
  /** What the page was made of, once archived. */
  resources(): readonly Resource[]
  /** Archives what was received, live only; the main document is the caller's. */
  archived(): Promise<void>
}

/** Poll interval for "page settled"; about one frame. */
const SETTLE_POLL_MS = 15

export function watchPage(
  page: Page,
  request: NetRequest,
  gateway: Pick<Gateway, 'replaying' | 'fetch' | 'admit' | 'record'>,
  first: NetResponse | null,
): PageSession {
  const activity = createActivity()
  const resources = createResourceArchive(gateway, (asked) => requestOf(asked, 'asset', request))
  let main: Response | null = null
  let waiting = first
  let refused: NetResult | null = null
  let replayed: NetResult | null = null
  let failedUrl: string | null = null
  let navigations = 0
  let stand: { readonly url: string; readonly html: string } | null = null

  const isMain = (asked: Request) => asked.isNavigationRequest() && asked.frame() === page.mainFrame()

  async function answer(route: Route): Promise<void> {
    const asked = route.request()
    const own = isMain(asked)
    const standIn = stand?.url === asked.url() ? stand : null
    if (own && standIn === null) navigations += 1
    const decision = decideRequest({
      isMain: own,
      blocked: isBlocked(asked.resourceType(), asked.url()),
      standsIn: standIn !== null,
      replaying: gateway.replaying,
      firstAtHand: waiting !== null,
      navigations,
    })
    if (decision === 'block') return route.abort('blockedbyclient')
    if (decision === 'continue') return route.continue()
    if (decision === 'stand_in') {
      stand = null
      return route.fulfill({ status: 200, contentType: 'text/html; charset=utf-8', body: standIn?.html ?? '' })
    }
    if (decision === 'first_page' && waiting !== null) {
      const served = waiting
      waiting = null
      return fulfil(route, served)
    }
    const sent = requestOf(asked, own ? request.purpose : 'asset', request)
    if (decision === 'admit') {
      const refusal = await gateway.admit(sent)
      if (refusal === null) return route.continue()
      if (own) refused = refusal
      return route.abort('blockedbyclient')
    }
    const result = await gateway.fetch(sent)
    if (own && result.response === undefined) refused = result
    if (own) replayed = result
    return result.response === undefined ? route.abort('failed') : fulfil(route, result.response)
  }

  page.on('response', (response) => {
    const asked = response.request()
    const redirect = response.status() >= 300 && response.status() < 400
    if (navigations === 0) return
    if (isMain(asked) && !redirect) main = response
    else if (!gateway.replaying) resources.add(asked, response, redirect)
  })

  page.on('requestfailed', (asked) => {
    if (isMain(asked)) failedUrl = asked.url()
  })

  return {
    // It fails where the page was closed, or the request cancelled by it.
    handle: (route) => activity.during(() => answer(route).catch(() => route.abort().catch(() => {}))),
    settle: activity.settle,
    mainResponse: () => main,
    refusal: () => refused,
    replayed: () => replayed,
    failedUrl: () => failedUrl,
    standIn(url, html) {
      stand = { url, html }
    },
    resources: () => resources.list(),
    archived: () => resources.settled(),
  }
}

/** What a page asks for, as a request of the task that opened the page. */
export function requestOf(asked: Request, purpose: Purpose, cause: NetRequest): NetRequest {
  const body = asked.postData()
  return {
    url: asked.url(),
    method: asked.method() === 'POST' ? 'POST' : 'GET',
    purpose,
    taskId: cause.taskId,
    causeId: cause.causeId,
    ...(body === null ? {} : { body }),
    ...(cause.signal === undefined ? {} : { signal: cause.signal }),
  }
}

/** Requests in flight. Real time, because the browser is real even when the research clock is simulated. */
function createActivity() {
  let pending = 0
  let lastChange = performance.now()
  return {
    async during(work: () => Promise<void>): Promise<void> {
      pending += 1
      try {
        await work()
      } finally {
        pending -= 1
        lastChange = performance.now()
      }
    },
    async settle(quietMs: number, maxMs: number): Promise<void> {
      const until = performance.now() + maxMs
      while (performance.now() < until) {
        if (pending === 0 && performance.now() - lastChange >= quietMs) return
        await new Promise((resolve) => setTimeout(resolve, SETTLE_POLL_MS))
      }
    },
  }
}

const DROPPED = new Set(['content-encoding', 'transfer-encoding', 'content-length', 'connection', 'keep-alive'])

function fulfil(route: Route, response: NetResponse): Promise<void> {
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !DROPPED.has(name)))
  return route.fulfill({ status: response.status, headers, body: Buffer.from(response.body) })
}
