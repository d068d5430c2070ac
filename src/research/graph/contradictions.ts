import type { Claim, Contradiction } from '../../domain/claim.ts'
import { type ContradictionType, classifyContradiction, handleContradiction } from '../../domain/contradiction.ts'
import { stableId } from '../../domain/ids.ts'
import type { VerificationStatus } from '../../domain/verification.ts'
import type { EvidenceEdge } from '../../store/types.ts'
import { isDrawnFromRationale } from './claim-agreement.ts'
import { levelOf } from './post-trust.ts'
import { type ScopedStatement, sameScope } from './same-scope.ts'
import { standsUnder } from './stands-under.ts'
import type { ClaimNode, GraphParts } from './task-graph.ts'

/** Refutations that contradict: strong enough, not withdrawn, and about the same time and version. */
export function contradictingEdges(node: ClaimNode, leastConfidence: number): readonly EvidenceEdge[] {
  const claim: ScopedStatement = { text: node.claim.claim_text, context: standsUnder(node.fragment, node.page) }
  return node.evidence.filter((edge) => {
    const strong = edge.human_corrected || (edge.nli_confidence ?? 0) >= leastConfidence
    if (edge.relation !== 'refutes' || !strong || edge.page.is_retracted || edge.fragment.is_irrelevant) return false
    // A person who set the stance has seen both.
    const passage = {
      text: edge.rationale ?? edge.fragment.text_content,
      context: standsUnder(edge.fragment, edge.page),
    }
    return edge.human_corrected || sameScope(claim, passage)
  })
}

/** A claim against every trustworthy-enough refutation of it, as explicit relations (TRUST 1). */
export function contradictionsOf(
  parts: GraphParts,
  node: ClaimNode,
  leastConfidence: number,
  stamp: { readonly at: string; readonly causeId: string },
): readonly Contradiction[] {
  if (node.page.is_retracted) return []
  return contradictingEdges(node, leastConfidence).map((edge) => {
    const claimTrust = levelOf(parts, node)
    const opposingTrust = levelOf(parts, edge)
    return {
      id: stableId('con', node.claim.id, edge.fragment.id),
      task_id: node.claim.task_id,
      claim_id: node.claim.id,
      opposing_fragment_id: edge.fragment.id,
      opposing_claim_id: opposingClaim(parts.store.claims.fromFragment(node.claim.task_id, edge.fragment.id), edge),
      contradiction_type: typeOf(node, edge, classifyContradiction(claimTrust, opposingTrust)),
      claim_trust: claimTrust,
      opposing_trust: opposingTrust,
      created_at: stamp.at,
      cause_id: stamp.causeId,
    }
  })
}

/** A site that contradicts itself misinforms nobody, whatever the levels of its pages. */
function typeOf(node: ClaimNode, edge: EvidenceEdge, byTrust: ContradictionType): ContradictionType {
  return node.page.domain === edge.page.domain ? 'contested' : byTrust
}

/** The claim drawn from the very sentence that refutes, when there is one. */
function opposingClaim(claims: readonly Claim[], edge: EvidenceEdge): string | null {
  return claims.find((claim) => isDrawnFromRationale(claim, edge))?.id ?? null
}

/** TRUST 1.2, for the claim and for the other side. */
export function sidesOf(row: Contradiction): readonly [VerificationStatus, VerificationStatus] {
  return handleContradiction(row.contradiction_type, row.claim_trust, row.opposing_trust)
}

export interface ContradictionChange {
  /** The relations as they are now. */
  readonly rows: readonly Contradiction[]
  /** Rows that were there and are no more. */
  readonly gone: readonly Contradiction[]
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
  return { rows: now, gone, others: touched.flatMap((row) => row.opposing_claim_id ?? []) }
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
