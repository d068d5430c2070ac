import type { EvidenceEdge } from '../../store/types.ts'
import { contradictingEdges } from './contradictions.ts'
import { claimNode, type Dispute, type DisputeParts, isTakenBack } from './dispute.ts'
import type { ClaimNode } from './task-graph.ts'

/**
 * Refutations of a claim that were themselves settled, each with the reason it no longer weighs: rejected against this
 * claim, taken back by who said it, or implied by verdicts that together are too weak for a contradiction (shown, but a
 * true statement does not fall by them). What a blocked domain was in TRUST 1.2, the single statement is here (LYRA
 * 2.1).
 */
export function lostAgainst(
  parts: DisputeParts,
  node: ClaimNode,
  dispute: Dispute | null,
): ReadonlyMap<string, string> {
  const settled = new Map<string, string>()
  for (const edge of node.evidence) if (isWeakImplied(edge, parts)) settled.set(edge.id, 'it only follows, and weakly')
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

function isWeakImplied(edge: EvidenceEdge, { leastConfidence }: DisputeParts): boolean {
  return edge.implied_by != null && !edge.human_corrected && (edge.nli_confidence ?? 0) < leastConfidence
}
