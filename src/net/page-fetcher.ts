import type { Logger } from '../domain/log.ts'
import { isSuccess, needsPerson, type Outcome, worthAnotherRoute } from '../domain/outcome.ts'
import type { EventStore } from '../store/types.ts'
import type { SelectiveRoute } from './routes.ts'
import type { NetRequest, NetResult, PageFetch, PageFetcher, Route } from './types.ts'

interface FetcherOptions {
  /** In the order of escalation. */
  readonly routes: readonly Route[]
  readonly log: Logger
  readonly events?: EventStore
}

/** Says nothing about the page itself. */
const UNTELLING: readonly Outcome[] = ['replay_miss', 'cooling_down', 'cancelled']

/** REQ 4.3.5: never the same route twice; on failure the next one, as long as another may do better. */
export function createPageFetcher({ routes, log, events }: FetcherOptions): PageFetcher {
  return {
    async fetchPage(request) {
      const attempts: { route: Route['name']; outcome: Outcome; reason: string | null }[] = []
      const results: NetResult[] = []
      for (const route of routes) {
        const earlier = mostTelling(results)
        if (earlier !== null && !mayHelp(route, earlier.outcome)) continue
        const skip = route.unavailable()
        if (skip !== null) {
          attempts.push({ route: route.name, outcome: 'cancelled', reason: `Skipped: ${skip}` })
          continue
        }
        const result = await route.fetch(request)
        results.push(result)
        const reason = 'reason' in result ? result.reason : null
        attempts.push({ route: route.name, outcome: result.outcome, reason })
        if (isSuccess(result.outcome) || result.outcome === 'cancelled') break
      }
      const result = results.find((one) => isSuccess(one.outcome)) ?? mostTelling(results) ?? noRoute()
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
