import { type AdapterWeights, adapted } from '../../domain/adapter.ts'
import { solve } from './solve.ts'

/** A reading, what was measured beside it, and what it ought to have been. */
export interface Example {
  /** Probabilities of the answers as they were read; the last answer is the reference. */
  readonly read: readonly number[]
  readonly features: readonly number[]
  /** The right answer. */
  readonly answer: number
  readonly weight: number
  /** A base example of the replay: not its answer is learned, but that its reading stays as it is. */
  readonly keep?: true
}

const STEPS = 8
const NEAR_ZERO = 1e-9

/**
 * The line that, added to the log-odds, makes the examples likeliest: Newton's method with a ridge towards no change at
 * all. The same examples in the same order give the same weights.
 */
export function fitAdapter(examples: readonly Example[], ridge: number): AdapterWeights {
  const size = examples[0]?.features.length ?? 0
  const answers = (examples[0]?.read.length ?? 1) - 1
  const scale = scales(examples, size)
  const rows = examples.map((row) => ({ ...row, features: row.features.map((value, at) => value / (scale[at] ?? 1)) }))
  let weights = zeros(size + 1, answers)
  for (let step = 0; step < STEPS; step += 1) {
    const change = newtonStep(rows, weights, ridge)
    weights = weights.map((row, at) => row.map((value, k) => value - (change[at * answers + k] ?? 0)))
  }
  return weights.map((row, at) => row.map((value) => value / (scale[at] ?? 1)))
}

/** Root mean square of each feature: zero stays zero, so that what was not measured changes nothing. */
function scales(examples: readonly Example[], size: number): readonly number[] {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  return Array.from({ length: size }, (_, at) => {
    const square = examples.reduce((sum, { features, weight }) => sum + weight * (features[at] ?? 0) ** 2, 0)
    return Math.sqrt(square / total) || 1
  })
}

/** Slope over curvature of the loss and its ridge, one number for each weight, feature by feature. */
function newtonStep(rows: readonly Example[], weights: AdapterWeights, ridge: number): Float64Array {
  const answers = weights[0]?.length ?? 0
  const size = weights.length * answers
  const slope = new Float64Array(size)
  const curve = new Float64Array(size * size)
  const line = new Float64Array(weights.length)
  for (const { read, features, answer, weight, keep } of rows) {
    const said = adapted(weights, read, features)
    line.set(features)
    line[features.length] = 1
    for (let k = 0; k < answers; k += 1) {
      const wanted = keep === true ? (read[k] ?? 0) : Number(k === answer)
      const error = weight * ((said[k] ?? 0) - wanted)
      for (let i = 0; i < line.length; i += 1)
        slope[i * answers + k] = (slope[i * answers + k] ?? 0) + error * at(line, i)
      for (let other = 0; other < answers; other += 1) {
        const bend = weight * (said[k] ?? 0) * (Number(k === other) - (said[other] ?? 0))
        for (let i = 0; i < line.length; i += 1) {
          const part = bend * at(line, i)
          if (part === 0) continue
          const start = (i * answers + k) * size + other
          for (let j = 0; j < line.length; j += 1)
            curve[start + j * answers] = at(curve, start + j * answers) + part * at(line, j)
        }
      }
    }
  }
  for (let n = 0; n < size; n += 1) {
    slope[n] = at(slope, n) + ridge * (weights[Math.floor(n / answers)]?.[n % answers] ?? 0)
    curve[n * size + n] = at(curve, n * size + n) + ridge
  }
  return solve(curve, slope)
}

function at(list: Float64Array, place: number): number {
  return list[place] ?? 0
}

function zeros(rows: number, columns: number): number[][] {
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => 0))
}

/** Mean of how unlikely the right answers were thought, in nats; null weights: as they were read. */
export function meanLoss(weights: AdapterWeights | null, examples: readonly Example[]): number {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const loss = examples.reduce((sum, { read, features, answer, weight }) => {
    const said = weights === null ? read : adapted(weights, read, features)
    return sum - weight * Math.log(Math.max(NEAR_ZERO, said[answer] ?? 0))
  }, 0)
  return total === 0 ? 0 : loss / total
}

/** Macro-F1 of the likeliest answers. */
export function macroF1(weights: AdapterWeights | null, examples: readonly Example[]): number {
  const answers = examples[0]?.read.length ?? 0
  const said = examples.map(({ read, features }) => {
    const odds = weights === null ? read : adapted(weights, read, features)
    return odds.indexOf(Math.max(...odds))
  })
  const scores = Array.from({ length: answers }, (_, k) => {
    const hits = examples.filter(({ answer }, place) => answer === k && said[place] === k).length
    const named = said.filter((answer) => answer === k).length
    const meant = examples.filter(({ answer }) => answer === k).length
    return named + meant === 0 ? 1 : (2 * hits) / (named + meant)
  })
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, answers)
}
