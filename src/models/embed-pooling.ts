import type { EmbeddingConfig } from './model-folder.ts'

/** One vector of unit length from what the graph gave: it may be pooled already, or one row per token. */
export function pooledVector(output: Float32Array, config: EmbeddingConfig): Float32Array {
  if (config.pooled_in_graph) return Float32Array.from(output)
  const { dimension } = config
  const tokens = output.length / dimension
  if (!Number.isInteger(tokens) || tokens < 1)
    throw new Error(`the output has ${output.length} numbers, no multiple of ${dimension}`)
  const counted = config.pooling === 'cls' ? 1 : tokens
  const vector = new Float32Array(dimension)
  for (let token = 0; token < counted; token += 1)
    for (let i = 0; i < dimension; i += 1)
      vector[i] = (vector[i] as number) + (output[token * dimension + i] as number) / counted
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum)
  return length === 0 ? vector : vector.map((value) => value / length)
}
