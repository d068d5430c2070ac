import type { EvidenceSource } from './evidence-source.ts'

/** A page tells of one that tells of another; further than this nobody follows. */
const LONGEST_CHAIN = 8

/**
 * Who tells what another said is no voice beside it: four outlets that tell one study are one source, with the study or
 * without it. A teller leaves its group for that of its source, or where the source itself is silent, for the first
 * group of those who tell of nothing else. It takes nobody along, so that a site which names many sources does not make
 * them one; and since no group is new, nobody becomes more voices by naming a source.
 */
export function withTellers(sources: readonly EvidenceSource[], groups: readonly string[]): readonly string[] {
  if (sources.every(({ fragment }) => fragment.told_from == null)) return groups
  const keyOf = (at: number, name: string) => `${sources[at]?.relation ?? 'supports'} ${name}`
  const toldKey = (at: number) => {
    const from = sources[at]?.fragment.told_from ?? null
    return from === null ? null : keyOf(at, from)
  }
  const spokenBy = new Map<string, number[]>()
  const toldBy = new Map<string, number[]>()
  for (const [at, { page }] of sources.entries()) {
    const names = [`page ${page.id}`, `url ${page.url}`, ...(page.work_id === null ? [] : [`work ${page.work_id}`])]
    for (const name of names) put(spokenBy, keyOf(at, name), at)
    const key = toldKey(at)
    if (key !== null) put(toldBy, key, at)
  }
  const first = (members: readonly number[]) => members.map((at) => groups[at] ?? '').sort()[0]
  const tellsOnly = groupsOfOneKey(sources, groups, toldKey)

  /** Along the chain to whoever speaks for himself; of pages that name each other, to the first of them. */
  const groupOf = (start: string): string | undefined => {
    const visited: number[] = []
    let key = start
    for (let step = 0; step < LONGEST_CHAIN; step += 1) {
      const speakers = spokenBy.get(key) ?? []
      if (speakers.length === 0) break
      const own = speakers.filter((at) => toldKey(at) === null)
      if (own.length > 0) return first(own)
      visited.push(...speakers)
      key = speakers.map((at) => toldKey(at) ?? '').sort()[0] ?? ''
    }
    return first(visited) ?? first((toldBy.get(key) ?? []).filter((at) => tellsOnly.has(groups[at] ?? '')))
  }
  const byKey = new Map([...toldBy.keys()].map((key) => [key, groupOf(key)]))
  return sources.map((_, at) => byKey.get(toldKey(at) ?? '') ?? groups[at] ?? '')
}

function put(map: Map<string, number[]>, key: string, at: number): void {
  const members = map.get(key)
  if (members === undefined) map.set(key, [at])
  else members.push(at)
}

/** Groups all of whose members tell of one source: others would join what has nothing to do with each other. */
function groupsOfOneKey(
  sources: readonly EvidenceSource[],
  groups: readonly string[],
  toldKey: (at: number) => string | null,
): ReadonlySet<string> {
  const keys = new Map<string, Set<string | null>>()
  for (const at of sources.keys()) {
    const group = groups[at] ?? ''
    keys.set(group, (keys.get(group) ?? new Set()).add(toldKey(at)))
  }
  return new Set([...keys].flatMap(([group, told]) => (told.size === 1 && !told.has(null) ? [group] : [])))
}
