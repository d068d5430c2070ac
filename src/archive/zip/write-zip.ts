import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { LyraError } from '../../domain/errors.ts'
import { createMemberHash, type ZipMember } from './member.ts'

/** What a member is made of: bytes at hand, or a file that is read piece by piece. */
export type ZipSource = Uint8Array | { readonly file: string }

export interface ZipWriter {
  add(name: string, source: ZipSource): Promise<ZipMember>
  /** Writes the directory at the end; without it the file is no zip. */
  close(): Promise<void>
}

/** Fields of 32 bits hold no more; larger files would need zip64, which not every reader of a bundle has. */
const MOST_BYTES = 0xffff_fffe
const MOST_MEMBERS = 0xfffe
const UTF8_NAMES = 0x0800
/** 1980-01-01: the time of a member is no news, and equal contents make equal files. */
const DOS_DATE = 0x0021
const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]
/** 2.0, the version of the format that knows folders and nothing that is used here. */
const VERSION = 20
const LOCAL_HEAD_BYTES = 30

interface Written {
  readonly name: Buffer
  readonly crc: number
  readonly bytes: number
  readonly offset: number
}

/** A zip file of uncompressed members. The file must not be there yet. */
export async function openZipWriter(path: string): Promise<ZipWriter> {
  const handle = await open(path, 'wx', 0o600)
  const written: Written[] = []
  let offset = 0

  async function add(name: string, source: ZipSource): Promise<ZipMember> {
    const head = Buffer.from(name, 'utf8')
    const start = offset + LOCAL_HEAD_BYTES + head.length
    const hash = createMemberHash()
    let crc = 0
    let at = start
    for await (const piece of piecesOf(source)) {
      requireRoom(at + piece.length)
      await handle.write(piece, 0, piece.length, at)
      hash.add(piece)
      crc = crc32(piece, crc)
      at += piece.length
    }
    const entry = { name: head, crc, bytes: at - start, offset }
    const local = Buffer.concat([localHeader(entry), head])
    await handle.write(local, 0, local.length, offset)
    written.push(entry)
    requireRoom(written.length > MOST_MEMBERS ? MOST_BYTES + 1 : 0)
    offset = at
    return { name, ...hash.end() }
  }

  return {
    add,
    close: async () => {
      try {
        const directory = Buffer.concat(written.flatMap((entry) => [centralHeader(entry), entry.name]))
        requireRoom(offset + directory.length)
        await writeAt(handle, Buffer.concat([directory, endRecord(written.length, directory.length, offset)]), offset)
        await handle.datasync()
      } finally {
        await handle.close()
      }
    },
  }
}

async function* piecesOf(source: ZipSource): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) yield source
  else for await (const piece of createReadStream(source.file)) yield piece
}

async function writeAt(handle: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  await handle.write(bytes, 0, bytes.length, offset)
}

function requireRoom(bytes: number): void {
  if (bytes <= MOST_BYTES) return
  throw new LyraError('INVALID_PARAMS', 'The archive of this task is larger than a zip file of 4 GB can hold', {
    hint: 'Copy the home folder instead',
  })
}

function localHeader({ name, crc, bytes }: Written): Buffer {
  const head = Buffer.alloc(LOCAL_HEAD_BYTES)
  head.writeUInt32LE(LOCAL, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(UTF8_NAMES, 6)
  head.writeUInt16LE(DOS_DATE, 12)
  head.writeUInt32LE(crc, 14)
  head.writeUInt32LE(bytes, 18)
  head.writeUInt32LE(bytes, 22)
  head.writeUInt16LE(name.length, 26)
  return head
}

function centralHeader({ name, crc, bytes, offset }: Written): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(CENTRAL, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(VERSION, 6)
  head.writeUInt16LE(UTF8_NAMES, 8)
  head.writeUInt16LE(DOS_DATE, 14)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(bytes, 20)
  head.writeUInt32LE(bytes, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt32LE(offset, 42)
  return head
}

function endRecord(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
