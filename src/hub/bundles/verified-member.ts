import { CHUNK_BYTES } from '../../archive/zip/member.ts'
import type { ByteSource, ZipEntry } from '../../archive/zip/read-zip.ts'
import { LyraError } from '../../domain/errors.ts'
import { sha256 } from '../../domain/ids.ts'

/**
 * A member of a bundle of which nobody has the whole: it is read in the stretches whose hashes the manifest names, and
 * each is checked when it comes.
 */
export function verifiedMember(bundle: ByteSource, entry: ZipEntry, chunks: readonly string[]): ByteSource {
  const held = new Map<number, Buffer>()

  async function chunk(at: number): Promise<Buffer> {
    const known = held.get(at)
    if (known !== undefined) return known
    const from = at * CHUNK_BYTES
    const bytes = await bundle.read(entry.offset + from, Math.min(CHUNK_BYTES, entry.bytes - from))
    if (sha256(bytes) !== chunks[at])
      throw new LyraError('BUNDLE_REJECTED', `The bundle was altered or damaged: ${entry.name}, from byte ${from} on`)
    held.set(at, bytes)
    return bytes
  }

  return {
    size: entry.bytes,
    read: async (offset, bytes) => {
      if (offset < 0 || bytes < 0 || offset + bytes > entry.bytes)
        throw new LyraError('BUNDLE_REJECTED', `${entry.name} is shorter than its index says`)
      if (bytes === 0) return Buffer.alloc(0)
      const [first, last] = [Math.floor(offset / CHUNK_BYTES), Math.floor((offset + bytes - 1) / CHUNK_BYTES)]
      const pieces: Buffer[] = []
      for (let at = first; at <= last; at += 1) pieces.push(await chunk(at))
      return Buffer.concat(pieces).subarray(offset - first * CHUNK_BYTES, offset - first * CHUNK_BYTES + bytes)
    },
  }
}
