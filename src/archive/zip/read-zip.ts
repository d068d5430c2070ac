import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { LyraError } from '../../domain/errors.ts'

/** A member of a zip file, and where its bytes lie. */
export interface ZipEntry {
  readonly name: string
  readonly bytes: number
  /** Of its first byte in the file. */
  readonly offset: number
}

/** A file, or something else whose bytes can be asked for by their place. */
export interface ByteSource {
  readonly size: number
  /** All of the bytes, or an error. */
  read(offset: number, bytes: number): Promise<Buffer>
}

/** As the directory of a zip file names it; `placeMember` finds its bytes. */
export interface ListedMember {
  readonly name: string
  readonly bytes: number
  /** Where its own head lies. */
  readonly head: number
}

export interface ZipLimits {
  readonly members: number
  readonly bytes: number
}

/** What a person hands over in one file; more is either no bundle or made to fill a disk. */
export const ZIP_LIMITS: ZipLimits = { members: 1000, bytes: 0xffff_fffe }

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]
const [LOCAL_BYTES, CENTRAL_BYTES, END_BYTES] = [30, 46, 22]
const LONGEST_COMMENT = 0xffff
/** A directory of `members` entries with the longest names that are let in. */
const LONGEST_NAME = 200
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*){0,3}$/u
const [ENCRYPTED, STORED, UNIX, FILE_TYPE, REGULAR] = [1, 0, 3, 0o170000, 0o100000]

/**
 * The members of a zip file from a stranger. Only what `openZipWriter` makes is let in: plain relative names, each
 * once, regular files, uncompressed (nothing can unpack to more than is there), side by side (no byte is of two).
 */
export async function readZipDirectory(path: string, limits: ZipLimits = ZIP_LIMITS): Promise<readonly ZipEntry[]> {
  const handle = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT')
      throw new LyraError('NOT_FOUND', `There is no file ${path}`, { cause, hint: 'Check the path' })
    throw new LyraError('BUNDLE_REJECTED', `${path} cannot be opened`, { cause })
  })
  try {
    const source = { size: (await handle.stat()).size, read: (at: number, bytes: number) => readAt(handle, at, bytes) }
    const { entries, end } = await listZip(source, limits)
    const placed: ZipEntry[] = []
    for (const entry of entries) placed.push(await placeMember(source, entry))
    requireApart(placed, end)
    return placed
  } finally {
    await handle.close()
  }
}

/** The directory alone, for who reads one member of a file that was let in as a whole. */
export async function listZip(
  source: ByteSource,
  limits: ZipLimits = ZIP_LIMITS,
): Promise<{ readonly entries: readonly ListedMember[]; readonly end: number }> {
  const { count, bytes, offset } = await findDirectory(source)
  if (count > limits.members) throw rejected(`it has ${count} members, and at most ${limits.members} are read`)
  if (bytes > limits.members * (CENTRAL_BYTES + LONGEST_NAME)) throw rejected('its directory is too long')
  const entries = parseDirectory(await source.read(offset, bytes), count, offset)
  const total = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  if (total > limits.bytes || total > source.size) throw rejected('its members claim more bytes than the file has')
  return { entries, end: offset }
}

export function memberStream(path: string, { offset, bytes }: ZipEntry): AsyncIterable<Buffer> {
  return bytes === 0 ? noBytes() : createReadStream(path, { start: offset, end: offset + bytes - 1 })
}

async function* noBytes(): AsyncGenerator<Buffer> {}

/** A small member at once. */
export async function readMember(path: string, entry: ZipEntry, most: number): Promise<Buffer> {
  if (entry.bytes > most) throw rejected(`${entry.name} has ${entry.bytes} bytes, and at most ${most} are read`)
  const handle = await open(path, 'r')
  try {
    return await readAt(handle, entry.offset, entry.bytes)
  } finally {
    await handle.close()
  }
}

function rejected(why: string): LyraError {
  return new LyraError('BUNDLE_REJECTED', `The file is not let in: ${why}`)
}

async function readAt(handle: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes)
  const { bytesRead } = await handle.read(buffer, 0, bytes, offset)
  if (bytesRead < bytes) throw rejected('it is cut off')
  return buffer
}

async function findDirectory({ size, read }: ByteSource) {
  const bytes = Math.min(size, END_BYTES + LONGEST_COMMENT)
  const tail = await read(size - bytes, bytes)
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END) continue
    const found = {
      count: tail.readUInt16LE(at + 10),
      bytes: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    }
    if (found.offset + found.bytes === size - bytes + at) return found
  }
  throw rejected('it is no zip file, or it is cut off')
}

function parseDirectory(directory: Buffer, count: number, end: number): readonly ListedMember[] {
  const names = new Set<string>()
  const listed: ListedMember[] = []
  let at = 0
  for (let n = 0; n < count; n += 1) {
    if (at + CENTRAL_BYTES > directory.length || directory.readUInt32LE(at) !== CENTRAL)
      throw rejected('its directory is damaged')
    const [nameBytes, extra, comment] = [28, 30, 32].map((place) => directory.readUInt16LE(at + place))
    const name = directory.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + (nameBytes ?? 0))
    requirePlainMember(directory.subarray(at, at + CENTRAL_BYTES), name)
    // Two spellings of one name are one file on some disks.
    if (names.has(name.toLowerCase())) throw rejected(`${name} is there twice`)
    names.add(name.toLowerCase())
    const head = directory.readUInt32LE(at + 42)
    if (head >= end) throw rejected('its directory is damaged')
    listed.push({ name, bytes: directory.readUInt32LE(at + 24), head })
    at += CENTRAL_BYTES + (nameBytes ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return listed
}

function requirePlainMember(head: Buffer, name: string): void {
  const shown = JSON.stringify(name.slice(0, LONGEST_NAME))
  if (name.length > LONGEST_NAME || !NAME.test(name)) throw rejected(`the name ${shown} is no plain relative name`)
  if ((head.readUInt16LE(8) & ENCRYPTED) !== 0) throw rejected(`${shown} is encrypted`)
  if (head.readUInt16LE(10) !== STORED || head.readUInt32LE(20) !== head.readUInt32LE(24))
    throw rejected(`${shown} is compressed; a bundle holds its members as they are`)
  const mode = head.readUInt16LE(40)
  const isUnix = head.readUInt8(5) === UNIX
  if (isUnix && (mode & FILE_TYPE) !== 0 && (mode & FILE_TYPE) !== REGULAR)
    throw rejected(`${shown} is a link or a special file`)
}

export async function placeMember(source: ByteSource, { name, bytes, head }: ListedMember): Promise<ZipEntry> {
  const local = await source.read(head, LOCAL_BYTES)
  if (local.readUInt32LE(0) !== LOCAL) throw rejected(`${name} is not where the directory says`)
  return { name, bytes, offset: head + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28) }
}

function requireApart(entries: readonly ZipEntry[], end: number): void {
  const inOrder = entries.toSorted((a, b) => a.offset - b.offset)
  for (const [index, { name, offset, bytes }] of inOrder.entries()) {
    const next = inOrder[index + 1]?.offset ?? end + 1
    if (offset + bytes >= next) throw rejected(`${name} overlaps what follows it`)
  }
}
