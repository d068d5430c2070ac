import { endianness } from 'node:os'

/** Little-endian float32, whatever the machine. */
export function encodeVector(vector: Float32Array): Uint8Array {
  const bytes = Buffer.from(vector.slice().buffer)
  return endianness() === 'LE' ? bytes : bytes.swap32()
}

export function decodeVector(blob: Uint8Array): Float32Array {
  // SQLite hands over bytes of its own for every row: where they lie right, they are the vector.
  if (endianness() === 'LE' && blob.byteOffset % 4 === 0 && blob.buffer.byteLength === blob.byteLength)
    return new Float32Array(blob.buffer, 0, blob.byteLength / 4)
  const vector = new Float32Array(blob.byteLength / 4)
  const bytes = Buffer.from(vector.buffer)
  bytes.set(blob)
  if (endianness() !== 'LE') bytes.swap32()
  return vector
}

/** Length 1, so that a dot product is a cosine; a zero vector stays zero. */
export function unitVector(vector: Float32Array): Float32Array {
  let sum = 0
  for (let i = 0; i < vector.length; i += 1) sum += (vector[i] as number) ** 2
  const length = Math.sqrt(sum)
  const unit = new Float32Array(vector.length)
  for (let i = 0; i < vector.length; i += 1) unit[i] = length === 0 ? 0 : (vector[i] as number) / length
  return unit
}
