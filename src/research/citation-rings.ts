import type { Store } from '../store/types.ts'
import { personKey } from '../store/work-identity.ts'

export interface CitingPage {
  readonly id: string
  readonly year: number | null
  readonly authors: readonly string[]
}

export interface Ring {
  /** In order of their ids. */
  readonly pages: readonly string[]
  /** Most of the ring's citations stay with the same people. */
  readonly selfCiting: boolean
}

export interface RingWeights {
  /** Weight left to a page of a loop. */
  readonly loop_weight: number
  /** Weight left to a page of a ring of its own authors (REQ 3.3.3: self-reference is damped strongly). */
  readonly self_loop_weight: number
}

/** A loop of more pages than this is chance in a dense graph, not a circle of friends. */
const LONGEST_LOOP = 6
/**
 * One citation told the wrong way round closes wide, loose circles; a ring is close. A bare circle of five has 0.25.
 */
const LEAST_CLOSENESS = 0.25
/** Nothing can cite what appears more than a year later: such a line is an error of the source. */
const YEARS_AHEAD = 1

/** REQ 3.3.3: pages that cite each other in a circle. The same graph gives the same rings. */
export function findRings(
  pages: readonly CitingPage[],
  citations: readonly (readonly [citing: string, cited: string])[],
): readonly Ring[] {
  const byId = new Map(pages.map((page) => [page.id, page]))
  const links = linksOf(byId, citations)
  const looped = new Set<string>()
  for (const component of stronglyConnected(links)) {
    if (component.length < 2) continue
    const inside = new Set(component)
    for (const page of component) if (returnsSoon(links, page, inside)) looped.add(page)
  }
  const short = new Map(
    [...links].flatMap(([page, cited]) =>
      looped.has(page) ? [[page, cited.filter((other) => looped.has(other))] as const] : [],
    ),
  )
  return stronglyConnected(short)
    .filter((component) => component.length > 1)
    .map((component) => ({ pages: [...component].sort(), selfCiting: staysWithAuthors(component, short, byId) }))
    .filter((ring) => ring.selfCiting || closeness(ring.pages, short) >= LEAST_CLOSENESS)
    .sort((a, b) => ((a.pages[0] ?? '') < (b.pages[0] ?? '') ? -1 : 1))
}

/**
 * What is left of the weight of evidence from a page, for the pages of a task that stand in a ring; others are not
 * listed.
 */
export function citationDamping(store: Store, taskId: string, weights: RingWeights): ReadonlyMap<string, number> {
  const pages = store.pages.ofTask(taskId)
  const edges = store.edges.citationsAmong(pages.map((page) => page.id))
  const rings = findRings(
    pages,
    edges.map((edge) => [edge.source_id, edge.target_id] as const),
  )
  return new Map(
    rings.flatMap((ring) =>
      ring.pages.map((page) => [page, ring.selfCiting ? weights.self_loop_weight : weights.loop_weight] as const),
    ),
  )
}

function linksOf(
  pages: ReadonlyMap<string, CitingPage>,
  citations: readonly (readonly [string, string])[],
): ReadonlyMap<string, readonly string[]> {
  const links = new Map<string, Set<string>>()
  for (const [citing, cited] of citations) {
    const [from, to] = [pages.get(citing)?.year ?? null, pages.get(cited)?.year ?? null]
    if (citing === cited || (from !== null && to !== null && to - from > YEARS_AHEAD)) continue
    links.set(citing, (links.get(citing) ?? new Set()).add(cited))
    if (!links.has(cited)) links.set(cited, new Set())
  }
  return new Map([...links].map(([page, cited]) => [page, [...cited].sort()]))
}

/** Tarjan's algorithm without recursion: a long chain of citations must not exhaust the stack. */
function stronglyConnected(links: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const found: string[][] = []
  const enter = (page: string) => {
    order.set(page, order.size)
    low.set(page, order.get(page) as number)
    open.push(page)
    isOpen.add(page)
    return { page, next: 0 }
  }
  const lower = (page: string, to: number) => low.set(page, Math.min(low.get(page) as number, to))

  for (const root of [...links.keys()].sort()) {
    if (order.has(root)) continue
    const path = [enter(root)]
    while (path.length > 0) {
      const step = path.at(-1) as { page: string; next: number }
      const cited = links.get(step.page)?.[step.next]
      step.next += 1
      if (cited !== undefined) {
        if (!order.has(cited)) path.push(enter(cited))
        else if (isOpen.has(cited)) lower(step.page, order.get(cited) as number)
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent !== undefined) lower(parent.page, low.get(step.page) as number)
      if (low.get(step.page) !== order.get(step.page)) continue
      const component = open.splice(open.indexOf(step.page))
      for (const page of component) isOpen.delete(page)
      found.push(component)
    }
  }
  return found
}

function returnsSoon(
  links: ReadonlyMap<string, readonly string[]>,
  start: string,
  inside: ReadonlySet<string>,
): boolean {
  let frontier = [start]
  const seen = new Set<string>()
  for (let steps = 1; steps <= LONGEST_LOOP && frontier.length > 0; steps += 1) {
    const next = new Set<string>()
    for (const page of frontier) {
      for (const cited of links.get(page) ?? []) {
        if (cited === start) return true
        if (inside.has(cited) && !seen.has(cited)) next.add(cited)
      }
    }
    for (const page of next) seen.add(page)
    frontier = [...next]
  }
  return false
}

/** The share of possible citations among the pages that are there. */
function closeness(ring: readonly string[], links: ReadonlyMap<string, readonly string[]>): number {
  const inside = new Set(ring)
  const there = ring.reduce((sum, page) => sum + (links.get(page) ?? []).filter((other) => inside.has(other)).length, 0)
  return there / (ring.length * (ring.length - 1))
}

function staysWithAuthors(
  ring: readonly string[],
  links: ReadonlyMap<string, readonly string[]>,
  pages: ReadonlyMap<string, CitingPage>,
): boolean {
  const inside = new Set(ring)
  const people = new Map(ring.map((page) => [page, new Set((pages.get(page)?.authors ?? []).map(personKey))]))
  let all = 0
  let own = 0
  for (const citing of ring) {
    for (const cited of links.get(citing) ?? []) {
      if (!inside.has(cited)) continue
      all += 1
      if ([...(people.get(citing) ?? [])].some((person) => people.get(cited)?.has(person))) own += 1
    }
  }
  return all > 0 && own / all >= 0.5
}
