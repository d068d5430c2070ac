import { calibrated, nliCalibration, type SearchCalibrations } from '../../domain/calibration.ts'
import type { Claim } from '../../domain/claim.ts'
import { type Clock, isoTime } from '../../domain/clock.ts'
import { stableId } from '../../domain/ids.ts'
import type { Fragment } from '../../domain/page.ts'
import type { StanceVerdict } from '../../judge/types.ts'
import type { Store } from '../../store/types.ts'

export interface JudgedPair {
  readonly claim: Claim
  readonly fragment: Fragment
  readonly verdict: StanceVerdict
  readonly corrections: SearchCalibrations
  readonly causeId: string
}

/** A verdict as the edge that is kept of it. */
export function stanceEdge(
  { claim, fragment, verdict, corrections, causeId }: JudgedPair,
  clock: Clock,
): Parameters<Store['edges']['saveStance']>[0] {
  const applied = nliCalibration(corrections, claim.language, verdict.decidedBy)
  return {
    id: stableId('edge', fragment.id, claim.id, 'stance'),
    source_type: 'fragment',
    source_id: fragment.id,
    target_type: 'claim',
    target_id: claim.id,
    relation: verdict.relation,
    nli_label: verdict.relation,
    nli_confidence: calibrated(applied.calibration, verdict.confidence),
    nli_raw_confidence: verdict.confidence,
    nli_model: verdict.decidedBy,
    nli_notes: verdict.notes,
    nli_supports: (verdict.read ?? verdict.scores).supports,
    nli_refutes: (verdict.read ?? verdict.scores).refutes,
    nli_calibration: applied.name,
    nli_signals: verdict.signals ?? null,
    rationale: verdict.rationale,
    citation_source: null,
    is_influential: false,
    human_corrected: false,
    created_at: isoTime(clock),
    cause_id: causeId,
  }
}
