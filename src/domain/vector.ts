/** Dot product; of unit vectors it is the cosine. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

/** A unit vector drawn towards another by that share of it; itself where there is no other. */
export function drawnTowards(own: Float32Array, other: Float32Array | undefined, share: number): Float32Array {
  if (other === undefined) return own
  const drawn = own.map((value, at) => value + share * (other[at] ?? 0))
  const length = Math.hypot(...drawn) || 1
  return drawn.map((value) => value / length)
}
