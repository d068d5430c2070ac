import type { HiddenLayer, StanceReading } from '../models/types.ts'

/** The mean of what the model knew at each reading of a pair; undefined where it does not give that out. */
export function hiddenMean(readings: readonly (StanceReading | undefined)[]): HiddenLayer | undefined {
  const layers = readings.flatMap((reading) => reading?.hidden ?? [])
  const [first] = layers
  if (first === undefined || layers.length < readings.length) return undefined
  const values = new Float32Array(first.values.length)
  for (const layer of layers)
    for (const [at, value] of layer.values.entries()) values[at] = (values[at] ?? 0) + value / layers.length
  return { layer: first.layer, values }
}
