import type { JoinedBy, NameCorrection } from '../../domain/entity.ts'

export interface NameGroup {
  /** In the order of the names. */
  readonly members: readonly { readonly id: string; readonly joinedBy: JoinedBy }[]
}

/** Disjoint sets of spellings, of which some must not come together. */
export interface Groups {
  /** False where a person parted some of them. */
  join(first: string, second: string, by: JoinedBy): boolean
  areJoined(first: string, second: string): boolean
  /** The earliest of its group. */
  rootOf(id: string): string
  list(): readonly NameGroup[]
}

export function createGroups(ids: readonly string[], apart: readonly NameCorrection[]): Groups {
  const place = new Map(ids.map((id, at) => [id, at]))
  const members = new Map<string, string[]>(ids.map((id) => [id, [id]]))
  const root = new Map(ids.map((id) => [id, id]))
  const reason = new Map<string, JoinedBy>(ids.map((id) => [id, 'first']))
  const parted = new Map<string, Set<string>>()
  for (const { first, second } of apart)
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const known = parted.get(one) ?? new Set()
      known.add(other)
      parted.set(one, known)
    }
  const rootOf = (id: string) => root.get(id) ?? id
  const membersOf = (id: string) => members.get(rootOf(id)) ?? []
  const mustStayApart = (first: string, second: string) =>
    parted.size > 0 &&
    membersOf(first).some((id) => membersOf(second).some((other) => parted.get(id)?.has(other) === true))
  return {
    rootOf,
    areJoined: (first, second) => rootOf(first) === rootOf(second),
    join: (first, second, by) => {
      const [a, b] = [rootOf(first), rootOf(second)]
      if (a === b) return true
      if (!place.has(a) || !place.has(b) || mustStayApart(a, b)) return false
      const [early, late] = (place.get(a) ?? 0) <= (place.get(b) ?? 0) ? [a, b] : [b, a]
      const moved = members.get(late) ?? []
      for (const id of moved) root.set(id, early)
      reason.set(late, by)
      members.get(early)?.push(...moved)
      members.delete(late)
      return true
    },
    list: () =>
      ids.flatMap((id) => {
        const own = members.get(id)
        if (own === undefined) return []
        const ordered = [...own].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))
        return [{ members: ordered.map((one) => ({ id: one, joinedBy: reason.get(one) ?? 'first' })) }]
      }),
  }
}
