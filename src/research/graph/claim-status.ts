import type { VerificationOutcome } from '../../domain/verification.ts'
import { verifyByGraph } from '../../guard/l6-source-verification.ts'
import { contradictingEdges } from './contradictions.ts'
import type { Dispute, DisputeParts } from './dispute.ts'
import { independentSources, isVouchedFor } from './origins.ts'
import { supersededBy } from './superseded.ts'
import type { ClaimNode } from './task-graph.ts'

/** What its evidence, its contradictions and the trust of its source make of a claim (L6). */
export function statusOfClaim(
  parts: DisputeParts,
  node: ClaimNode,
  confidence: number,
  dispute: Dispute | null,
): VerificationOutcome {
  return verifyByGraph({
    page: node.page,
    drawnBy: node.claim.extraction_method,
    trust: parts.trust.ofPage(node.page).level,
    confidence,
    origins: independentSources(parts, node).size,
    vouched: isVouchedFor(parts, node),
    contradiction: dispute === null || dispute.side === 'upheld' ? null : dispute.side,
    superseded: supersededBy(parts, node, contradictingEdges(node, parts.leastConfidence)),
  })
}
