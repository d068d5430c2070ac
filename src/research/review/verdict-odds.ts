import { type Edge, STANCE_RELATIONS, type StanceRelation } from '../../domain/claim.ts'

export type VerdictOdds = Readonly<Record<StanceRelation, number>>

/**
 * How probable each verdict on a pair is. Of an edge that takes a side its calibrated confidence holds, and the others
 * share the rest as the judge read them; of a neutral one the reading holds, also of a refutation that was withdrawn.
 * An edge of before the readings were kept shares its rest evenly.
 */
export function verdictOdds(edge: Edge): VerdictOdds {
  const read = readingOf(edge)
  const { relation, nli_confidence: confidence } = edge
  if (relation === 'neutral' || confidence === null || !isStance(relation)) return read
  const rest = 1 - read[relation]
  const share = (other: StanceRelation) => (rest <= 0 ? 0.5 : read[other] / rest) * (1 - confidence)
  const odds = { supports: share('supports'), refutes: share('refutes'), neutral: share('neutral') }
  return { ...odds, [relation]: confidence }
}

/** As the judge read it. */
export function readingOf(edge: Edge): VerdictOdds {
  const { nli_supports: supports, nli_refutes: refutes, relation } = edge
  if (supports != null && refutes != null) return { supports, refutes, neutral: Math.max(0, 1 - supports - refutes) }
  const sure = edge.nli_raw_confidence ?? edge.nli_confidence ?? 0.5
  const others = (1 - sure) / 2
  const even = { supports: others, refutes: others, neutral: others }
  return isStance(relation) ? { ...even, [relation]: sure } : even
}

export function isStance(relation: string): relation is StanceRelation {
  return STANCE_RELATIONS.some((one) => one === relation)
}
