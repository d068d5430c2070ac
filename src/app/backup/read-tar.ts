import { LyraError } from '../../domain/errors.ts'
import { BLOCK, checksum, padding } from './tar.ts'

export interface TarMember {
  readonly path: string
  readonly bytes: number
  /** Has to be read to its end before the next member is asked for. */
  readonly body: AsyncIterable<Buffer>
}

/** A pax header holds a path and a size; more than this is no header. */
const MOST_PAX = 16 * 1024

export const damagedBackup = (why: string, cause?: unknown): LyraError =>
  new LyraError('ARCHIVE_UNREADABLE', `The backup cannot be read: ${why}`, {
    hint: 'Nothing was changed. Take another backup, or copy this one again',
    ...(cause === undefined ? {} : { cause }),
  })

/** The files of a tar stream, one after the other. Anything but plain files is refused: links lead out of a folder. */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarMember> {
  const source = blockSource(stream)
  let pax: ReadonlyMap<string, string> = new Map()
  for (;;) {
    const block = await source.exactly(BLOCK)
    if (block.every((byte) => byte === 0)) return
    if (octal(block, 148, 8) !== checksum(block)) throw damagedBackup('a header of it is damaged')
    const type = String.fromCharCode(block[156] ?? 0)
    const told = octal(block, 124, 12)
    if (type === 'x') {
      if (told > MOST_PAX) throw damagedBackup('a header of it is too long')
      pax = paxRecords(await source.exactly(told))
      await source.exactly(padding(told).length)
      continue
    }
    const path = pax.get('path') ?? text(block, 0, 100)
    if (type !== '0') throw damagedBackup(`"${path}" is not a plain file`)
    const bytes = pax.has('size') ? wholeNumber(pax.get('size') ?? '') : told
    pax = new Map()
    let left = bytes
    const body = async function* () {
      while (left > 0) {
        const piece = await source.some(left)
        left -= piece.length
        yield piece
      }
    }
    yield { path, bytes, body: body() }
    if (left > 0) throw new Error(`${path} was not read to its end`)
    await source.exactly(padding(bytes).length)
  }
}

function blockSource(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  async function some(most: number): Promise<Buffer> {
    while (held.length === 0) {
      const next = await chunks.next()
      if (next.done === true) throw damagedBackup('it ends too early')
      held = next.value
    }
    const piece = held.subarray(0, most)
    held = held.subarray(piece.length)
    return piece
  }
  return {
    some,
    async exactly(bytes: number): Promise<Buffer> {
      const pieces: Buffer[] = []
      for (let left = bytes; left > 0; ) {
        const piece = await some(left)
        pieces.push(piece)
        left -= piece.length
      }
      return Buffer.concat(pieces)
    },
  }
}

function text(block: Buffer, from: number, length: number): string {
  const field = block.subarray(from, from + length)
  const end = field.indexOf(0)
  return field.toString('latin1', 0, end === -1 ? length : end)
}

function octal(block: Buffer, from: number, length: number): number {
  const digits = text(block, from, length).trim()
  if (!/^[0-7]{1,12}$/.test(digits)) throw damagedBackup('a number of it is damaged')
  return Number.parseInt(digits, 8)
}

function wholeNumber(digits: string): number {
  const value = /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN
  if (Number.isNaN(value)) throw damagedBackup('a size of it is damaged')
  return value
}

function paxRecords(bytes: Buffer): ReadonlyMap<string, string> {
  const records = new Map<string, string>()
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(0x20, at)
    const length = blank === -1 ? Number.NaN : wholeNumber(bytes.toString('latin1', at, blank))
    const record = bytes.toString('utf8', blank + 1, at + length - 1)
    const equals = record.indexOf('=')
    if (!(length > 0) || at + length > bytes.length || equals === -1) throw damagedBackup('a header of it is damaged')
    records.set(record.slice(0, equals), record.slice(equals + 1))
    at += length
  }
  return records
}
