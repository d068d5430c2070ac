import type { Store } from './types.ts'

/** Every move raises modularity, so rounds end by themselves; the bound guards against rounding errors. */
const MAX_ROUNDS = 50
/** A smaller gain is floating-point noise, and could move a page to and fro. */
const LEAST_GAIN = 1e-9

/**
 * Pages that cite one another more than chance would have it, by greedy modularity; the same graph gives the same
 * groups.
 */
export function citationCommunities(citations: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const links = new Map<string, Set<string>>()
  const link = (from: string, to: string) => {
    const known = links.get(from)
    if (known === undefined) links.set(from, new Set([to]))
    else known.add(to)
  }
  for (const [citing, cited] of citations) {
    if (citing === cited) continue
    link(citing, cited)
    link(cited, citing)
  }
  const pages = [...links.keys()].sort()
  const degree = (page: string) => links.get(page)?.size ?? 0
  const total = pages.reduce((sum, page) => sum + degree(page), 0)
  const group = new Map(pages.map((page) => [page, page]))
  const weight = new Map(pages.map((page) => [page, degree(page)]))

  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let moved = false
    for (const page of pages) {
      const own = group.get(page) ?? page
      weight.set(own, (weight.get(own) ?? 0) - degree(page))
      const inside = new Map<string, number>([[own, 0]])
      for (const neighbour of links.get(page) ?? []) {
        const theirs = group.get(neighbour) ?? neighbour
        inside.set(theirs, (inside.get(theirs) ?? 0) + 1)
      }
      const gain = (to: string) => (inside.get(to) ?? 0) - (degree(page) * (weight.get(to) ?? 0)) / total
      let best = own
      for (const candidate of [...inside.keys()].sort()) if (gain(candidate) > gain(best) + LEAST_GAIN) best = candidate
      weight.set(best, (weight.get(best) ?? 0) + degree(page))
      if (best !== own) {
        group.set(page, best)
        moved = true
      }
    }
    if (!moved) break
  }
  return group
}

/** Writes the task's communities anew; v_citation_clusters reads them. Call it after citations were added. */
export function refreshCitationCommunities(store: Pick<Store, 'pages' | 'edges'>, taskId: string): number {
  const pages = store.pages.ofTask(taskId).map((page) => page.id)
  const edges = store.edges.citationsAmong(pages)
  const groups = citationCommunities(edges.map((edge) => [edge.source_id, edge.target_id] as const))
  // A group is named after its first page, so that a name does not depend on the order of the moves.
  const names = new Map<string, string>()
  for (const [page, group] of groups) if (page < (names.get(group) ?? '~')) names.set(group, page)
  store.edges.saveCommunities(taskId, new Map([...groups].map(([page, group]) => [page, names.get(group) ?? group])))
  return names.size
}
