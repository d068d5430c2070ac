import type { EvidenceSource } from './evidence-source.ts'

/**
 * Who tells what another said is no voice beside it: four outlets that tell one study are one source, with the study or
 * without it. A teller leaves its group for that of its source, or where the source itself is silent, for the first
 * group of those who tell of it; it takes nobody along, so that a page which names many sources does not make them one,
 * and since no group is new, nobody becomes more voices by naming a source.
 */
export function withTellers(sources: readonly EvidenceSource[], groups: readonly string[]): readonly string[] {
  if (sources.every(({ fragment }) => fragment.told_from == null)) return groups
  const side = (at: number) => sources[at]?.relation ?? 'supports'
  const toldFrom = (at: number) => sources[at]?.fragment.told_from ?? null
  const spokenBy = new Map<string, number[]>()
  const toldBy = new Map<string, number[]>()
  const put = (map: Map<string, number[]>, key: string, at: number) => map.set(key, [...(map.get(key) ?? []), at])
  for (const [at, { page }] of sources.entries()) {
    for (const name of [
      `page ${page.id}`,
      `url ${page.url}`,
      ...(page.work_id === null ? [] : [`work ${page.work_id}`]),
    ])
      put(spokenBy, `${side(at)} ${name}`, at)
    const from = toldFrom(at)
    if (from !== null) put(toldBy, `${side(at)} ${from}`, at)
  }
  const first = (members: readonly number[]) => members.map((at) => groups[at] ?? '').sort()[0] ?? ''
  /** The group of whoever speaks under the key: their own, or that of the one whose words they pass on in turn. */
  const groupOf = (key: string, seen: ReadonlySet<string>): string => {
    const speakers = spokenBy.get(key) ?? []
    if (speakers.length === 0) return first(toldBy.get(key) ?? [])
    const own = speakers.filter((at) => toldFrom(at) === null)
    const [next] = speakers
      .map((at) => `${side(at)} ${toldFrom(at)}`)
      .filter((other) => other !== key && !seen.has(other))
      .sort()
    return own.length > 0 || next === undefined
      ? first(own.length > 0 ? own : speakers)
      : groupOf(next, new Set([...seen, key]))
  }
  const byKey = new Map([...toldBy.keys()].map((key) => [key, groupOf(key, new Set([key]))]))
  return sources.map((_, at) => {
    const from = toldFrom(at)
    return from === null ? (groups[at] ?? '') : (byKey.get(`${side(at)} ${from}`) ?? groups[at] ?? '')
  })
}
