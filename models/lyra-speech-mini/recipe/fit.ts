import { seededRandom } from '../../../src/domain/random.ts'
import { BUCKETS, speechFeatures, featureValue } from '../../../src/guard/speech-features.ts'

export interface Labelled {
  readonly text: string
  readonly isOrder: boolean
  readonly weight: number
}

export interface Fitted {
  readonly weights: Float64Array
  readonly bias: number
}

interface FitOptions {
  readonly rounds: number
  readonly rate: number
  readonly ridge: number
  /** Share of the features left out of each reading, so that no single word carries a sentence. */
  readonly dropout: number
}

const DEFAULTS: FitOptions = { rounds: 12, rate: 0.15, ridge: 2e-5, dropout: 0.3 }

export function logitOf({ weights, bias }: Fitted, features: readonly number[]): number {
  const value = featureValue(features)
  let sum = bias
  for (const feature of features) sum += (weights[feature] ?? 0) * value
  return sum
}

/** Logistic regression on hashed features, AdaGrad, one pass after another in a drawn order. */
export function fit(samples: readonly Labelled[], options: Partial<FitOptions> = {}): Fitted {
  const { rounds, rate, ridge, dropout } = { ...DEFAULTS, ...options }
  const random = seededRandom(7)
  const rows = samples.map((sample) => ({ ...sample, features: speechFeatures(sample.text) }))
  const weights = new Float64Array(BUCKETS)
  const squares = new Float64Array(BUCKETS).fill(1e-2)
  let bias = 0
  let biasSquares = 1
  for (let round = 0; round < rounds; round += 1) {
    for (let at = rows.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random.next() * (at + 1))
      const [one, two] = [rows[at], rows[other]]
      if (one === undefined || two === undefined) continue
      rows[at] = two
      rows[other] = one
    }
    for (const { features, isOrder, weight } of rows) {
      const kept = features.filter(() => random.next() >= dropout)
      const value = featureValue(features) / (1 - dropout)
      let sum = bias
      for (const feature of kept) sum += (weights[feature] ?? 0) * value
      const error = weight * (1 / (1 + Math.exp(-sum)) - Number(isOrder))
      for (const feature of kept) {
        const own = weights[feature] ?? 0
        const slope = error * value + ridge * own
        const squared = (squares[feature] ?? 0) + slope * slope
        squares[feature] = squared
        weights[feature] = own - (rate * slope) / Math.sqrt(squared)
      }
      biasSquares += error * error
      bias -= (rate * error) / Math.sqrt(biasSquares)
    }
  }
  return { weights, bias }
}
