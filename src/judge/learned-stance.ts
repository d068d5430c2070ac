import { type AdapterInForce, adapted } from '../domain/adapter.ts'
import { STANCE_FEATURES } from './stance-features.ts'
import { relationOf, type StanceThresholds } from './stance-score.ts'
import type { StanceVerdict } from './types.ts'

/** What code has compared is not unlearned: words said again or denied, another figure for the same quantity. */
const BY_CODE = new Set(['same_words', 'denied_plainly', 'figure_differs'])

/** The signals of a pair as an adapter reads them; what was not measured counts for nothing. */
export function stanceFeatures(signals: readonly number[]): readonly number[] {
  return STANCE_FEATURES.map((_, at) => signals[at] ?? 0)
}

/** What the words or figures of a pair decided by themselves. */
export function isDecidedByCode({ notes }: Pick<StanceVerdict, 'notes'>): boolean {
  return notes.some((note) => BY_CODE.has(note))
}

/**
 * A verdict after what was learned from corrections. A refutation that was withdrawn for want of a sentence stays so
 * unless the learned odds are for another answer than the ones read.
 */
export function learnedVerdict(
  verdict: StanceVerdict,
  learned: AdapterInForce | null,
  thresholds: StanceThresholds,
): StanceVerdict {
  const { signals = null, decidedBy, hidden } = verdict
  if (learned === null || signals === null || decidedBy !== learned.model) return verdict
  if (isDecidedByCode(verdict)) return verdict
  const { layer = null } = learned
  // Weights of another reader's layer mean nothing here; `lyra models history` names what is not applied.
  if (layer !== null && hidden?.layer !== layer) return verdict
  const read = verdict.read ?? verdict.scores
  const probabilities = [read.supports, read.refutes, read.neutral]
  const odds = adapted(learned.weights, probabilities, stanceFeatures(signals), layer === null ? [] : hidden?.values)
  const [supports = 0, refutes = 0, neutral = 0] = odds
  const scores = { supports, refutes, neutral }
  const before = relationOf(read, thresholds)
  const after = relationOf(scores, thresholds)
  const relation = after === before ? verdict.relation : after
  return {
    ...verdict,
    ...{ relation, scores, read: scores, confidence: scores[relation] },
    notes: [...verdict.notes, `learned@${learned.version}`],
  }
}
