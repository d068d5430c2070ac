import { contradictingEdges } from './contradictions.ts'
import { claimNode, type Dispute, type DisputeParts, isTakenBack } from './dispute.ts'
import type { ClaimNode } from './task-graph.ts'
import { isImplied } from './update-implied.ts'

/**
 * Verdicts on a claim that do not weigh, each with the reason: rejected against this claim, taken back by who said
 * it, or only implied by verdicts that were weighed where they were read. What a blocked domain was in TRUST 1.2, the
 * single statement is here (LYRA 2.1).
 */
export function lostAgainst(
  parts: DisputeParts,
  node: ClaimNode,
  dispute: Dispute | null,
): ReadonlyMap<string, string> {
  const settled = new Map<string, string>()
  for (const edge of node.evidence) if (isImplied(edge)) settled.set(edge.id, 'it follows from other verdicts')
  const edges = contradictingEdges(node, parts.leastConfidence)
  if (dispute?.side === 'upheld') for (const edge of edges) settled.set(edge.id, 'its statement was rejected')
  const rows = parts.store.claims.contradictionsOf(node.claim.id).filter((row) => row.claim_id === node.claim.id)
  for (const { opposing_claim_id, opposing_fragment_id } of rows) {
    const edge = edges.find((one) => one.fragment.id === opposing_fragment_id)
    const other = claimNode(parts, opposing_claim_id)
    if (edge !== undefined && other !== null && isTakenBack(parts, other))
      settled.set(edge.id, 'its own source has taken it back')
  }
  return settled
}
