import type { Contradiction } from '../../domain/claim.ts'
import { classifyContradiction, handleContradiction } from '../../domain/contradiction.ts'
import { stableId } from '../../domain/ids.ts'
import type { VerificationStatus } from '../../domain/verification.ts'
import type { EvidenceEdge } from '../../store/types.ts'
import { type ClaimNode, type GraphParts, standing } from './task-graph.ts'

export interface Dispute {
  readonly row: Contradiction
  readonly node: ClaimNode
  readonly edge: EvidenceEdge
  /** What TRUST 1.2 makes of the claim and of the other side. */
  readonly claimSide: VerificationStatus
  readonly opposingSide: VerificationStatus
}

/** Every claim against every trustworthy-enough refutation of it, kept as explicit relations (TRUST proposal 1). */
export function findDisputes(
  parts: GraphParts,
  nodes: readonly ClaimNode[],
  leastConfidence: number,
  stamp: { readonly at: string; readonly causeId: string },
): readonly Dispute[] {
  const claimsByFragment = Map.groupBy(nodes, (node) => node.fragment.id)
  return nodes.flatMap((node) =>
    node.evidence.flatMap((edge) => {
      const strong = edge.human_corrected || (edge.nli_confidence ?? 0) >= leastConfidence
      if (edge.relation !== 'refutes' || !strong || edge.page.is_retracted || node.page.is_retracted) return []
      if (edge.fragment.is_irrelevant) return []
      const claimTrust = standing(parts, node.page)
      const opposingTrust = standing(parts, edge.page)
      const type = classifyContradiction(claimTrust, opposingTrust)
      const [claimSide, opposingSide] = handleContradiction(type, claimTrust, opposingTrust)
      const row: Contradiction = {
        id: stableId('con', node.claim.id, edge.fragment.id),
        task_id: node.claim.task_id,
        claim_id: node.claim.id,
        opposing_fragment_id: edge.fragment.id,
        opposing_claim_id: opposingClaim(claimsByFragment.get(edge.fragment.id) ?? [], edge),
        contradiction_type: type,
        claim_trust: claimTrust,
        opposing_trust: opposingTrust,
        created_at: stamp.at,
        cause_id: stamp.causeId,
      }
      return [{ row, node, edge, claimSide, opposingSide }]
    }),
  )
}

/** The claim drawn from the very sentence that refutes, when there is one. */
function opposingClaim(claims: readonly ClaimNode[], edge: EvidenceEdge): string | null {
  const rationale = edge.rationale ?? ''
  const same = claims.find(({ claim, fragment }) => {
    const sentence = fragment.text_content.slice(claim.span_start, claim.span_end)
    return rationale.includes(sentence) || sentence.includes(rationale)
  })
  return same?.claim.id ?? null
}
