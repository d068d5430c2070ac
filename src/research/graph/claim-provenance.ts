import type { ClaimAnswer } from '../../api/get-claim.ts'
import type { Claim } from '../../domain/claim.ts'
import { LyraError } from '../../domain/errors.ts'
import { claimNotes } from './claim-notes.ts'
import { claimPrimarySources } from './claim-primary-sources.ts'
import { claimTimeline } from './claim-timeline.ts'
import { sidesOf } from './contradictions.ts'
import { explainClaim } from './explain-claim.ts'
import { stanceNotes } from './stance-notes.ts'
import { type GraphParts, loadClaims } from './task-graph.ts'

/** From a sentence to its bytes, and to everything that gave it its confidence (GRAPH 5, REQ 3.4). */
export function claimProvenance(parts: GraphParts, claimId: string): ClaimAnswer {
  const [node] = loadClaims(parts, [claimId])
  if (node === undefined) throw new LyraError('NOT_FOUND', `There is no claim ${claimId.slice(0, 80)}`)
  const { claim, fragment, page, evidence } = node
  const { log_odds, no_refutation_found, contributions } = explainClaim(parts, claimId)
  return {
    ok: true,
    claim_id: claim.id,
    text: claim.claim_text,
    confidence: claim.confidence,
    verification_status: claim.verification_status,
    status_reason: claim.status_reason ?? null,
    no_refutation_found,
    source: {
      url: page.url,
      fragment_id: fragment.id,
      span_start: claim.span_start,
      span_end: claim.span_end,
      warc_file: fragment.warc_file ?? page.warc_file,
      warc_record_id: fragment.warc_record_id ?? page.warc_record_id,
    },
    judgements: evidence.map((edge) => ({
      edge_id: edge.id,
      url: edge.page.url,
      relation: edge.relation,
      confidence: edge.nli_confidence,
      raw_confidence: edge.nli_raw_confidence ?? null,
      model: edge.nli_model ?? null,
      notes: stanceNotes(edge),
      human_corrected: edge.human_corrected,
    })),
    why: { log_odds, contributions },
    timeline: claimTimeline(parts, claimId)?.entries ?? [],
    notes: claimNotes(parts.store, node),
    reading: {
      passages: evidence
        .filter((edge) => edge.relation !== 'neutral')
        .map((edge) => ({ edge_id: edge.id, domain: edge.page.domain, sentence: edge.rationale })),
      in_dispute_with: refutedByItsOwnWords(parts, claim).map((other) => ({
        claim_id: other.id,
        text: other.claim_text,
      })),
      scope: parts.store.entities.scopeOf(claimId),
      primary_sources: claimPrimarySources(parts.store, node).map(({ url, cue, outcome, page: named, passage }) => ({
        ...{ url: named?.url ?? url, cue, outcome, title: named?.title ?? null },
        ...{ says: passage?.relation ?? null, sentence: passage?.rationale ?? null },
      })),
    },
  }
}

/**
 * TRUST 1.1: both sides of a dispute are contested, also the one that refutes and that nothing among its own evidence
 * refutes.
 */
function refutedByItsOwnWords({ store }: GraphParts, claim: Claim): readonly Claim[] {
  if (claim.verification_status !== 'contested') return []
  const rows = store.claims.contradictionsOf(claim.id)
  if (rows.some((row) => row.claim_id === claim.id && sidesOf(row)[0] === 'contested')) return []
  const others = rows.filter((row) => row.opposing_claim_id === claim.id && sidesOf(row)[1] === 'contested')
  return store.claims.many(others.map((row) => row.claim_id))
}
