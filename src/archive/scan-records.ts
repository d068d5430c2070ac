import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { turnTaker } from '../domain/in-turns.ts'
import { GZIP_MAGIC, memberAt } from './gzip-member.ts'
import { MAX_HEADER, type ParsedRecord, type Piece, recordAt } from './parse-record.ts'
import { SEAL } from './record.ts'
import { createScanBudget, type ScanBudget } from './scan-budget.ts'

/** Where one record lies: a stretch of the file, and inside it (when gzipped) a stretch of the inflated bytes. */
export interface RecordLocation {
  readonly offset: number
  readonly length: number
  readonly start: number
  readonly end: number
}

export interface WarcRecord extends ParsedRecord {
  readonly location: RecordLocation
  /** Follows an unreadable stretch in a file without seals, so it may be page content that looks like a record. */
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
  /** torn: the file ends in the middle of the record; too_costly: the work a file may make was used up here. */
  readonly why: 'torn' | 'damaged' | 'too_costly'
}

/** Bytes read at a time: several of our records, or a good part of one. */
const WINDOW = 256 * 1024
/** What a false start costs at least: unpacking it may have written far more than it read. */
const FALSE_MEMBER = 4 * 1024 * 1024
const FALSE_RECORD = MAX_HEADER
/** What a record costs whoever keeps it in an index. */
const KEPT_RECORD = 4 * 1024

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
    async piece<T>(
      offset: number,
      parse: (bytes: Buffer, final: boolean) => Piece<T> | Promise<Piece<T>>,
      mayGrow: (triedBytes: number) => boolean,
    ): Promise<Piece<T>> {
      for (let want = WINDOW; ; want *= 4) {
        const final = offset + want >= size
        const bytes = await at(offset, want)
        const result = await parse(bytes, final)
        if (typeof result !== 'string') return result
        if (!mayGrow(bytes.length) || result === 'broken' || final) return result
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

const WARC_MAGIC = Buffer.from('WARC/1.')

/**
 * Yields every readable record from `report.end` on. Unreadable stretches are counted in `report` and skipped; after
 * one, only records with the file's seal are trusted, because a page may contain bytes that look like records (REQ 4.6:
 * a replay repeats what was).
 */
export async function* scanRecords(path: string, report: ScanReport): AsyncGenerator<WarcRecord> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const budget = createScanBudget(size)
    for await (const record of withinBudget(handle, size, budget, report)) {
      const believed = believe(record, report)
      if (believed !== null) yield believed
    }
  } finally {
    await handle.close()
  }
}

async function* withinBudget(
  handle: FileHandle,
  size: number,
  budget: ScanBudget,
  report: ScanReport,
): AsyncGenerator<WarcRecord> {
  const file = windows(handle, size)
  const gzipped = (await file.at(0, 3)).equals(GZIP_MAGIC)
  const parse = gzipped ? memberAt : (bytes: Buffer, final: boolean) => recordAt(bytes, 0, final)
  const falseStart = gzipped ? FALSE_MEMBER : FALSE_RECORD
  const giveTurn = turnTaker()
  let hasBudget = true
  const spend = (bytes: number) => {
    hasBudget &&= budget.spend(bytes)
    return hasBudget
  }
  let offset = report.end
  while (offset < size) {
    const piece = await file.piece<Buffer | ParsedRecord>(offset, parse, (tried) => spend(Math.max(tried, falseStart)))
    if (!hasBudget) return giveUp(offset, size, report)
    if (typeof piece === 'string') {
      const next = await file.next(offset + 1, gzipped ? GZIP_MAGIC : WARC_MAGIC)
      const torn = piece === 'incomplete' && next === size
      skip(report, { offset, bytes: next - offset, why: torn ? 'torn' : 'damaged' })
      report.searched = true
      // A torn tail may still be being written: leave `end` before it.
      if (next === size) return
      offset = next
    } else {
      const { found, length } = piece
      if (Buffer.isBuffer(found)) spend(found.length)
      const records = Buffer.isBuffer(found)
        ? insideMember(found, offset, length, report)
        : [{ location: { offset, length, start: 0, end: length }, ...found }]
      for (const record of records) {
        if (!spend(KEPT_RECORD)) return giveUp(offset, size, report)
        yield record
        await giveTurn()
      }
      offset += length
    }
    report.end = offset
    await giveTurn()
  }
}

function skip(report: ScanReport, part: Unreadable): void {
  report.skippedBytes += part.bytes
  report.unreadable?.push(part)
}

/** What was found before stays; a later scan goes on with what will have been added by then. */
function giveUp(offset: number, size: number, report: ScanReport): void {
  skip(report, { offset, bytes: size - offset, why: 'too_costly' })
  report.searched = true
  report.end = size
}

/** Null where the file has a seal and the record has not. */
function believe(record: WarcRecord, report: ScanReport): WarcRecord | null {
  const { offset, start, length } = record.location
  const seal = record.fields.get(SEAL.toLowerCase()) ?? null
  if (offset === 0 && start === 0) report.seal = seal
  if (report.searched !== true) return record
  if ((report.seal ?? null) === null) return { ...record, doubtful: true }
  if (seal === report.seal) return record
  // A gzip member counts once, however many records it claims to hold.
  if (start === 0) {
    skip(report, { offset, bytes: length, why: 'damaged' })
  }
  return null
}

function* insideMember(bytes: Buffer, offset: number, length: number, report: ScanReport): Generator<WarcRecord> {
  let start = 0
  while (start < bytes.length) {
    const piece = recordAt(bytes, start, true)
    if (typeof piece === 'string') {
      return skip(report, { offset, bytes: bytes.length - start, why: 'damaged' })
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
    return await recordIn(raw, location)
  } finally {
    await handle.close()
  }
}

/** The record in the stretch of a file that it takes. */
export async function recordIn(raw: Buffer, location: RecordLocation): Promise<WarcRecord | null> {
  const member = raw.subarray(0, 3).equals(GZIP_MAGIC) ? await memberAt(raw, true) : { found: raw, length: raw.length }
  if (typeof member === 'string') return null
  const piece = recordAt(member.found, location.start, true)
  return typeof piece === 'string' ? null : { location, ...piece.found }
}
