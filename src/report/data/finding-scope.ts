import type { ClaimScope } from '../../domain/entity.ts'
import type { ShownFinding } from '../../research/findings/read-findings.ts'
import { scopeOf } from '../../research/graph/same-scope.ts'
import type { Store } from '../../store/types.ts'

/** Whom, where, when and what a finding speaks of, as far as its claims say so. */
export interface FindingScope extends ClaimScope {
  readonly versions: readonly string[]
}

/** Names of a kind that are told; more are a list, not a scope. */
const TOLD = 6

/** As the claims keep it: that of the claim that stands for the finding, and of the others where it is silent. */
export function findingScope({ entities }: Pick<Store, 'entities'>, { shown, members }: ShownFinding): FindingScope {
  const { claim, page, fragment } = shown
  const context = [page.title ?? '', fragment.heading_context ?? '']
  const { years, versions } = scopeOf({ text: claim.claim_text, context })
  const own = entities.scopeOf(claim.id)
  const others = members.filter((node) => node !== shown).flatMap((node) => entities.scopeOf(node.claim.id) ?? [])
  const of = (kind: keyof ClaimScope) => {
    const said = own?.[kind] ?? []
    const names = said.length > 0 ? said : others.flatMap((scope) => scope[kind])
    return [...new Set(names)].slice(0, TOLD)
  }
  const period = [...of('period')].sort()
  return {
    places: of('places'),
    products: of('products'),
    organisations: of('organisations'),
    // Claims that nobody has read for names yet still say their years.
    period: period.length > 0 ? period : years.map(String),
    versions,
  }
}
