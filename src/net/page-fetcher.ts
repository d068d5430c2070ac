import type { Logger } from '../domain/log.ts'
import { isSuccess, needsPerson, type Outcome, worthAnotherRoute } from '../domain/outcome.ts'
import type { FetchRoute } from '../domain/page.ts'
import { registrableDomain } from '../domain/url.ts'
import type { EventStore } from '../store/types.ts'
import { BROWSERS } from './routes.ts'
import { isScriptShell } from './script-shell.ts'
import type { NetRequest, NetResult, PageFetch, PageFetcher, PageHistory, Route } from './types.ts'

interface FetcherOptions {
  /** In the order of escalation. */
  readonly routes: readonly Route[]
  readonly log: Logger
  readonly events?: EventStore
  readonly warnings?: readonly string[]
  /** The browser is sent to new domains as long as it has visited less than this share of a task's pages; 0: never. */
  readonly firstVisitShare?: number
}

/** Says nothing about the page itself. */
const UNTELLING: readonly Outcome[] = ['replay_miss', 'cooling_down', 'budget_spent', 'cancelled']
const TASKS_REMEMBERED = 50
const WITH_HISTORY = 3
const UNDER_WAY = 'introductions under way'
/** Nothing a browser would show. */
const A_FILE = /\.(pdf|docx?|xlsx?|pptx?|zip|csv|tsv|json|xml|txt)$/i

/** REQ 4.3.5: never the same route twice; on failure the next one, as long as another may do better. */
export function createPageFetcher(options: FetcherOptions): PageFetcher {
  const { routes, log, events, warnings = [], firstVisitShare = 0 } = options
  const shares = createShares(firstVisitShare)

  return {
    warnings,
    async fetchPage(request) {
      const attempts: { route: Route['name']; outcome: Outcome; reason: string | null }[] = []
      const results: NetResult[] = []
      shares.page(request)
      /** A page that only scripts draw: kept, and given up for what a browser makes of it. */
      let shell: NetResult | null = null
      const foreseen = (await routes[0]?.preflight?.(request)) ?? null
      const introduced = foreseen === null && introduces(request)
      for (const route of orderFor(routes, request, introduced ? 'browser' : foreseen)) {
        const earlier = mostTelling(results)
        if (shell !== null && !BROWSERS.includes(route.name)) continue
        if (shell === null && earlier !== null && !mayHelp(route, earlier.outcome)) continue
        const skip = (await route.unavailable(request)) ?? shares.refusal(route, request)
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
        shares.used(route, request)
        if (isSuccess(result.outcome) || result.outcome === 'cancelled') break
      }
      const result = results.find((one) => isSuccess(one.outcome)) ?? shell ?? mostTelling(results) ?? noRoute()
      if (introduced) shares.introduced(request)
      // Being introduced says nothing about what the site needs.
      if (!introduced) for (const route of routes) route.learn?.(request, attempts)
      if (attempts.length > 1) tell(request, attempts)
      const history = await historyOf(request, result)
      const screenshot = screenshotOf(results)
      return { result, attempts, screenshot, ...(history === null ? {} : { history }) } satisfies PageFetch
    },
  }

  /**
   * REQ 3.1.2: the first visit to a site is the browser's, which gets cookies and validators as a reader would; the
   * plain client goes on with them. REQ 7 bounds the browser's share, so it is so for some of a task's new sites.
   */
  function introduces(request: NetRequest): boolean {
    if (firstVisitShare === 0 || routes[0]?.isNew?.(request) !== true) return false
    const browser = routes.find((route) => route.name === 'browser')
    return browser !== undefined && !A_FILE.test(URL.parse(request.url)?.pathname ?? '') && shares.introduce(request)
  }

  /** REQ 3.1.6: where an archive stands in, its last versions are compared, as far as its share of the pages allows. */
  async function historyOf(request: NetRequest, result: NetResult): Promise<PageHistory | null> {
    const route = routes.find((one) => one.name === result.route)
    if (route?.history === undefined || !isSuccess(result.outcome)) return null
    const history = await route.history(request, result, 1 + shares.left(route, request))
    const { versions, changes, stopped } = history
    if (versions.length > 1) shares.used(route, request, versions.length - 1)
    const { taskId, causeId, url } = request
    // Times and counts only: the headings are a page's own words, and what of them may be kept is decided above (L2).
    const data = { versions, changes: changes.length, stopped }
    events?.append({ kind: 'net.page_history', taskId, subjectType: 'url', subjectId: url, data, causeId })
    return history
  }

  function tell(request: NetRequest, attempts: PageFetch['attempts']): void {
    log.info('net.escalated', { routes: attempts.map(({ route, outcome }) => `${route}:${outcome}`) })
    const { taskId, causeId, url } = request
    events?.append({ kind: 'net.escalation', taskId, subjectType: 'url', subjectId: url, data: { attempts }, causeId })
  }
}

/** The order of escalation, the route that has served this domain before in front. */
function orderFor(routes: readonly Route[], request: NetRequest, wanted: FetchRoute | null): readonly Route[] {
  const better = wanted ?? routes[0]?.defersTo?.(request) ?? null
  const first = better === null ? undefined : routes.find((route) => route.name === better)
  return first === undefined ? routes : [first, ...routes.filter((route) => route !== first)]
}

function mayHelp(route: Route, earlier: Outcome): boolean {
  return route.suits === undefined ? worthAnotherRoute(earlier) : route.suits(earlier)
}

/** What a person can act on comes first, then the first outcome that is about the page. */
function mostTelling(results: readonly NetResult[]): NetResult | null {
  const telling = results.filter(({ outcome }) => !UNTELLING.includes(outcome))
  return telling.find(({ outcome }) => needsPerson(outcome)) ?? telling[0] ?? results[0] ?? null
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

/** Shares of a task's pages and of its pages of one domain (REQ 3.1.6); one page is always allowed. */
function createShares(firstVisitShare: number) {
  const tasks = new Map<string, Map<string, { pages: number; used: Map<string, number> }>>()
  function countsOf(request: NetRequest, key: string) {
    const task = request.taskId ?? ''
    const counts = tasks.get(task) ?? new Map<string, { pages: number; used: Map<string, number> }>()
    tasks.delete(task)
    tasks.set(task, counts)
    const [oldest] = tasks.keys()
    if (tasks.size > TASKS_REMEMBERED && oldest !== undefined) tasks.delete(oldest)
    const entry = counts.get(key) ?? { pages: 0, used: new Map<string, number>() }
    counts.set(key, entry)
    return entry
  }
  const keys = (request: NetRequest) => ['', registrableDomain(request.url) ?? request.url]
  return {
    page(request: NetRequest): void {
      for (const key of keys(request)) countsOf(request, key).pages += 1
    },
    /** Whether one more new site may be the browser's, whatever brought it to the others; counted until it is done. */
    introduce(request: NetRequest): boolean {
      const { pages, used } = countsOf(request, '')
      const before = [...BROWSERS, UNDER_WAY].reduce((sum, name) => sum + (used.get(name) ?? 0), 0)
      if (before >= Math.max(1, Math.floor(pages * firstVisitShare))) return false
      used.set(UNDER_WAY, (used.get(UNDER_WAY) ?? 0) + 1)
      return true
    },
    introduced(request: NetRequest): void {
      const { used } = countsOf(request, '')
      used.set(UNDER_WAY, (used.get(UNDER_WAY) ?? 1) - 1)
    },
    used(route: Route, request: NetRequest, pages = 1): void {
      for (const key of keys(request)) {
        const { used } = countsOf(request, key)
        used.set(route.name, (used.get(route.name) ?? 0) + pages)
      }
    },
    /** How many more pages the route may bring for this task; of a domain at least one page with its history. */
    left(route: Route, request: NetRequest): number {
      const { share = 1 } = route
      const rooms = keys(request).map((key) => {
        const { pages, used } = countsOf(request, key)
        const least = key === '' ? 0 : WITH_HISTORY
        return Math.max(least, Math.floor(pages * share)) - (used.get(route.name) ?? 0)
      })
      return Math.max(0, Math.min(...rooms))
    },
    refusal(route: Route, request: NetRequest): string | null {
      const { share } = route
      if (share === undefined) return null
      const over = keys(request).some((key) => {
        const { pages, used } = countsOf(request, key)
        return (used.get(route.name) ?? 0) >= Math.max(1, Math.floor(pages * share))
      })
      return over ? `its ${Math.round(share * 100)} % of the pages are used up` : null
    },
  }
}
