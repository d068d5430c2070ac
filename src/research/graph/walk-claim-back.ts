import type { ClaimAnswer } from '../../domain/answers.ts'
import { LyraError } from '../../domain/errors.ts'
import { claimTimeline } from './claim-timeline.ts'
import { explainClaim } from './explain-claim.ts'
import { type GraphParts, loadClaims } from './task-graph.ts'

/** From a sentence to its bytes, and to everything that gave it its confidence (GRAPH "transparency", REQ 3.4). */
export function walkClaimBack(parts: GraphParts, claimId: string): ClaimAnswer {
  const [node] = loadClaims(parts, [claimId])
  if (node === undefined) throw new LyraError('NOT_FOUND', `There is no claim ${claimId.slice(0, 80)}`)
  const { claim, fragment, page } = node
  const { log_odds, before_decay, no_refutation_decay, contributions } = explainClaim(parts, claimId)
  return {
    ok: true,
    claim_id: claim.id,
    text: claim.claim_text,
    confidence: claim.confidence,
    verification_status: claim.verification_status,
    source: {
      url: page.url,
      fragment_id: fragment.id,
      span_start: claim.span_start,
      span_end: claim.span_end,
      warc_file: page.warc_file,
      warc_record_id: page.warc_record_id,
    },
    why: { log_odds, before_decay, no_refutation_decay, contributions },
    timeline: claimTimeline(parts, claimId)?.entries ?? [],
  }
}
