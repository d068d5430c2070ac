import { personKey } from '../store/paper-identity.ts'
import type { CitingPage, Store } from '../store/types.ts'

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

/** Half of its citations are between papers that share an author: the ring cites itself for the most part. */
const SELF_CITING_FROM = 0.5

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
  const citations = store.edges.citationsWithin(taskId)
  const rings = citations.length === 0 ? [] : findRings(store.pages.citing(taskId), citations)
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

interface Visit {
  readonly page: string
  readonly order: number
  /** The earliest visit that can be reached from here. */
  low: number
  /** Place of the next link to look at. */
  next: number
  /** Not yet part of a component. */
  open: boolean
}

/** Tarjan's algorithm without recursion: a long chain of citations must not exhaust the stack. */
function stronglyConnected(links: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const visits = new Map<string, Visit>()
  const open: Visit[] = []
  const found: string[][] = []
  const enter = (page: string): Visit => {
    const visit = { page, order: visits.size, low: visits.size, next: 0, open: true }
    visits.set(page, visit)
    open.push(visit)
    return visit
  }
  for (const root of [...links.keys()].sort()) {
    if (visits.has(root)) continue
    const path = [enter(root)]
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const cited = links.get(step.page)?.[step.next]
      step.next += 1
      if (cited !== undefined) {
        const seen = visits.get(cited)
        if (seen === undefined) path.push(enter(cited))
        else if (seen.open) step.low = Math.min(step.low, seen.order)
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent !== undefined) parent.low = Math.min(parent.low, step.low)
      if (step.low !== step.order) continue
      const component = open.splice(open.indexOf(step))
      for (const visit of component) visit.open = false
      found.push(component.map(({ page }) => page))
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
  return all > 0 && own / all >= SELF_CITING_FROM
}
