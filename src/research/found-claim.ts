import type { FoundClaim } from '../api/search.ts'
import type { Contradiction } from '../domain/claim.ts'
import { roundTo } from '../domain/round-to.ts'
import { isPrimarySource } from '../domain/trust.ts'
import { independentSources } from './graph/independent-sources.ts'
import { type ClaimNode, counts, type GraphParts } from './graph/task-graph.ts'

/** A claim with what L5 puts beside it, for the assistant to judge by. */
export function foundClaim(parts: GraphParts, node: ClaimNode, contradictions: readonly Contradiction[]): FoundClaim {
  const level = parts.trust.ofPage(node.page).level
  const supporting = node.evidence.filter((edge) => edge.relation === 'supports' && counts(parts, edge))
  return {
    id: node.claim.id,
    text: node.claim.claim_text,
    confidence: round(node.claim.confidence),
    source_url: node.page.url,
    is_primary_source: isPrimarySource(level),
    source_trust_level: level,
    verification_status: node.claim.verification_status,
    verification_details: {
      independent_sources: independentSources(parts, node).size,
      corroborating_claims: claimsFrom(parts, node, new Set(supporting.map((edge) => edge.fragment.id))),
      contradicting_claims: contradictingClaims(node.claim.id, contradictions),
    },
    no_refutation_found: node.claim.no_refutation_found,
  }
}

/** Claims of the same task drawn from the fragments that support this one. */
function claimsFrom(parts: GraphParts, node: ClaimNode, fragmentIds: ReadonlySet<string>): readonly string[] {
  if (fragmentIds.size === 0) return []
  return parts.store.claims
    .ofTask(node.claim.task_id)
    .filter((claim) => fragmentIds.has(claim.source_fragment_id))
    .map((claim) => claim.id)
}

function contradictingClaims(claimId: string, contradictions: readonly Contradiction[]): readonly string[] {
  const ids = contradictions.flatMap((row) => {
    if (row.claim_id === claimId && row.opposing_claim_id !== null) return [row.opposing_claim_id]
    return row.opposing_claim_id === claimId ? [row.claim_id] : []
  })
  return [...new Set(ids)]
}

/** As answers show figures. */
export function round(value: number): number {
  return roundTo(value, 4)
}
