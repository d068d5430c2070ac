import { crc32, deflateRawSync } from 'node:zlib'
import { localHeader, MOST_BYTES, MOST_MEMBERS, type ZipHeader, zipDirectory } from './zip-format.ts'

export interface ZipEntry {
  /** With forward slashes, relative. */
  readonly name: string
  readonly bytes: Buffer
  readonly isProgram?: boolean
}

/** Writes a zip file of deflated members piece by piece to `write`; entries are asked for one at a time. */
export function packZip(entries: Iterable<ZipEntry>, write: (piece: Buffer) => void): number {
  const members: ZipHeader[] = []
  let offset = 0
  const put = (piece: Buffer) => {
    write(piece)
    offset += piece.length
  }
  for (const { name, bytes, isProgram = false } of entries) {
    const packed = deflateRawSync(bytes, { level: 9 })
    const member: ZipHeader = {
      name: Buffer.from(name, 'utf8'),
      method: 'deflated',
      crc: crc32(bytes),
      packedBytes: packed.length,
      bytes: bytes.length,
      offset,
      mode: isProgram ? 0o100755 : 0o100644,
    }
    members.push(member)
    put(localHeader(member))
    put(packed)
  }
  if (members.length > MOST_MEMBERS || offset > MOST_BYTES) throw new Error('This is too large for a zip file')
  put(zipDirectory(members, offset))
  return offset
}

/** The same at once, for small files. */
export function zipOf(entries: Iterable<ZipEntry>): Buffer {
  const pieces: Buffer[] = []
  packZip(entries, (piece) => pieces.push(piece))
  return Buffer.concat(pieces)
}
