import type { StanceRelation } from '../../src/domain/claim.ts'
import type { StanceScore } from '../../src/models/types.ts'

export const RELATIONS = ['supports', 'refutes', 'neutral'] as const satisfies readonly StanceRelation[]

export interface Judged {
  readonly label: StanceRelation
  readonly said: StanceRelation
}

export interface ClassFigures {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

export function figuresOf(judged: readonly Judged[], relation: StanceRelation): ClassFigures {
  const said = judged.filter((row) => row.said === relation).length
  const there = judged.filter((row) => row.label === relation).length
  const both = judged.filter((row) => row.said === relation && row.label === relation).length
  return {
    precision: said === 0 ? 0 : both / said,
    recall: there === 0 ? 0 : both / there,
    f1: said + there === 0 ? 0 : (2 * both) / (said + there),
  }
}

export function macroF1(judged: readonly Judged[]): number {
  return RELATIONS.reduce((sum, relation) => sum + figuresOf(judged, relation).f1, 0) / RELATIONS.length
}

export function likeliest(scores: StanceScore): StanceRelation {
  if (scores.supports >= scores.refutes && scores.supports >= scores.neutral) return 'supports'
  return scores.refutes >= scores.neutral ? 'refutes' : 'neutral'
}

export interface Forecast {
  readonly label: StanceRelation
  readonly scores: StanceScore
}

export function brier(rows: readonly Forecast[]): number {
  let sum = 0
  for (const { label, scores } of rows)
    for (const relation of RELATIONS) sum += (scores[relation] - Number(relation === label)) ** 2
  return sum / rows.length
}

/** The probabilities as they were before the temperature of the model's config was applied. */
export function uncalibrated(scores: StanceScore, temperature: number): StanceScore {
  const raised = RELATIONS.map((relation) => Math.max(scores[relation], 1e-12) ** temperature)
  const sum = raised.reduce((total, value) => total + value, 0)
  const [supports = 0, refutes = 0, neutral = 0] = raised.map((value) => value / sum)
  return { supports, refutes, neutral }
}

/** Expected calibration error of the likeliest class, 15 bins. */
export function calibrationError(rows: readonly Forecast[], bins = 15): number {
  const sums = Array.from({ length: bins }, () => ({ n: 0, sure: 0, right: 0 }))
  for (const { label, scores } of rows) {
    const said = likeliest(scores)
    const bin = sums[Math.min(bins - 1, Math.floor(scores[said] * bins))]
    if (bin === undefined) continue
    bin.n += 1
    bin.sure += scores[said]
    bin.right += Number(said === label)
  }
  return sums.reduce((sum, { sure, right }) => sum + Math.abs(sure - right), 0) / rows.length
}
