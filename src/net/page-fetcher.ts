import type { Logger } from '../domain/log.ts'
import { isSuccess, mayRetryByAnotherRoute, needsPerson, type Outcome } from '../domain/outcome.ts'
import type { FetchRoute } from '../domain/page.ts'
import type { EventLog } from '../store/event-log.ts'
import { createRouteQuota } from './route-quota.ts'
import { BROWSERS } from './routes.ts'
import { isScriptShell } from './script-shell.ts'
import type { NetRequest, NetResult, PageFetch, PageFetcher, PageHistory, PageVersions, Route } from './types.ts'

interface FetcherOptions {
  /** In the order of escalation. */
  readonly routes: readonly Route[]
  readonly log: Logger
  readonly events: EventLog
  /** Warnings for every search that uses it, e.g. that a replay archive is incomplete. */
  readonly warnings: readonly string[]
  /** The browser is sent to new domains as long as it has visited less than this share of a task's pages; 0: never. */
  readonly firstVisitShare: number
}

/** Says nothing about the page itself. */
const INCONCLUSIVE: readonly Outcome[] = ['replay_miss', 'cooling_down', 'budget_spent', 'cancelled', 'offline']
/** Nothing a browser would show. */
const DOWNLOAD = /\.(pdf|docx?|xlsx?|pptx?|zip|csv|tsv|json|xml|txt)$/i

/** REQ 4.3.5: never the same route twice; on failure the next one, as long as another may do better. */
export function createPageFetcher(options: FetcherOptions): PageFetcher {
  const { routes, log, events, warnings, firstVisitShare } = options
  const quota = createRouteQuota(firstVisitShare)

  return {
    warnings,
    async fetchPage(request, onStart) {
      onStart?.()
      const attempts: { route: Route['name']; outcome: Outcome; reason: string | null }[] = []
      const results: NetResult[] = []
      quota.countPage(request)
      /** A page that only scripts draw: kept, and given up for what a browser makes of it. */
      let shell: NetResult | null = null
      const foreseen = (await routes[0]?.preflight?.(request)) ?? null
      const firstVisit = foreseen === null && isFirstVisit(request)
      for (const route of orderFor(routes, request, firstVisit ? 'browser' : foreseen)) {
        const earlier = mostInformative(results)
        if (shell !== null && !BROWSERS.includes(route.name)) continue
        if (shell === null && earlier !== null && !mayHelp(route, earlier.outcome)) continue
        const skip = (await route.unavailable(request)) ?? quota.refusal(route, request)
        if (skip !== null) {
          attempts.push({ route: route.name, outcome: 'cancelled', reason: `Skipped: ${skip}` })
          continue
        }
        const result = await route.fetch(request)
        const scripted = isSuccess(result.outcome) && !BROWSERS.includes(route.name) && isScriptShell(result.response)
        const reason = scripted ? 'The page is drawn by scripts' : 'reason' in result ? result.reason : null
        attempts.push({ route: route.name, outcome: result.outcome, reason })
        if (scripted) {
          shell = result
          continue
        }
        results.push(result)
        quota.countUse(route, request)
        if (isSuccess(result.outcome) || result.outcome === 'cancelled') break
      }
      const result = results.find((one) => isSuccess(one.outcome)) ?? shell ?? mostInformative(results) ?? noRoute()
      // A first visit by the browser says nothing about what the site needs.
      if (firstVisit) quota.endFirstVisit(request)
      else if (result.outcome !== 'offline') for (const route of routes) route.learn?.(request, attempts)
      if (attempts.length > 1) logEscalation(request, attempts)
      const history = await historyOf(request, result)
      const screenshot = screenshotOf(results)
      return { result, attempts, screenshot, ...(history === null ? {} : { history }) } satisfies PageFetch
    },
    versions,
  }

  /** REQ 3.1.6: also of a page that lives, as far as the archive's share of the pages allows. */
  async function versions(request: NetRequest): Promise<PageVersions> {
    const route = routes.find((one) => one.versions !== undefined)
    if (route?.versions === undefined) return { versions: [], stopped: 'there is no archive of the web' }
    const told = await route.versions(request, quota.left(route, request))
    if (told.versions.length > 0) quota.countUse(route, request, told.versions.length)
    const { taskId, causeId, url } = request
    const data = { versions: told.versions.map(({ at }) => at), stopped: told.stopped }
    events.append({ kind: 'net.page_versions', taskId, subjectType: 'url', subjectId: url, data, causeId })
    return told
  }

  /**
   * REQ 3.1.2: the first visit to a site is the browser's, which gets cookies and validators as a reader would; the
   * plain client goes on with them. REQ 7 bounds the browser's share, so it is so for some of a task's new sites.
   */
  function isFirstVisit(request: NetRequest): boolean {
    if (firstVisitShare === 0 || routes[0]?.isNew?.(request) !== true) return false
    const browser = routes.find((route) => route.name === 'browser')
    return (
      browser !== undefined && !DOWNLOAD.test(URL.parse(request.url)?.pathname ?? '') && quota.beginFirstVisit(request)
    )
  }

  /** REQ 3.1.6: where an archive stands in, its last versions are compared, as far as its share of the pages allows. */
  async function historyOf(request: NetRequest, result: NetResult): Promise<PageHistory | null> {
    const route = routes.find((one) => one.name === result.route)
    if (route?.history === undefined || !isSuccess(result.outcome)) return null
    const history = await route.history(request, result, 1 + quota.left(route, request))
    const { versions, changes, stopped } = history
    if (versions.length > 1) quota.countUse(route, request, versions.length - 1)
    const { taskId, causeId, url } = request
    // Times and counts only: the headings are a page's own words, and what of them may be kept is decided above (L2).
    const data = { versions, changes: changes.length, stopped }
    events.append({ kind: 'net.page_history', taskId, subjectType: 'url', subjectId: url, data, causeId })
    return history
  }

  function logEscalation(request: NetRequest, attempts: PageFetch['attempts']): void {
    log.info('net.escalated', { routes: attempts.map(({ route, outcome }) => `${route}:${outcome}`) })
    const { taskId, causeId, url } = request
    events.append({ kind: 'net.escalation', taskId, subjectType: 'url', subjectId: url, data: { attempts }, causeId })
  }
}

/** The order of escalation, the route that has served this domain before in front. */
function orderFor(routes: readonly Route[], request: NetRequest, wanted: FetchRoute | null): readonly Route[] {
  const better = wanted ?? routes[0]?.defersTo?.(request) ?? null
  const first = better === null ? undefined : routes.find((route) => route.name === better)
  return first === undefined ? routes : [first, ...routes.filter((route) => route !== first)]
}

function mayHelp(route: Route, earlier: Outcome): boolean {
  return route.suits === undefined ? mayRetryByAnotherRoute(earlier) : route.suits(earlier)
}

/** What a person can act on comes first, then the first outcome that is about the page. */
function mostInformative(results: readonly NetResult[]): NetResult | null {
  const conclusive = results.filter(({ outcome }) => !INCONCLUSIVE.includes(outcome))
  return conclusive.find(({ outcome }) => needsPerson(outcome)) ?? conclusive[0] ?? results[0] ?? null
}

function noRoute(): NetResult {
  const reason = 'No route to fetch pages is available'
  return { outcome: 'connection', reason, route: 'http', archive: null, elapsedMs: 0 }
}

function screenshotOf(results: readonly NetResult[]): string | null {
  for (const result of results.toReversed()) {
    if ('screenshot' in result && typeof result.screenshot === 'string') return result.screenshot
  }
  return null
}
