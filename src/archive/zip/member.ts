import { createHash, type Hash } from 'node:crypto'

/** One member of a zip file as it lies there: uncompressed, so that a place in the member is a place in the file. */
export interface ZipMember {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
  /** Hash of every stretch of `CHUNK_BYTES`, in order; the last one may be shorter. */
  readonly chunks: readonly string[]
}

/** Small enough to say where a file was changed, large enough that a gigabyte takes 4,000 hashes. */
export const CHUNK_BYTES = 256 * 1024

/** Hashes a stream as a whole and stretch by stretch. */
export function createMemberHash(): { add(bytes: Uint8Array): void; end(): Omit<ZipMember, 'name'> } {
  const whole = createHash('sha256')
  const chunks: string[] = []
  let chunk: Hash = createHash('sha256')
  let [inChunk, total] = [0, 0]
  const close = () => {
    chunks.push(chunk.digest('hex'))
    chunk = createHash('sha256')
    inChunk = 0
  }
  return {
    add(bytes) {
      whole.update(bytes)
      total += bytes.length
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + CHUNK_BYTES - inChunk)
        chunk.update(part)
        inChunk += part.length
        at += part.length
        if (inChunk === CHUNK_BYTES) close()
      }
    },
    end() {
      if (inChunk > 0) close()
      return { bytes: total, sha256: whole.digest('hex'), chunks }
    },
  }
}
