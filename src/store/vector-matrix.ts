import { endianness } from 'node:os'

/** Little-endian float32, whatever the machine. */
export function encodeVector(vector: Float32Array): Uint8Array {
  const bytes = Buffer.from(vector.slice().buffer)
  return endianness() === 'LE' ? bytes : bytes.swap32()
}

export function decodeVector(blob: Uint8Array): Float32Array {
  const vector = new Float32Array(blob.byteLength / 4)
  const bytes = Buffer.from(vector.buffer)
  bytes.set(blob)
  if (endianness() !== 'LE') bytes.swap32()
  return vector
}

/** Length 1, so that a dot product is a cosine; a zero vector stays zero. */
export function unitVector(vector: Float32Array): Float32Array {
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum)
  return length === 0 ? vector.slice() : vector.map((value) => value / length)
}

/** Unit vectors of one model in one block of memory; grows by doubling. */
export interface VectorMatrix {
  readonly ids: readonly string[]
  add(id: string, vector: Float32Array): void
  /** Similarity of every row accepted, in the order of the rows. */
  scan(query: Float32Array, accept: (id: string) => boolean, visit: (id: string, similarity: number) => void): void
}

export function vectorMatrix(dimension: number): VectorMatrix {
  const ids: string[] = []
  let values = new Float32Array(64 * dimension)
  return {
    ids,
    add: (id, vector) => {
      const end = (ids.length + 1) * dimension
      if (end > values.length) {
        const larger = new Float32Array(values.length * 2)
        larger.set(values)
        values = larger
      }
      values.set(unitVector(vector), ids.length * dimension)
      ids.push(id)
    },
    scan: (query, accept, visit) => {
      const unit = unitVector(query)
      ids.forEach((id, row) => {
        if (!accept(id)) return
        const start = row * dimension
        let dot = 0
        for (let i = 0; i < dimension; i += 1) dot += (values[start + i] as number) * (unit[i] as number)
        visit(id, dot)
      })
    },
  }
}
