import type { ClaimLink, LinkCorrection } from '../../store/findings.ts'

export interface Grouping {
  /** In the order in which they were found. */
  readonly claimIds: readonly string[]
  readonly links: readonly ClaimLink[]
  /** Whether two claims must not stand in one group. */
  readonly apart: (first: string, second: string) => boolean
  /** What a person decided wins over both. */
  readonly corrections: readonly LinkCorrection[]
}

/**
 * Groups of claims that say the same: the strongest link first, and two groups become one only where no claim of the
 * one is apart from a claim of the other. Claims stand in their order, groups in that of their first claim; the same
 * claims and links give the same groups, in whatever order they are handed in.
 */
export function groupClaims({ claimIds, links, apart, corrections }: Grouping): readonly (readonly string[])[] {
  const place = new Map(claimIds.map((id, index) => [id, index]))
  const groups = new Map<string, readonly string[]>(claimIds.map((id) => [id, [id]]))
  const at = (id: string) => place.get(id) ?? Number.MAX_SAFE_INTEGER
  const decided = new Map(corrections.map(({ first, second, decision }) => [pairKey(first, second), decision]))
  const decision = (first: string, second: string) => decided.get(pairKey(first, second))
  const join = (first: string, second: string, mayJoin: (one: string, other: string) => boolean) => {
    const [one, other] = [groups.get(first), groups.get(second)]
    if (one === undefined || other === undefined || one === other) return
    if (one.some((id) => other.some((opposite) => !mayJoin(id, opposite)))) return
    const merged = [...one, ...other].sort((a, b) => at(a) - at(b))
    for (const id of merged) groups.set(id, merged)
  }
  const inOrder = <Pair extends { readonly first: string; readonly second: string }>(pairs: readonly Pair[]) =>
    pairs
      .map((pair) => (at(pair.first) <= at(pair.second) ? pair : { ...pair, first: pair.second, second: pair.first }))
      .sort((a, b) => at(a.first) - at(b.first) || at(a.second) - at(b.second))
  for (const { first, second } of inOrder(corrections.filter((one) => one.decision === 'same')))
    join(first, second, (one, other) => decision(one, other) !== 'apart')
  for (const { first, second } of inOrder(links).sort((a, b) => b.strength - a.strength))
    join(first, second, (one, other) => {
      const said = decision(one, other)
      return said === undefined ? !apart(one, other) : said === 'same'
    })
  return [...new Set(claimIds.map((id) => groups.get(id) ?? [id]))]
}

/** Claims that can be reached from these over links: whatever changes about them changes nothing elsewhere. */
export function reachedFrom(
  claimIds: ReadonlySet<string>,
  pairs: readonly { readonly first: string; readonly second: string }[],
): ReadonlySet<string> {
  const neighbours = new Map<string, string[]>()
  for (const { first, second } of pairs)
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const)
      neighbours.set(one, [...(neighbours.get(one) ?? []), other])
  const reached = new Set(claimIds)
  for (const id of reached) for (const other of neighbours.get(id) ?? []) reached.add(other)
  return reached
}

function pairKey(first: string, second: string): string {
  return first < second ? `${first} ${second}` : `${second} ${first}`
}
