export interface Sample {
  readonly x: readonly number[]
  /** 0 supports, 1 refutes, 2 neutral (the reference). */
  readonly y: number
  readonly weight: number
}

/** Per feature [supports, refutes]; the last row is the bias. */
export type Weights = readonly (readonly [number, number])[]

function probabilities(weights: Weights, x: readonly number[]): [number, number, number] {
  let a = weights.at(-1)?.[0] ?? 0
  let b = weights.at(-1)?.[1] ?? 0
  for (const [i, value] of x.entries()) {
    a += (weights[i]?.[0] ?? 0) * value
    b += (weights[i]?.[1] ?? 0) * value
  }
  const top = Math.max(a, b, 0)
  const e = [Math.exp(a - top), Math.exp(b - top), Math.exp(-top)] as const
  const sum = e[0] + e[1] + e[2]
  return [e[0] / sum, e[1] / sum, e[2] / sum]
}

/**
 * Multinomial logistic regression, ridge towards the weights at the start (all but the bias), gradient descent with
 * momentum on standardised features.
 */
export function fitLogistic(samples: readonly Sample[], ridge: number, start: Weights, steps = 600): Weights {
  const size = samples[0]?.x.length ?? 0
  const total = samples.reduce((sum, { weight }) => sum + weight, 0)
  const mean = Array.from({ length: size }, (_, i) => samples.reduce((s, r) => s + r.weight * (r.x[i] ?? 0), 0) / total)
  const scale = mean.map((m, i) => {
    const variance = samples.reduce((s, r) => s + r.weight * ((r.x[i] ?? 0) - m) ** 2, 0) / total
    return Math.sqrt(variance) || 1
  })
  const rows = samples.map((r) => ({ ...r, x: r.x.map((v, i) => (v - (mean[i] ?? 0)) / (scale[i] ?? 1)) }))
  const prior = scale.map((unit, i): [number, number] => [(start[i]?.[0] ?? 0) * unit, (start[i]?.[1] ?? 0) * unit])
  const w = [...prior.map(([a, b]): [number, number] => [a, b]), [0, 0] as [number, number]]
  const speed = w.map(() => [0, 0] as [number, number])
  for (let step = 0; step < steps; step += 1) {
    const g = w.map(() => [0, 0] as [number, number])
    for (const { x, y, weight } of rows) {
      const p = probabilities(w, x)
      for (const k of [0, 1] as const) {
        const error = (weight / total) * (p[k] - Number(y === k))
        for (let i = 0; i < size; i += 1) (g[i] as [number, number])[k] += error * (x[i] ?? 0)
        ;(g[size] as [number, number])[k] += error
      }
    }
    for (let i = 0; i <= size; i += 1)
      for (const k of [0, 1] as const) {
        const pull =
          i < size ? (ridge / total) * ((w[i] as [number, number])[k] - (prior[i] as [number, number])[k]) : 0
        const v = speed[i] as [number, number]
        v[k] = 0.9 * v[k] - 0.3 * ((g[i] as [number, number])[k] + pull)
        ;(w[i] as [number, number])[k] += v[k]
      }
  }
  const bias: [number, number] = [w[size]?.[0] ?? 0, w[size]?.[1] ?? 0]
  const plain = Array.from({ length: size }, (_, i): [number, number] => {
    const row = w[i] as [number, number]
    const out: [number, number] = [row[0] / (scale[i] ?? 1), row[1] / (scale[i] ?? 1)]
    bias[0] -= out[0] * (mean[i] ?? 0)
    bias[1] -= out[1] * (mean[i] ?? 0)
    return out
  })
  return [...plain, bias]
}

export { probabilities }
