export interface SignedSample {
  readonly x: readonly number[]
  readonly y: boolean
  readonly weight: number
}

/** Weights of the features, the bias last. */
export type SignedWeights = readonly number[]

export function weigh(weights: SignedWeights, x: readonly number[]): number {
  return x.reduce((sum, value, at) => sum + (weights[at] ?? 0) * value, weights[x.length] ?? 0)
}

const STEPS = 300

/**
 * Logistic regression with ridge on standardised features, each weight kept to its sign (0 where it would take the
 * other): projected gradient with momentum, from zero, so that the same samples give the same weights.
 */
export function fitSigned(samples: readonly SignedSample[], signs: readonly (1 | -1)[], ridge: number): SignedWeights {
  const size = signs.length
  const mean = signs.map((_, i) => samples.reduce((sum, { x }) => sum + (x[i] ?? 0), 0) / samples.length)
  const scale = signs.map((_, i) => {
    const variance = samples.reduce((sum, { x }) => sum + ((x[i] ?? 0) - (mean[i] ?? 0)) ** 2, 0) / samples.length
    return Math.sqrt(variance) || 1
  })
  const width = size + 1
  // One row a sample, the constant last.
  const rows = Float64Array.from(
    samples.flatMap(({ x }) => [...signs.map((_, i) => ((x[i] ?? 0) - (mean[i] ?? 0)) / (scale[i] ?? 1)), 1]),
  )
  const share = Float64Array.from(samples.map(({ weight }) => weight))
  const wanted = Float64Array.from(samples.map(({ y }) => Number(y)))
  const bound = ridge + steepest(rows, share, width)
  let [at, before] = [new Float64Array(width), new Float64Array(width)]
  for (let step = 0; step < STEPS; step += 1) {
    const ahead = at.map((value, i) => value + (step / (step + 3)) * (value - (before[i] ?? 0)))
    const slope = ahead.map((value, i) => (i < size ? ridge * value : 0))
    for (let row = 0; row < share.length; row += 1) {
      const from = row * width
      let sum = 0
      for (let i = 0; i < width; i += 1) sum += (rows[from + i] as number) * (ahead[i] as number)
      const error = (share[row] as number) * (1 / (1 + Math.exp(-sum)) - (wanted[row] as number))
      for (let i = 0; i < width; i += 1) slope[i] = (slope[i] as number) + error * (rows[from + i] as number)
    }
    before = at
    at = ahead.map((value, i) => {
      const next = value - (slope[i] ?? 0) / bound
      return i < size && next * (signs[i] ?? 1) < 0 ? 0 : next
    })
  }
  const plain = signs.map((_, i) => (at[i] ?? 0) / (scale[i] ?? 1))
  const bias = plain.reduce((sum, weight, i) => sum - weight * (mean[i] ?? 0), at[size] ?? 0)
  return [...plain, bias]
}

/** Rounds of the power method, and what they may leave to find. */
const ROUNDS = 30
const SAFE = 1.1

/** How far the loss bends at most, so that no step is too long: the largest eigenvalue of a quarter of the squares. */
function steepest(rows: Float64Array, share: Float64Array, width: number): number {
  let along = new Float64Array(width).fill(1)
  let most = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Float64Array(width)
    for (let row = 0; row < share.length; row += 1) {
      const from = row * width
      let sum = 0
      for (let i = 0; i < width; i += 1) sum += (rows[from + i] as number) * (along[i] as number)
      const value = (sum * (share[row] as number)) / 4
      for (let i = 0; i < width; i += 1) next[i] = (next[i] as number) + value * (rows[from + i] as number)
    }
    most = Math.hypot(...next)
    along = next.map((value) => value / (most || 1))
  }
  return most * SAFE
}
