import type { Logger } from '../domain/log.ts'
import { isSuccess, needsPerson, type Outcome, worthAnotherRoute } from '../domain/outcome.ts'
import { registrableDomain } from '../domain/url.ts'
import type { EventStore } from '../store/types.ts'
import { BROWSERS, type SelectiveRoute } from './routes.ts'
import { needsScripts } from './scripted.ts'
import type { NetRequest, NetResult, PageFetch, PageFetcher, Route } from './types.ts'

interface FetcherOptions {
  /** In the order of escalation. */
  readonly routes: readonly Route[]
  readonly log: Logger
  readonly events?: EventStore
}

/** Says nothing about the page itself. */
const UNTELLING: readonly Outcome[] = ['replay_miss', 'cooling_down', 'budget_spent', 'cancelled']
const TASKS_REMEMBERED = 50

/** REQ 4.3.5: never the same route twice; on failure the next one, as long as another may do better. */
export function createPageFetcher({ routes, log, events }: FetcherOptions): PageFetcher {
  const shares = createShares()

  return {
    async fetchPage(request) {
      const attempts: { route: Route['name']; outcome: Outcome; reason: string | null }[] = []
      const results: NetResult[] = []
      shares.page(request)
      /** A page that only scripts draw: kept, and given up for what a browser makes of it. */
      let shell: NetResult | null = null
      for (const route of orderFor(routes, request)) {
        const earlier = mostTelling(results)
        if (shell !== null && !BROWSERS.includes(route.name)) continue
        if (shell === null && earlier !== null && !mayHelp(route, earlier.outcome)) continue
        const skip = (await route.unavailable(request)) ?? shares.refusal(route, request)
        if (skip !== null) {
          attempts.push({ route: route.name, outcome: 'cancelled', reason: `Skipped: ${skip}` })
          continue
        }
        const result = await route.fetch(request)
        const scripted = isSuccess(result.outcome) && !BROWSERS.includes(route.name) && needsScripts(result.response)
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
      for (const route of routes) (route as SelectiveRoute).learn?.(request, attempts)
      if (attempts.length > 1) tell(request, attempts)
      return { result, attempts, screenshot: screenshotOf(results) } satisfies PageFetch
    },
  }

  function tell(request: NetRequest, attempts: PageFetch['attempts']): void {
    log.info('net.escalated', { routes: attempts.map(({ route, outcome }) => `${route}:${outcome}`) })
    const { taskId, causeId, url } = request
    events?.append({ kind: 'net.escalation', taskId, subjectType: 'url', subjectId: url, data: { attempts }, causeId })
  }
}

/** The order of escalation, the route that has served this domain before in front. */
function orderFor(routes: readonly SelectiveRoute[], request: NetRequest): readonly SelectiveRoute[] {
  const better = routes[0]?.defersTo?.(request) ?? null
  const first = better === null ? undefined : routes.find((route) => route.name === better)
  return first === undefined ? routes : [first, ...routes.filter((route) => route !== first)]
}

function mayHelp(route: SelectiveRoute, earlier: Outcome): boolean {
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
function createShares() {
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
    used(route: SelectiveRoute, request: NetRequest): void {
      for (const key of keys(request)) {
        const { used } = countsOf(request, key)
        used.set(route.name, (used.get(route.name) ?? 0) + 1)
      }
    },
    refusal(route: SelectiveRoute, request: NetRequest): string | null {
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
