import type { Claim, Contradiction } from '../../domain/claim.ts'
import { isOneSentence } from '../../domain/mirror-pair.ts'
import type { EvidenceEdge } from '../../store/types.ts'
import { type ClaimNode, counts, type GraphParts } from './task-graph.ts'

export interface RelatedClaims {
  /** Claims of other sentences of the task that say so, too. */
  readonly corroborating: readonly string[]
  readonly contradicting: readonly string[]
}

/**
 * The claims of the task that agree with this one, and those that do not. A passage that supports a claim may say other
 * things, too, and some of them against it: only the claim drawn from the very sentence that supports agrees, and only
 * when neither side was found to refute the other.
 */
export function relatedClaims(
  parts: GraphParts,
  node: ClaimNode,
  contradictions: readonly Contradiction[],
): RelatedClaims {
  const contradicting = contradictingClaims(node.claim.id, contradictions)
  const supporting = node.evidence.filter((edge) => edge.relation === 'supports' && counts(parts, edge))
  const saying = supporting.flatMap((edge) =>
    parts.store.claims
      .fromFragment(node.claim.task_id, edge.fragment.id)
      .filter((claim) => claim.id !== node.claim.id && isDrawnFromRationale(claim, edge)),
  )
  const against = new Set([...contradicting, ...refutedBy(parts, node, saying)])
  return { corroborating: [...new Set(saying.map(({ id }) => id))].filter((id) => !against.has(id)), contradicting }
}

/** Whether the sentence that decided the stance is the one the claim was drawn from. */
export function isDrawnFromRationale(
  claim: Claim,
  { rationale, fragment }: Pick<EvidenceEdge, 'rationale' | 'fragment'>,
): boolean {
  return isOneSentence(rationale, fragment.text_content.slice(claim.span_start, claim.span_end))
}

/** Those of the claims that the passage of this one was found to speak against. */
function refutedBy(parts: GraphParts, { claim }: ClaimNode, others: readonly Claim[]): readonly string[] {
  const evidence = parts.store.edges.evidenceOf(others.map(({ id }) => id))
  const isRefutation = (edge: EvidenceEdge) =>
    edge.relation === 'refutes' && edge.fragment.id === claim.source_fragment_id && isDrawnFromRationale(claim, edge)
  return others.map(({ id }) => id).filter((id) => evidence.get(id)?.some(isRefutation))
}

function contradictingClaims(claimId: string, contradictions: readonly Contradiction[]): readonly string[] {
  const ids = contradictions.flatMap((row) => {
    if (row.claim_id === claimId && row.opposing_claim_id !== null) return [row.opposing_claim_id]
    return row.opposing_claim_id === claimId ? [row.claim_id] : []
  })
  return [...new Set(ids)]
}
