import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  /** With forward slashes, relative. */
  readonly name: string
  readonly bytes: Buffer
  readonly isProgram: boolean
}

const MOST_ENTRIES = 0xffff
const MOST_BYTES = 0xffffffff
/** 1980-01-01, the first day that ZIP knows: the same files make the same bundle. */
const DATE = 0x21
const UTF8_NAMES = 0x0800
const DEFLATED = 8
const MADE_BY_UNIX = (3 << 8) | 20

/** Writes a ZIP archive piece by piece to `write`; entries are asked for one at a time. */
export function writeZip(entries: Iterable<ZipEntry>, write: (piece: Buffer) => void): number {
  const directory: Buffer[] = []
  let offset = 0
  const put = (...pieces: readonly Buffer[]) => {
    for (const piece of pieces) {
      write(piece)
      offset += piece.length
    }
  }
  for (const { name, bytes, isProgram } of entries) {
    const packed = deflateRawSync(bytes, { level: 9 })
    const path = Buffer.from(name, 'utf8')
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(UTF8_NAMES, 2)
    facts.writeUInt16LE(DEFLATED, 4)
    facts.writeUInt16LE(DATE, 8)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(path.length, 22)
    directory.push(directoryRecord(facts, path, offset, isProgram))
    put(Buffer.from('PK\x03\x04', 'latin1'), facts, path, packed)
  }
  if (directory.length > MOST_ENTRIES || offset > MOST_BYTES) throw new Error('The bundle is too large for a ZIP file')
  const start = offset
  put(...directory)
  put(endRecord(directory.length, offset - start, start))
  return offset
}

function directoryRecord(facts: Buffer, path: Buffer, offset: number, isProgram: boolean): Buffer {
  const head = Buffer.alloc(6)
  head.write('PK\x01\x02', 'latin1')
  head.writeUInt16LE(MADE_BY_UNIX, 4)
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(((isProgram ? 0o100755 : 0o100644) << 16) >>> 0, 6)
  tail.writeUInt32LE(offset, 10)
  return Buffer.concat([head, facts, tail, path])
}

function endRecord(count: number, size: number, start: number): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(start, 16)
  return end
}
