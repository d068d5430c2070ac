import type { Claim, Contradiction } from '../../domain/claim.ts'
import { classifyContradiction, handleContradiction } from '../../domain/contradiction.ts'
import { stableId } from '../../domain/ids.ts'
import type { VerificationStatus } from '../../domain/verification.ts'
import type { EvidenceEdge } from '../../store/types.ts'
import { type ClaimNode, type GraphParts, trustBeforeBlock } from './task-graph.ts'

/** What contradictions make of a claim. */
export type Side = Exclude<VerificationStatus, 'pending'>

/** A claim against every trustworthy-enough refutation of it, as explicit relations (TRUST 1). */
export function contradictionsOf(
  parts: GraphParts,
  node: ClaimNode,
  leastConfidence: number,
  stamp: { readonly at: string; readonly causeId: string },
): readonly Contradiction[] {
  return node.evidence.flatMap((edge) => {
    const strong = edge.human_corrected || (edge.nli_confidence ?? 0) >= leastConfidence
    if (edge.relation !== 'refutes' || !strong || edge.page.is_retracted || node.page.is_retracted) return []
    if (edge.fragment.is_irrelevant) return []
    const claimTrust = trustBeforeBlock(parts, node.page)
    const opposingTrust = trustBeforeBlock(parts, edge.page)
    return [
      {
        id: stableId('con', node.claim.id, edge.fragment.id),
        task_id: node.claim.task_id,
        claim_id: node.claim.id,
        opposing_fragment_id: edge.fragment.id,
        opposing_claim_id: opposingClaim(parts.store.claims.fromFragment(node.claim.task_id, edge.fragment.id), edge),
        contradiction_type: classifyContradiction(claimTrust, opposingTrust),
        claim_trust: claimTrust,
        opposing_trust: opposingTrust,
        created_at: stamp.at,
        cause_id: stamp.causeId,
      },
    ]
  })
}

/** The claim drawn from the very sentence that refutes, when there is one. */
function opposingClaim(claims: readonly Claim[], edge: EvidenceEdge): string | null {
  const rationale = edge.rationale ?? ''
  const same = claims.find((claim) => {
    const sentence = edge.fragment.text_content.slice(claim.span_start, claim.span_end)
    return rationale.includes(sentence) || sentence.includes(rationale)
  })
  return same?.id ?? null
}

/** TRUST 1.2, for the claim and for the other side. */
export function sidesOf(row: Contradiction): readonly [VerificationStatus, VerificationStatus] {
  return handleContradiction(row.contradiction_type, row.claim_trust, row.opposing_trust)
}

/** What all contradictions of a claim, on either side of it, make of it: the worst of them. */
export function worstSide(claimId: string, rows: readonly Contradiction[]): Side | null {
  const sides = rows.flatMap((row) => {
    const [own, opposing] = sidesOf(row)
    return [...(row.claim_id === claimId ? [own] : []), ...(row.opposing_claim_id === claimId ? [opposing] : [])]
  })
  return (['rejected', 'contested', 'verified'] as const).find((side) => sides.includes(side)) ?? null
}

export interface ContradictionChange {
  /** Rows that are new or differ from before. */
  readonly changed: readonly Contradiction[]
  /** Claims on the other side of a row that came, went or changed: their fate is to be looked at again. */
  readonly others: readonly string[]
}

/** Makes the stored relations of a claim those found now; one that still holds keeps its time and its cause. */
export function storeContradictions(
  parts: GraphParts,
  claimId: string,
  now: readonly Contradiction[],
): ContradictionChange {
  const before = new Map(
    parts.store.claims
      .contradictionsOf(claimId)
      .filter((row) => row.claim_id === claimId)
      .map((row) => [row.id, row]),
  )
  const current = new Set(now.map((row) => row.id))
  const gone = [...before.values()].filter((row) => !current.has(row.id))
  const changed = now.filter((row) => !sameRelation(before.get(row.id), row))
  for (const row of gone) parts.store.claims.dropContradiction(row.id)
  for (const row of changed) parts.store.claims.saveContradiction(row)
  const touched = [...gone, ...changed, ...changed.flatMap((row) => before.get(row.id) ?? [])]
  return { changed, others: touched.flatMap((row) => row.opposing_claim_id ?? []) }
}

function sameRelation(before: Contradiction | undefined, now: Contradiction): boolean {
  return (
    before !== undefined &&
    before.contradiction_type === now.contradiction_type &&
    before.opposing_claim_id === now.opposing_claim_id &&
    before.claim_trust === now.claim_trust &&
    before.opposing_trust === now.opposing_trust
  )
}
