import { crc32, inflateRawSync } from 'node:zlib'

/** What one container of a stranger may hold and unpack to; the memory of the reading process stands behind it. */
export interface ContainerLimits {
  readonly entries: number
  /** Bytes of one entry, and of all that were unpacked. */
  readonly entryBytes: number
  readonly totalBytes: number
  /** Bytes that one byte may unpack to, of entries above a megabyte: text packs to a hundredth at the best. */
  readonly ratio: number
}

const LIMITS: ContainerLimits = {
  entries: 20_000,
  entryBytes: 200_000_000,
  totalBytes: 400_000_000,
  ratio: 400,
}

export type ContainerFailure = 'broken_document' | 'password_document' | 'too_large' | 'unsupported_type'

/** A container that is not read, and why. */
export class ContainerError extends Error {
  readonly failure: ContainerFailure

  constructor(failure: ContainerFailure, message: string) {
    super(message)
    this.failure = failure
  }
}

/** The entries of a zip file in memory; none of them is ever written, whatever its name. */
export interface Container {
  readonly names: readonly string[]
  has(name: string): boolean
  /** Null where there is none. */
  read(name: string): Uint8Array | null
}

interface Entry {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly bytes: number
  readonly crc: number
  readonly offset: number
  readonly isEncrypted: boolean
}

const [LOCAL, CENTRAL, END, END64, LOCATOR64] = [0x04034b50, 0x02014b50, 0x06054b50, 0x06064b50, 0x07064b50]
const [STORED, DEFLATED] = [0, 8]
const MANY = 0xffff_ffff
const ENCRYPTED = 0x41
const SMALL = 1_000_000

export function openContainer(body: Uint8Array, limits: ContainerLimits = LIMITS): Container {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const entries = readDirectory(bytes, limits)
  let left = limits.totalBytes
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(keyOf(name)),
    read(name) {
      const entry = entries.get(keyOf(name))
      if (entry === undefined) return null
      const unpacked = unpack(bytes, entry, Math.min(left, limits.entryBytes), limits)
      left -= unpacked.length
      return unpacked
    },
  }
}

/** Writers differ in the case of the names, and so do the references to them. */
function keyOf(name: string): string {
  return name.replace(/^\/+/, '').toLowerCase()
}

function readDirectory(bytes: Buffer, limits: ContainerLimits): ReadonlyMap<string, Entry> {
  const { count, offset, size } = findDirectory(bytes)
  if (count > limits.entries) throw new ContainerError('too_large', `It has ${count} parts`)
  if (offset + size > bytes.length) throw broken('its directory is cut off')
  const entries = new Map<string, Entry>()
  let at = offset
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL) throw broken('its directory is damaged')
    const [nameBytes, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameBytes).replaceAll('\\', '/')
    const sizes = wideSizes(bytes, at, bytes.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extra))
    at += 46 + nameBytes + extra + comment
    if (name.endsWith('/')) continue
    if (leadsOut(name)) throw broken(`the name ${JSON.stringify(name.slice(0, 100))} leads out of the file`)
    // Of two entries of one name readers take different ones; the first is what most programs show.
    if (!entries.has(keyOf(name))) entries.set(keyOf(name), { name, ...sizes })
  }
  return entries
}

function leadsOut(name: string): boolean {
  return name.startsWith('/') || /^[A-Za-z]:/.test(name) || name.split('/').includes('..') || name.includes('\0')
}

/** The fields of the directory; zip64 keeps those that are too long for 32 bits in an extra field. */
function wideSizes(bytes: Buffer, at: number, extra: Buffer): Omit<Entry, 'name'> {
  const flags = bytes.readUInt16LE(at + 8)
  const wide = extraField(extra, 1)
  let place = 0
  const value = (offset: number) => {
    const narrow = bytes.readUInt32LE(at + offset)
    if (narrow !== MANY) return narrow
    if (wide === null || place + 8 > wide.length) throw broken('its directory is damaged')
    place += 8
    return Number(wide.readBigUInt64LE(place - 8))
  }
  const [size, packed, offset] = [value(24), value(20), value(42)]
  const method = bytes.readUInt16LE(at + 10)
  const isEncrypted = (flags & ENCRYPTED) !== 0 || method === 99
  return { method, packed, bytes: size, crc: bytes.readUInt32LE(at + 16), offset, isEncrypted }
}

function extraField(extra: Buffer, id: number): Buffer | null {
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === id) return extra.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
  return null
}

function findDirectory(bytes: Buffer): { readonly count: number; readonly offset: number; readonly size: number } {
  const lowest = Math.max(0, bytes.length - 22 - 0xffff)
  for (let at = bytes.length - 22; at >= lowest; at -= 1) {
    if (bytes.readUInt32LE(at) !== END) continue
    const found = {
      count: bytes.readUInt16LE(at + 10),
      size: bytes.readUInt32LE(at + 12),
      offset: bytes.readUInt32LE(at + 16),
    }
    const isWide = found.count === 0xffff || found.size === MANY || found.offset === MANY
    return isWide ? wideDirectory(bytes, at - 20) : found
  }
  throw broken('it is no zip file, or it is cut off')
}

function wideDirectory(bytes: Buffer, locator: number) {
  if (locator < 0 || bytes.readUInt32LE(locator) !== LOCATOR64) throw broken('its directory is damaged')
  const at = Number(bytes.readBigUInt64LE(locator + 8))
  if (at + 56 > bytes.length || bytes.readUInt32LE(at) !== END64) throw broken('its directory is damaged')
  return {
    count: Number(bytes.readBigUInt64LE(at + 32)),
    size: Number(bytes.readBigUInt64LE(at + 40)),
    offset: Number(bytes.readBigUInt64LE(at + 48)),
  }
}

/** The size that an entry claims is not believed: unpacking stops at the limit. */
function unpack(bytes: Buffer, entry: Entry, most: number, { ratio }: ContainerLimits): Uint8Array {
  if (entry.isEncrypted) throw new ContainerError('password_document', 'The document is encrypted')
  if (entry.offset + 30 > bytes.length || bytes.readUInt32LE(entry.offset) !== LOCAL)
    throw broken(`${shown(entry)} is not where the directory says`)
  const start = entry.offset + 30 + bytes.readUInt16LE(entry.offset + 26) + bytes.readUInt16LE(entry.offset + 28)
  const packed = bytes.subarray(start, start + entry.packed)
  if (packed.length < entry.packed) throw broken(`${shown(entry)} is cut off`)
  const room = Math.min(most, Math.max(SMALL, packed.length * ratio))
  if (entry.bytes > room) throw tooLarge(entry)
  const unpacked = entry.method === STORED ? packed : inflated(packed, entry, room)
  if (unpacked.length > room) throw tooLarge(entry)
  if (crc32(unpacked) !== entry.crc) throw broken(`${shown(entry)} is damaged`)
  return unpacked
}

function inflated(packed: Buffer, entry: Entry, room: number): Buffer {
  if (entry.method !== DEFLATED) throw broken(`${shown(entry)} is packed in a way that is not read (${entry.method})`)
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, room) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(entry)
    throw broken(`${shown(entry)} is damaged`)
  }
}

function shown({ name }: Entry): string {
  return JSON.stringify(name.slice(0, 100))
}

function tooLarge(entry: Entry): ContainerError {
  return new ContainerError('too_large', `${shown(entry)} unpacks to far more than a document holds`)
}

function broken(why: string): ContainerError {
  return new ContainerError('broken_document', `The container cannot be read: ${why}`)
}
