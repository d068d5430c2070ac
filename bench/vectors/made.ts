/** Unit vectors in clusters, each from its own number alone, so that any of them can be made again. */
export function vectorMaker(dimension: number, clusters = 200): (index: number) => Float32Array {
  const centres = Array.from({ length: clusters }, (_, index) => noise(dimension, 0x9e3779b9 ^ (index + 1)))
  return (index) => {
    const vector = noise(dimension, index + 1)
    const centre = centres[index % clusters] as Float32Array
    let sum = 0
    for (let i = 0; i < dimension; i += 1) {
      const value = (vector[i] as number) + (centre[i] as number)
      vector[i] = value
      sum += value * value
    }
    const length = Math.sqrt(sum)
    for (let i = 0; i < dimension; i += 1) vector[i] = (vector[i] as number) / length
    return vector
  }
}

function noise(dimension: number, seed: number): Float32Array {
  let state = Math.imul(seed, 0x85ebca6b) | 1
  const vector = new Float32Array(dimension)
  for (let i = 0; i < dimension; i += 1) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    vector[i] = state / 2 ** 31
  }
  return vector
}

/** What the search has to find: every dot product in double precision, equal ones by id. */
export function exactBest(
  query: Float32Array,
  count: number,
  vectorAt: (index: number) => Float32Array,
  top: number,
): number[] {
  const scores = new Float64Array(count)
  for (let index = 0; index < count; index += 1) {
    const vector = vectorAt(index)
    let sum = 0
    for (let i = 0; i < query.length; i += 1) sum += (query[i] as number) * (vector[i] as number)
    scores[index] = sum
  }
  // The best of each stretch first: sorting ten million numbers by a function takes longer than making them.
  const best: number[] = []
  for (let from = 0; from < count; from += STRETCH) {
    const stretch = Array.from({ length: Math.min(STRETCH, count - from) }, (_, index) => from + index)
    best.push(...stretch.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b).slice(0, top))
  }
  return best.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b).slice(0, top)
}

const STRETCH = 10_000
