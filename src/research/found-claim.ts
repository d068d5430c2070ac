import type { FoundClaim } from '../api/search.ts'
import type { Claim, Contradiction } from '../domain/claim.ts'
import { roundTo } from '../domain/round-to.ts'
import { isPrimarySource } from '../domain/trust.ts'
import { relatedClaims } from './graph/claim-agreement.ts'
import { shortNotes } from './graph/claim-notes.ts'
import { independentSources } from './graph/origins.ts'
import type { ClaimNode, GraphParts } from './graph/task-graph.ts'

/** A claim with what L5 puts beside it, for the assistant to judge by. */
export function foundClaim(parts: GraphParts, node: ClaimNode, contradictions: readonly Contradiction[]): FoundClaim {
  const level = parts.trust.ofPage(node.page).level
  const { corroborating, contradicting } = relatedClaims(parts, node, contradictions)
  const notes = shortNotes(parts.store, node)
  return {
    id: node.claim.id,
    text: node.claim.claim_text,
    confidence: round(node.claim.confidence),
    source_url: node.page.url,
    is_primary_source: isPrimarySource(level),
    source_trust_level: level,
    verification_status: node.claim.verification_status,
    ...statusReason(node.claim),
    verification_details: {
      independent_sources: independentSources(parts, node).size,
      corroborating_claims: corroborating,
      contradicting_claims: contradicting,
    },
    no_refutation_found: node.claim.no_refutation_found,
    ...(notes.length === 0 ? {} : { notes }),
  }
}

/** A figure beside a claim that is set aside or in dispute misleads without the reason. */
export function statusReason({ verification_status: status, status_reason: reason }: Claim): {
  readonly status_reason?: string
} {
  const speaks = status !== 'pending' && status !== 'verified'
  return speaks && typeof reason === 'string' ? { status_reason: reason } : {}
}

/** As answers show figures. */
export function round(value: number): number {
  return roundTo(value, 4)
}
