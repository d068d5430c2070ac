import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { LyraError } from '../../domain/errors.ts'
import { createMemberHash, type ZipMember } from './member.ts'
import { LOCAL_HEAD_BYTES, localHeader, MOST_BYTES, MOST_MEMBERS, type ZipHeader, zipDirectory } from './zip-format.ts'

/** What a member is made of: bytes at hand, or a file that is read piece by piece. */
export type ZipSource = Uint8Array | { readonly file: string }

export interface ZipWriter {
  add(name: string, source: ZipSource): Promise<ZipMember>
  /** Writes the directory at the end; without it the file is no zip. */
  close(): Promise<void>
}

/** A zip file of uncompressed members. The file must not be there yet. */
export async function openZipWriter(path: string): Promise<ZipWriter> {
  const handle = await open(path, 'wx', 0o600)
  const written: ZipHeader[] = []
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
    const bytes = at - start
    const entry = { name: head, method: 'stored', crc, packedBytes: bytes, bytes, offset } as const
    const local = localHeader(entry)
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
        const directory = zipDirectory(written, offset)
        requireRoom(offset + directory.length)
        await handle.write(directory, 0, directory.length, offset)
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

function requireRoom(bytes: number): void {
  if (bytes <= MOST_BYTES) return
  throw new LyraError('INVALID_PARAMS', 'The archive of this task is larger than a zip file of 4 GB can hold', {
    hint: 'Copy the home folder instead',
  })
}
