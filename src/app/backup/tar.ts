import { createHash } from 'node:crypto'

/** POSIX tar (ustar) in blocks of this size. */
export const BLOCK = 512

/** What an octal field of eleven digits holds; larger sizes go into a pax record. */
const MOST_OCTAL = 0o77777777777
const NAME_BYTES = 100

export interface TarEntry {
  readonly path: string
  readonly bytes: number
  /** Seconds since 1970. */
  readonly modified: number
}

/** The header of a file, with a pax header before it where the name or the size does not fit (POSIX.1-2001). */
export function tarHeader(entry: TarEntry): Buffer {
  const name = Buffer.from(entry.path, 'utf8')
  const isPlain = name.length <= NAME_BYTES && !/[^\x20-\x7e]/u.test(entry.path)
  if (isPlain && entry.bytes <= MOST_OCTAL) return header(entry.path, entry.bytes, entry.modified, '0')
  const records = [
    ...(isPlain ? [] : [paxRecord('path', entry.path)]),
    ...(entry.bytes <= MOST_OCTAL ? [] : [paxRecord('size', String(entry.bytes))]),
  ]
  const pax = Buffer.from(records.join(''), 'utf8')
  const short = isPlain ? entry.path : `long-name/${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
  return Buffer.concat([
    header(`PaxHeaders/${short}`.slice(0, NAME_BYTES), pax.length, entry.modified, 'x'),
    pax,
    padding(pax.length),
    header(short, Math.min(entry.bytes, MOST_OCTAL), entry.modified, '0'),
  ])
}

/** E.g. `18 path=archive/a\n`: the length counts itself. */
function paxRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest + String(rest).length
  length = rest + String(length).length
  return `${length} ${key}=${value}\n`
}

function header(name: string, bytes: number, modified: number, type: '0' | 'x'): Buffer {
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0, NAME_BYTES, 'latin1')
  block.write('0000600\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  block.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124)
  block.write(`${Math.max(0, modified).toString(8).padStart(11, '0')}\0`, 136)
  block.write(type, 156)
  block.write('ustar\x0000', 257, 'latin1')
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

/** The sum of all bytes of the header, its own field counted as blanks. */
export function checksum(block: Buffer): number {
  let sum = 8 * 0x20
  for (let i = 0; i < BLOCK; i++) if (i < 148 || i >= 156) sum += block[i] ?? 0
  return sum
}

/** Zeros up to the next block. */
export function padding(bytes: number): Buffer {
  return Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK)
}

/** Two empty blocks. */
export const TAR_END = Buffer.alloc(2 * BLOCK)
