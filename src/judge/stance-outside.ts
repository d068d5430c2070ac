import type { NliModel, StanceScore } from '../models/types.ts'
import type { StanceCase } from './stance-cases.ts'
import {
  applyFigures,
  byOtherDirection,
  bySameWords,
  type FusedScore,
  relationOf,
  SAME_QUANTITY,
  type StanceThresholds,
} from './stance-score.ts'

const NEUTRAL: StanceScore = { supports: 0, refutes: 0, neutral: 1 }
/** A pair this plainly neutral at the first reading is not read again. */
const PLAINLY_NEUTRAL = 0.6
/** Its probabilities are those of a pair by itself, not of one that a search came upon: this sure it must be. */
const LEAST_SURE = 0.55

/**
 * Reads cases with a model that the fusion's weights do not know. Its own probabilities, at the temperature fitted on
 * the check set, are the mean of two readings: with title and heading, and without. What figures and the very words
 * decide stands above it as above the fusion.
 */
export async function readByOutsideModel(
  model: NliModel,
  claim: string,
  cases: readonly StanceCase[],
  thresholds: StanceThresholds,
  signal?: AbortSignal,
): Promise<readonly FusedScore[]> {
  const bars = {
    support: Math.max(thresholds.support, LEAST_SURE),
    refute: Math.max(thresholds.refute, LEAST_SURE),
  }
  const inContext = await model.judge(
    cases.map(({ pair }) => pair),
    signal,
  )
  const open = cases.filter((one, at) => isOpen(one, inContext[at] ?? NEUTRAL))
  const alone = await model.judge(
    open.map(({ said }) => ({ evidence: said, claim })),
    signal,
  )
  return cases.map((one, at) => {
    const first = inContext[at] ?? NEUTRAL
    const second = open.includes(one) ? alone[open.indexOf(one)] : undefined
    if (second === undefined) return { scores: first, relation: 'neutral', notes: [] }
    return settle(meanOf(first, second), one, bars)
  })
}

function isOpen({ sameWords, measured }: StanceCase, { neutral }: StanceScore): boolean {
  return sameWords !== null || neutral < PLAINLY_NEUTRAL || measured.quantity.differs >= SAME_QUANTITY
}

function meanOf(a: StanceScore, b: StanceScore): StanceScore {
  return {
    supports: (a.supports + b.supports) / 2,
    refutes: (a.refutes + b.refutes) / 2,
    neutral: (a.neutral + b.neutral) / 2,
  }
}

function settle(read: StanceScore, one: StanceCase, thresholds: StanceThresholds): FusedScore {
  const { sameWords, opposed, measured } = one
  if (sameWords !== null) return bySameWords(read, sameWords)
  const { differs, agrees } = measured.quantity
  const scores = applyFigures(read, { figureDiffers: differs })
  const relation = relationOf(scores, thresholds)
  if (opposed && relation === 'supports') return byOtherDirection(scores)
  const changed = relation !== relationOf(read, thresholds)
  const notes = [
    ...(differs >= SAME_QUANTITY && (changed || relation === 'refutes') ? ['figure_differs'] : []),
    ...(agrees >= SAME_QUANTITY && relation === 'supports' ? ['figure_agrees'] : []),
  ]
  return { scores, relation, notes }
}
