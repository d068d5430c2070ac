import type { Store } from '../../store/types.ts'

export interface HitOfFinding<Hit> {
  readonly hit: Hit
  /** Null where the claim says nothing that another says. */
  readonly finding: { readonly finding_id: string; readonly same_claims: readonly string[] } | null
}

/** Of claims that say the same only the best hit, with the others by name. Hits come best first. */
export function oncePerFinding<Hit extends { readonly id: string }>(
  { findings }: Pick<Store, 'findings'>,
  hits: readonly Hit[],
): readonly HitOfFinding<Hit>[] {
  const byClaim = findings.ofClaims(hits.map(({ id }) => id))
  const members = findings.claimsOf([...new Set(byClaim.values())])
  const told = new Set<string>()
  return hits.flatMap((hit) => {
    const findingId = byClaim.get(hit.id)
    if (findingId === undefined) return [{ hit, finding: null }]
    if (told.has(findingId)) return []
    told.add(findingId)
    const others = (members.get(findingId) ?? []).filter((id) => id !== hit.id)
    return [{ hit, finding: others.length === 0 ? null : { finding_id: findingId, same_claims: others } }]
  })
}
