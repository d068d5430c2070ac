import type { Claim } from '../../domain/claim.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import type { TrustLevel } from '../../domain/trust.ts'
import type { EvidenceEdge, Store } from '../../store/types.ts'
import type { TrustBook } from '../trust-book.ts'
import { sourceGroup } from './source-group.ts'

/** A claim with everything that decides its fate. */
export interface ClaimNode {
  readonly claim: Claim
  readonly fragment: Fragment
  readonly page: Page
  readonly group: string
  readonly evidence: readonly EvidenceEdge[]
}

export interface GraphParts {
  readonly store: Store
  readonly trust: TrustBook
}

/** Loading a task starts from its claims (GRAPH, scope rules). */
export function loadTaskGraph({ store }: GraphParts, taskId: string): readonly ClaimNode[] {
  return store.claims.ofTask(taskId).flatMap((claim) => {
    const fragment = store.fragments.get(claim.source_fragment_id)
    const page = fragment === null ? null : store.pages.get(fragment.page_id)
    if (fragment === null || page === null) return []
    return [{ claim, fragment, page, group: sourceGroup(page, fragment), evidence: store.edges.evidenceFor(claim.id) }]
  })
}

/** The level a source is judged by: a block does not change what the source was when the dispute arose. */
export function standing({ store, trust }: GraphParts, page: Page): TrustLevel {
  const { level } = trust.ofPage(page)
  return level === 'BLOCKED' ? (store.domains.get(page.domain)?.original_trust_level ?? level) : level
}

/** Evidence of a retracted paper, a blocked domain or a fragment a person called irrelevant does not count. */
export function counts({ trust }: GraphParts, edge: EvidenceEdge): boolean {
  return !edge.page.is_retracted && !edge.fragment.is_irrelevant && trust.ofPage(edge.page).level !== 'BLOCKED'
}
