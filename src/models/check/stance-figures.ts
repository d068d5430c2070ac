import { STANCE_RELATIONS, type StanceRelation } from '../../domain/claim.ts'
import { softmax } from '../../domain/softmax.ts'
import type { LabelledPair } from './check-set.ts'

/** The order of a model's output columns. */
export type LabelOrder = readonly StanceRelation[]
export type Logits = readonly (readonly number[])[]

export interface StanceFigures {
  readonly pairs: number
  readonly accuracy: number
  readonly macro_f1: number
  /** Macro-F1 of the English pairs, and of those in which either side is Japanese. */
  readonly english: number
  readonly japanese: number
  /** At the fitted temperature, each half of the set measured with the temperature of the other. */
  readonly ece: number
  /** At temperature 1. */
  readonly ece_raw: number
  readonly temperature: number
}

const BINS = 10
const COOLEST = 0.25
const HOTTEST = 12
/** Halvings of the search: the temperature is exact to a thousandth. */
const STEPS = 40

export function stanceFigures(pairs: readonly LabelledPair[], logits: Logits, order: LabelOrder): StanceFigures {
  const said = answersOf(logits, order)
  const f1Of = (keep: (pair: LabelledPair) => boolean) => {
    const kept = pairs.flatMap((pair, at) => (keep(pair) ? [{ truth: pair.label, said: said[at] }] : []))
    return macroF1(kept)
  }
  const right = pairs.filter(({ label }, at) => said[at] === label).length
  return {
    pairs: pairs.length,
    accuracy: right / Math.max(pairs.length, 1),
    macro_f1: f1Of(() => true),
    english: f1Of(({ languages }) => languages === 'en'),
    japanese: f1Of(({ languages }) => languages !== 'en'),
    ece: crossedError(pairs, logits, order),
    ece_raw: calibrationError(pairs, logits, order, () => 1),
    temperature: fitTemperature(pairs, logits, order),
  }
}

function answersOf(logits: Logits, order: LabelOrder) {
  return logits.map((row) => order[row.indexOf(Math.max(...row))])
}

export function macroF1Of(pairs: readonly LabelledPair[], logits: Logits, order: LabelOrder): number {
  const said = answersOf(logits, order)
  return macroF1(pairs.map(({ label }, at) => ({ truth: label, said: said[at] })))
}

function macroF1(rows: readonly { readonly truth: StanceRelation; readonly said: unknown }[]): number {
  const each = STANCE_RELATIONS.map((label) => {
    const hit = rows.filter(({ truth, said }) => truth === label && said === label).length
    const named = rows.filter(({ truth, said }) => truth === label || said === label).length
    return named === 0 ? 0 : (2 * hit) / (named + hit)
  })
  return each.reduce((sum, value) => sum + value, 0) / each.length
}

/** The temperature of the least log-loss: the loss has one valley, so the search may halve its way. */
export function fitTemperature(pairs: readonly LabelledPair[], logits: Logits, order: LabelOrder): number {
  const loss = (log: number) => {
    const temperature = Math.exp(log)
    return pairs.reduce((sum, { label }, at) => {
      const p = softmax(logits[at] ?? [], temperature)[order.indexOf(label)] ?? 0
      return sum - Math.log(Math.max(p, 1e-9))
    }, 0)
  }
  let [low, high] = [Math.log(COOLEST), Math.log(HOTTEST)]
  for (let step = 0; step < STEPS; step += 1) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3]
    if (loss(left) <= loss(right)) high = right
    else low = left
  }
  return Math.round(Math.exp((low + high) / 2) * 1000) / 1000
}

function crossedError(pairs: readonly LabelledPair[], logits: Logits, order: LabelOrder): number {
  const fitted = [0, 1].map((fold) => {
    const at = [...pairs.keys()].filter((index) => (pairs[index]?.group ?? 0) % 2 !== fold)
    const of = <T>(rows: readonly T[]) => rows.filter((_, index) => at.includes(index))
    return fitTemperature(of(pairs), of(logits), order)
  })
  return calibrationError(pairs, logits, order, ({ group }) => fitted[group % 2] ?? 1)
}

/** Expected calibration error over ten bins of the likeliest answer's probability. */
function calibrationError(
  pairs: readonly LabelledPair[],
  logits: Logits,
  order: LabelOrder,
  temperatureOf: (pair: LabelledPair) => number,
): number {
  const bins = Array.from({ length: BINS }, () => ({ sure: 0, right: 0 }))
  pairs.forEach((pair, at) => {
    const probabilities = softmax(logits[at] ?? [], temperatureOf(pair))
    const sure = Math.max(...probabilities)
    const bin = bins[Math.min(BINS - 1, Math.floor(sure * BINS))]
    if (bin === undefined) return
    bin.sure += sure
    bin.right += order[probabilities.indexOf(sure)] === pair.label ? 1 : 0
  })
  return bins.reduce((sum, { sure, right }) => sum + Math.abs(sure - right), 0) / Math.max(pairs.length, 1)
}
