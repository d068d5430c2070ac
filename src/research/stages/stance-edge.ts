import { calibrated, nliCalibration, type SearchCalibrations } from '../../domain/calibration.ts'
import type { Claim } from '../../domain/claim.ts'
import { type Clock, isoTime } from '../../domain/clock.ts'
import type { Fragment } from '../../domain/page.ts'
import type { Settings } from '../../domain/settings.ts'
import { stanceId } from '../../domain/unjudged-edge.ts'
import { learnedVerdict } from '../../judge/learned-stance.ts'
import type { StanceVerdict } from '../../judge/types.ts'
import type { Store } from '../../store/types.ts'
import { sameScope } from '../graph/same-scope.ts'

export interface JudgedPair {
  readonly claim: Claim
  readonly fragment: Fragment
  /** What stands above the claim and above the passage, on their pages. */
  readonly under: { readonly claim: readonly string[]; readonly passage: readonly string[] }
  readonly verdict: StanceVerdict
  readonly corrections: SearchCalibrations
  readonly causeId: string
}

/** A verdict as the edge that is kept of it. */
export function stanceEdge(
  { claim, fragment, under, verdict: read, corrections, causeId }: JudgedPair,
  { clock, settings }: { readonly clock: Clock; readonly settings: Pick<Settings, 'judgement'> },
): Parameters<Store['edges']['saveStance']>[0] {
  const verdict = inScope(learned(read, corrections, settings), claim, under)
  const applied = nliCalibration(corrections, claim.language, verdict.decidedBy)
  return {
    id: stanceId(fragment.id, claim.id),
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

/** The verdict by what the search has learned from corrections (REQ 3.3.4), with its version among the notes. */
export function learned(
  verdict: StanceVerdict,
  { stance_adapter: adapter = null }: SearchCalibrations,
  { judgement }: Pick<Settings, 'judgement'>,
): StanceVerdict {
  const thresholds = { support: judgement.support_threshold, refute: judgement.refute_threshold }
  return learnedVerdict(verdict, adapter, thresholds)
}

/** What is said of another year or version contradicts nothing (LYRA 2.9), whoever reads it so. */
function inScope(verdict: StanceVerdict, { claim_text: text }: Claim, under: JudgedPair['under']): StanceVerdict {
  if (verdict.relation !== 'refutes' || verdict.rationale === null) return verdict
  const passage = { text: verdict.rationale, context: under.passage }
  if (sameScope({ text, context: under.claim }, passage)) return verdict
  const notes = [...verdict.notes, 'other_scope']
  return { ...verdict, relation: 'neutral', confidence: 1 - verdict.scores.supports, notes }
}
