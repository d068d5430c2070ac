import { crc32, inflateRaw } from 'node:zlib'
import { MAX_HEADER, MAX_RECORD_BYTES, type Piece } from './parse-record.ts'

export const GZIP_MAGIC = Buffer.from([0x1f, 0x8b, 0x08])

/** Any member may unpack to this; larger ones to so many times their packed size. */
const FREE_OUTPUT = 32 * 1024 * 1024
const MOST_RATIO = 100

/** The most that bytes packed by an honest tool unpack to. */
export function mostUnpacked(packedBytes: number): number {
  return Math.min(MAX_RECORD_BYTES, Math.max(FREE_OUTPUT, MOST_RATIO * packedBytes))
}

/** One gzip member, its checksum verified; unpacked off this thread. */
export async function memberAt(bytes: Buffer, final: boolean): Promise<Piece<Buffer>> {
  const header = headerLength(bytes)
  if (typeof header === 'string') return header
  try {
    const { output, packedBytes } = await unpack(bytes.subarray(header))
    const trailer = header + packedBytes
    if (trailer + 8 > bytes.length) return 'incomplete'
    if (bytes.readUInt32LE(trailer) !== crc32(output)) return 'broken'
    return { found: output, length: trailer + 8 }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR') return 'incomplete'
    // More than these bytes may unpack to; together with those that follow, perhaps not.
    return code === 'ERR_BUFFER_TOO_LARGE' && !final ? 'incomplete' : 'broken'
  }
}

function unpack(packed: Buffer): Promise<{ readonly output: Buffer; readonly packedBytes: number }> {
  return new Promise((resolve, reject) => {
    // `info` makes the call return the engine too, which knows how many bytes the member took.
    inflateRaw(packed, { info: true, maxOutputLength: mostUnpacked(packed.length) }, (error, result) => {
      if (error !== null) return reject(error)
      const { buffer, engine } = result as unknown as { buffer: Buffer; engine: { bytesWritten: number } }
      resolve({ output: buffer, packedBytes: engine.bytesWritten })
    })
  })
}

function headerLength(bytes: Buffer): number | 'incomplete' | 'broken' {
  if (bytes.length < 18) return 'incomplete'
  if (!bytes.subarray(0, 3).equals(GZIP_MAGIC)) return 'broken'
  const flags = bytes[3] ?? 0
  let at = 10
  if (flags & 4) at += 2 + bytes.readUInt16LE(at)
  for (const flag of [8, 16]) {
    if (flags & flag) {
      const zero = bytes.subarray(0, at + MAX_HEADER).indexOf(0, at)
      if (zero === -1) return bytes.length - at > MAX_HEADER ? 'broken' : 'incomplete'
      at = zero + 1
    }
  }
  return flags & 2 ? at + 2 : at
}
