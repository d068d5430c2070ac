/** The mean of vectors: what all texts have in common for this model, and tells none of them apart. */
export function centerOf(vectors: readonly Float32Array[]): readonly number[] {
  const sum = new Float64Array(vectors[0]?.length ?? 0)
  for (const vector of vectors)
    vector.forEach((value, at) => {
      sum[at] = (sum[at] ?? 0) + value
    })
  return Array.from(sum, (value) => Math.round((value / Math.max(vectors.length, 1)) * 1e6) / 1e6)
}

/**
 * The vector without what all have in common, of unit length again. Some families (E5) find any two texts 0.8 alike;
 * the bars of the product are set for vectors whose unrelated texts are near 0.
 */
export function centred(vector: Float32Array, center: readonly number[] | undefined): Float32Array {
  if (center === undefined || center.length !== vector.length) return vector
  const moved = vector.map((value, at) => value - (center[at] ?? 0))
  const length = Math.hypot(...moved)
  return length === 0 ? vector : moved.map((value) => value / length)
}
