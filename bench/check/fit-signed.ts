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

const STEPS = 500

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
  const rows = samples.map(({ x, y, weight }) => ({
    ...{ y: Number(y), weight, z: [...x.map((value, i) => (value - (mean[i] ?? 0)) / (scale[i] ?? 1)), 1] },
  }))
  // No step is longer than the curvature allows: a quarter of the squared rows, and the ridge.
  const bound = ridge + rows.reduce((sum, { z, weight }) => sum + weight * z.reduce((s, v) => s + v * v, 0), 0) / 8
  let [at, before] = [new Float64Array(size + 1), new Float64Array(size + 1)]
  for (let step = 0; step < STEPS; step += 1) {
    const ahead = at.map((value, i) => value + (step / (step + 3)) * (value - (before[i] ?? 0)))
    const slope = ahead.map((value, i) => (i < size ? ridge * value : 0))
    for (const { y, weight, z } of rows) {
      const error = weight * (1 / (1 + Math.exp(-z.reduce((sum, v, i) => sum + v * (ahead[i] ?? 0), 0))) - y)
      for (let i = 0; i <= size; i += 1) slope[i] = (slope[i] ?? 0) + error * (z[i] ?? 0)
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
