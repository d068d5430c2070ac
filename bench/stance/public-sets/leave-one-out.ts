import { FIRST_FEATURES } from '../../../src/judge/stance-features.ts'
import { SAME_QUANTITY, weigh } from '../../../src/judge/stance-score.ts'
import type { StanceVerdict } from '../../../src/judge/types.ts'
import type { StanceScore } from '../../../src/models/types.ts'
import type { Judged } from '../score.ts'
import type { PublicSet } from './pairs.ts'

/** Log-odds of supports and of refutes against neutral, as the model gave them. */
export type Odds = readonly [number, number]

/** One pair whose confidence is the model's own, at some sharpness. */
export interface OwnAnswer {
  readonly label: Judged['label']
  readonly odds: Odds
}

/** A set with fewer such pairs tells too little of its own to count as much as the others. */
const LEAST_PAIRS = 50
/** Below the first everything is even, above the last the model would be too modest. */
const SHARPNESS = { from: 0.05, to: 1.5, step: 0.01 }
const FIGURE_DIFFERS = FIRST_FEATURES.indexOf('figureDiffers')

/** Null where the context, words or figures of the pair had a say, or nothing was read. */
export function ownOdds(title: string | null, { signals = null, notes }: StanceVerdict): Odds | null {
  if (title !== null || signals === null || notes.length > 0) return null
  const [supports, refutes] = signals
  if (supports === undefined || refutes === undefined || (signals[FIGURE_DIFFERS] ?? 0) >= SAME_QUANTITY) return null
  return [supports, refutes]
}

export function scoresAt([supports, refutes]: Odds, sharpness: number): StanceScore {
  return weigh<'supports' | 'refutes'>(
    { supports, refutes },
    { supports: [sharpness, 0], refutes: [0, sharpness], bias: [0, 0] },
  )
}

/** Where a set tells only supports from the rest, a refutation counts with the rest. */
export function folded(labels: PublicSet['labels'], scores: StanceScore): StanceScore {
  if (labels !== 'supports or not') return scores
  return { supports: scores.supports, refutes: 0, neutral: scores.neutral + scores.refutes }
}

export interface OwnAnswers {
  readonly labels: PublicSet['labels']
  readonly rows: readonly OwnAnswer[]
}

function lossOf({ labels, rows }: OwnAnswers, sharpness: number): number {
  const sum = rows.reduce(
    (total, { label, odds }) => total - Math.log(Math.max(folded(labels, scoresAt(odds, sharpness))[label], 1e-6)),
    0,
  )
  return sum / rows.length
}

/** The sharpness of least log-loss, every set counting the same; null where fewer than two can be fitted on. */
export function fitSharpness(sets: readonly OwnAnswers[]): number | null {
  const some = sets.filter(({ rows }) => rows.length >= LEAST_PAIRS)
  if (some.length < 2) return null
  const steps = Math.round((SHARPNESS.to - SHARPNESS.from) / SHARPNESS.step)
  const tried = Array.from({ length: steps + 1 }, (_, at) => {
    const sharpness = SHARPNESS.from + at * SHARPNESS.step
    return { sharpness, loss: some.reduce((sum, set) => sum + lossOf(set, sharpness), 0) }
  })
  return tried.reduce((best, one) => (one.loss < best.loss ? one : best)).sharpness
}
