import { createHash, type Hash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { LyraError } from '../domain/errors.ts'
import { type HubFile, sizeOf } from './hub-file.ts'

interface Download {
  readonly file: HubFile
  readonly to: string
  readonly onBytes: (bytes: number) => void
  readonly failed: (reason: string) => LyraError
  /** Bytes `from` to `last`, both included; a server that knows no ranges answers with the whole file. */
  readonly piece: (
    from: number,
    last: number,
    maxBytes: number,
  ) => Promise<{ readonly status: number; readonly body: Uint8Array }>
}

/** A body is held in memory before it is written: a large file comes in pieces. */
const PIECE = 16 * 1024 * 1024
const READ = 1024 * 1024

/**
 * Into `<to>.part`, which takes its name when its hash is the hub's. A part that is there is taken up again; one whose
 * hash is wrong in the end is removed, since nobody knows which of its bytes are.
 */
export async function downloadFile({ file, to, onBytes, failed, piece }: Download): Promise<void> {
  const size = sizeOf(file)
  const part = `${to}.part`
  if (existsSync(to) && statSync(to).size === size) return onBytes(size)
  mkdirSync(dirname(to), { recursive: true })
  const hash = file.lfs === undefined ? createHash('sha1').update(`blob ${size}\0`) : createHash('sha256')
  let from = takeUp(part, size, hash)
  onBytes(from)
  if (from === 0) appendFileSync(part, '')
  while (from < size) {
    const last = Math.min(from + PIECE, size) - 1
    const { status, body } = await piece(from, last, Math.max(size <= PIECE ? size : PIECE, 1))
    const wanted = status === 206 ? last - from + 1 : size
    if (body.length !== wanted || (status !== 206 && from > 0)) throw failed('a piece has another length')
    hash.update(body)
    appendFileSync(part, body)
    from += body.length
    onBytes(body.length)
  }
  if (hash.digest('hex') !== (file.lfs?.oid ?? file.oid)) {
    rmSync(part)
    throw failed('its hash is not the hub’s')
  }
  renameSync(part, to)
}

/** How many bytes of an earlier try are there, read into the hash; a part that is too long is begun anew. */
function takeUp(part: string, size: number, hash: Hash): number {
  if (!existsSync(part)) return 0
  if (statSync(part).size > size) {
    rmSync(part)
    return 0
  }
  const handle = openSync(part, 'r')
  try {
    const buffer = Buffer.alloc(READ)
    for (let at = 0; ; ) {
      const read = readSync(handle, buffer, 0, READ, at)
      if (read === 0) return at
      hash.update(buffer.subarray(0, read))
      at += read
    }
  } finally {
    closeSync(handle)
  }
}
