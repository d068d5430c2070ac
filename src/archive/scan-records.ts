import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { crc32, inflateRawSync } from 'node:zlib'
import { SEAL } from './record.ts'

/** Where one record lies: a stretch of the file, and inside it (when gzipped) a stretch of the inflated bytes. */
export interface RecordLocation {
  readonly offset: number
  readonly length: number
  readonly start: number
  readonly end: number
}

export interface WarcRecord {
  readonly location: RecordLocation
  readonly fields: ReadonlyMap<string, string>
  /** The record's block: what follows its WARC header. */
  readonly block: Buffer
  /**
   * Behind a stretch that could not be read, in a file without seals: it may be a part of a page that only looks like a
   * record.
   */
  readonly doubtful?: true
}

export interface ScanReport {
  /** First byte that has not been looked at; a later scan may go on from here. */
  end: number
  skippedBytes: number
  /** Each stretch that could not be read, where the caller wants to know. */
  unreadable?: Unreadable[]
  /** The seal of the file's first record; null where it has none. */
  seal?: string | null
  /** Something could not be read, so that what follows was searched for, perhaps inside of a page. */
  searched?: boolean
}

export interface Unreadable {
  readonly offset: number
  readonly bytes: number
  readonly why: 'torn' | 'damaged'
}

/** Larger records exist, but not from us: a body is limited long before (net.max_bytes). */
export const MAX_RECORD_BYTES = 256 * 1024 * 1024
/** A header that has not ended by then is none. */
const MAX_HEADER = 64 * 1024
/** Bytes read at a time: several of our records, or a good part of one. */
const WINDOW = 256 * 1024

type Piece<T> = { readonly found: T; readonly length: number } | 'incomplete' | 'broken'

/** The record that begins at `at`; `final` says that no more bytes can follow. */
function recordAt(bytes: Buffer, at: number, final: boolean): Piece<{ fields: Map<string, string>; block: Buffer }> {
  const magic = bytes.toString('latin1', at, at + 7)
  if (!magic.startsWith('WARC/1.')) return 'WARC/1.'.startsWith(magic) ? 'incomplete' : 'broken'
  const headEnd = bytes.indexOf('\r\n\r\n', at, 'latin1')
  if (headEnd === -1) return bytes.length - at > MAX_HEADER ? 'broken' : 'incomplete'
  const fields = parseFields(bytes.toString('utf8', at, headEnd).split('\r\n').slice(1))
  const length = Number(fields.get('content-length') ?? 'none')
  if (!Number.isSafeInteger(length) || length < 0 || length > MAX_RECORD_BYTES) return 'broken'
  const start = headEnd + 4
  if (start + length > bytes.length) return 'incomplete'
  // Two line ends follow by the standard; some tools write more or fewer, or count a block short by its last line end.
  let end = start + length
  while (end < start + length + 8 && (bytes[end] === 13 || bytes[end] === 10)) end += 1
  if (end === bytes.length && !final) return 'incomplete'
  if (end < bytes.length && !'WARC/1.'.startsWith(bytes.toString('latin1', end, end + 7))) return 'broken'
  const block = bytes.subarray(start, start + length)
  return { found: { fields, block }, length: end - at }
}

export function parseFields(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return fields
}

function gzipHeaderLength(bytes: Buffer): number | 'incomplete' | 'broken' {
  if (bytes.length < 18) return 'incomplete'
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8) return 'broken'
  const flags = bytes[3] ?? 0
  let at = 10
  if (flags & 4) at += 2 + bytes.readUInt16LE(at)
  for (const flag of [8, 16]) {
    if (flags & flag) {
      const zero = bytes.indexOf(0, at)
      if (zero === -1) return 'incomplete'
      at = zero + 1
    }
  }
  return flags & 2 ? at + 2 : at
}

/** One gzip member, its checksum verified. */
function memberAt(bytes: Buffer): Piece<Buffer> {
  const header = gzipHeaderLength(bytes)
  if (typeof header === 'string') return header
  try {
    // `info` makes the call return the engine too, which knows how many bytes the member took.
    const inflated = inflateRawSync(bytes.subarray(header), {
      info: true,
      maxOutputLength: MAX_RECORD_BYTES,
    }) as unknown as {
      buffer: Buffer
      engine: { bytesWritten: number }
    }
    const trailer = header + inflated.engine.bytesWritten
    if (trailer + 8 > bytes.length) return 'incomplete'
    if (bytes.readUInt32LE(trailer) !== crc32(inflated.buffer)) return 'broken'
    return { found: inflated.buffer, length: trailer + 8 }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR' ? 'incomplete' : 'broken'
  }
}

/** Reads stretches of a file, growing a window until the piece at an offset is whole. */
function windows(handle: FileHandle, size: number) {
  let held = { offset: 0, bytes: Buffer.alloc(0) }
  async function at(offset: number, want: number): Promise<Buffer> {
    const wanted = Math.min(want, size - offset)
    const inside = offset >= held.offset && offset + wanted <= held.offset + held.bytes.length
    if (!inside) {
      const bytes = Buffer.alloc(Math.min(Math.max(wanted, 4 * WINDOW), size - offset))
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset)
      held = { offset, bytes: bytes.subarray(0, bytesRead) }
    }
    return held.bytes.subarray(offset - held.offset, offset - held.offset + wanted)
  }
  return {
    at,
    async piece<T>(offset: number, parse: (bytes: Buffer, final: boolean) => Piece<T>): Promise<Piece<T>> {
      for (let want = WINDOW; ; want *= 4) {
        const final = offset + want >= size
        const result = parse(await at(offset, want), final)
        if (result !== 'incomplete' || final) return result
      }
    },
    /** The next offset after `offset` where a piece may begin; the file's end when there is none. */
    async next(offset: number, magic: Buffer): Promise<number> {
      for (let from = offset; from < size; from += WINDOW - magic.length) {
        const hit = (await at(from, WINDOW)).indexOf(magic)
        if (hit !== -1) return from + hit
      }
      return size
    },
  }
}

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b, 0x08])
const WARC_MAGIC = Buffer.from('WARC/1.')

/**
 * Every readable record from `report.end` on. What cannot be read is counted in `report` and stepped over; behind it
 * only records with the seal of the file are believed, since a page may hold bytes that look like records (REQ 4.6: a
 * replay repeats what was).
 */
export async function* scanRecords(path: string, report: ScanReport): AsyncGenerator<WarcRecord> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const file = windows(handle, size)
    const first = await file.at(0, 3)
    const gzipped = first.equals(GZIP_MAGIC)
    let offset = report.end
    while (offset < size) {
      const piece = gzipped
        ? await file.piece(offset, memberAt)
        : await file.piece(offset, (bytes, final) => recordAt(bytes, 0, final))
      if (typeof piece === 'string') {
        const next = await file.next(offset + 1, gzipped ? GZIP_MAGIC : WARC_MAGIC)
        report.skippedBytes += next - offset
        const torn = piece === 'incomplete' && next === size
        report.unreadable?.push({ offset, bytes: next - offset, why: torn ? 'torn' : 'damaged' })
        report.searched = true
        // A torn tail may still be growing: leave `end` before it.
        if (next === size) return
        offset = next
      } else {
        const { found, length } = piece
        const records = Buffer.isBuffer(found)
          ? insideMember(found, offset, length, report)
          : [{ location: { offset, length, start: 0, end: length }, ...found }]
        for (const record of records) {
          const believed = believe(record, report)
          if (believed !== null) yield believed
        }
        offset += length
      }
      report.end = offset
    }
  } finally {
    await handle.close()
  }
}

/** Null where the file has a seal and the record has not. */
function believe(record: WarcRecord, report: ScanReport): WarcRecord | null {
  const { offset, start, length } = record.location
  const seal = record.fields.get(SEAL.toLowerCase()) ?? null
  if (offset === 0 && start === 0) report.seal = seal
  if (report.searched !== true) return record
  if ((report.seal ?? null) === null) return { ...record, doubtful: true }
  if (seal === report.seal) return record
  // A member counts once, however many records it pretends to hold.
  if (start === 0) {
    report.skippedBytes += length
    report.unreadable?.push({ offset, bytes: length, why: 'damaged' })
  }
  return null
}

function* insideMember(bytes: Buffer, offset: number, length: number, report: ScanReport): Generator<WarcRecord> {
  let start = 0
  while (start < bytes.length) {
    const piece = recordAt(bytes, start, true)
    if (typeof piece === 'string') {
      report.skippedBytes += bytes.length - start
      report.unreadable?.push({ offset, bytes: bytes.length - start, why: 'damaged' })
      return
    }
    yield { location: { offset, length, start, end: start + piece.length }, ...piece.found }
    start += piece.length
  }
}

/** The record at a known location, read again. */
export async function readRecordAt(path: string, location: RecordLocation): Promise<WarcRecord | null> {
  const handle = await open(path, 'r')
  try {
    const raw = Buffer.alloc(location.length)
    await handle.read(raw, 0, location.length, location.offset)
    const member = raw.subarray(0, 3).equals(GZIP_MAGIC) ? memberAt(raw) : { found: raw, length: raw.length }
    if (typeof member === 'string') return null
    const piece = recordAt(member.found, location.start, true)
    return typeof piece === 'string' ? null : { location, ...piece.found }
  } finally {
    await handle.close()
  }
}
