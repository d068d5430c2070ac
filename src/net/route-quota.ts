import { createLruCache } from '../domain/lru-cache.ts'
import { domainOf } from './policy-notes.ts'
import { BROWSERS } from './routes.ts'
import type { NetRequest, Route } from './types.ts'

/** Tasks whose pages are counted; one more forgets the one that has rested longest. */
const TASKS_REMEMBERED = 50
/** REQ 3.1.6: a page of the archive is compared with two earlier versions of it. */
const WITH_HISTORY = 3
/** Counted like a route, until the browser's first visit to a site is over. */
const FIRST_VISITS_UNDER_WAY = 'first visits under way'
/** The counts of the whole task stand beside those of its domains. */
const WHOLE_TASK = ''

interface Counts {
  pages: number
  readonly used: Map<string, number>
}

/** Shares of a task's pages, and of its pages of one domain, that a route may bring (REQ 3.1.6). */
export interface RouteQuota {
  /** One more page is asked for. */
  countPage(request: NetRequest): void
  /** The route brought so many pages. */
  countUse(route: Route, request: NetRequest, pages?: number): void
  /** Why the route may bring no further page of this task or domain; null: it may. */
  refusal(route: Route, request: NetRequest): string | null
  /** How many more pages the route may bring for this task; of a domain at least one page with its history. */
  left(route: Route, request: NetRequest): number
  /** Whether one more first visit may be the browser's, whatever brought it to other pages; if so it is under way. */
  beginFirstVisit(request: NetRequest): boolean
  endFirstVisit(request: NetRequest): void
}

/** So many of the pages may come by a route with this share; one is always allowed. */
export function allowedPages(pages: number, share: number): number {
  return Math.max(1, Math.floor(pages * share))
}

/** `firstVisitShare`: net.first_visit_share, or 0 where the browser visits no site first. */
export function createRouteQuota(firstVisitShare: number): RouteQuota {
  const tasks = createLruCache<Map<string, Counts>>(TASKS_REMEMBERED)

  function countsOf(request: NetRequest, key: string): Counts {
    const task = request.taskId ?? ''
    const counts = tasks.get(task) ?? new Map<string, Counts>()
    tasks.set(task, counts)
    const entry = counts.get(key) ?? { pages: 0, used: new Map<string, number>() }
    counts.set(key, entry)
    return entry
  }
  const keys = (request: NetRequest) => [WHOLE_TASK, domainOf(request.url)]
  const usedBy = ({ used }: Counts, name: string) => used.get(name) ?? 0

  return {
    countPage(request) {
      for (const key of keys(request)) countsOf(request, key).pages += 1
    },
    countUse(route, request, pages = 1) {
      for (const key of keys(request)) {
        const counts = countsOf(request, key)
        counts.used.set(route.name, usedBy(counts, route.name) + pages)
      }
    },
    refusal({ name, share }, request) {
      if (share === undefined) return null
      const over = keys(request).some((key) => {
        const counts = countsOf(request, key)
        return usedBy(counts, name) >= allowedPages(counts.pages, share)
      })
      return over ? `its ${Math.round(share * 100)} % of the pages are used up` : null
    },
    left({ name, share = 1 }, request) {
      const rooms = keys(request).map((key) => {
        const counts = countsOf(request, key)
        const least = key === WHOLE_TASK ? 0 : WITH_HISTORY
        return Math.max(least, Math.floor(counts.pages * share)) - usedBy(counts, name)
      })
      return Math.max(0, Math.min(...rooms))
    },
    beginFirstVisit(request) {
      const counts = countsOf(request, WHOLE_TASK)
      const before = [...BROWSERS, FIRST_VISITS_UNDER_WAY].reduce((sum, name) => sum + usedBy(counts, name), 0)
      if (before >= allowedPages(counts.pages, firstVisitShare)) return false
      counts.used.set(FIRST_VISITS_UNDER_WAY, usedBy(counts, FIRST_VISITS_UNDER_WAY) + 1)
      return true
    },
    endFirstVisit(request) {
      const { used } = countsOf(request, WHOLE_TASK)
      used.set(FIRST_VISITS_UNDER_WAY, (used.get(FIRST_VISITS_UNDER_WAY) ?? 1) - 1)
    },
  }
}
