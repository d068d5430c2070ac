import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { wholeLength } from '../../archive/whole-length.ts'
import { LyraError } from '../../domain/errors.ts'
import type { HomeFile } from './home-contents.ts'
import type { BackupMember, LeftOut } from './manifest.ts'
import { settingsWithoutSecrets } from './settings-without-secrets.ts'
import { padding, type TarEntry, tarHeader } from './tar.ts'

export interface Member extends TarEntry {
  readonly body: Iterable<Buffer> | AsyncIterable<Buffer>
}

/** Header, content and filling of one file; its hash is noted once it has been read. */
export async function* packMember(member: Member, noted: BackupMember[]): AsyncGenerator<Buffer> {
  yield tarHeader(member)
  const hash = createHash('sha256')
  let left = member.bytes
  for await (const chunk of member.body) {
    hash.update(chunk)
    left -= chunk.length
    yield chunk
  }
  if (left !== 0)
    throw new LyraError('STORE_UNAVAILABLE', `${member.path} changed while it was read`, { hint: 'Take it again' })
  yield padding(member.bytes)
  noted.push({ path: member.path, bytes: member.bytes, sha256: hash.digest('hex') })
}

/** Read at once, so that what somebody writes meanwhile does not matter; larger files only grow. */
const READ_AT_ONCE = 16 * 1024 * 1024
/** A WARC file that was written to so recently may end in the middle of a record. */
const STILL_WRITTEN_MS = 60_000
const WARC = /\.warc(?:\.gz)?$/

interface Reading {
  readonly withSecrets: boolean
  readonly now: number
}

/** One file of the home, or why it is left out. */
export async function readHomeFile(
  from: string,
  file: HomeFile,
  { withSecrets, now }: Reading,
): Promise<{ readonly member: Member; readonly notes: readonly LeftOut[] } | { readonly why: string }> {
  const { path } = file
  const entry = { path, bytes: file.bytes, modified: Math.floor(file.modifiedMs / 1000) }
  const isLive = now - file.modifiedMs < STILL_WRITTEN_MS
  try {
    if (WARC.test(path)) {
      const bytes = isLive ? await wholeLength(from) : file.bytes
      return { member: { ...entry, bytes, body: firstBytes(from, bytes) }, notes: [] }
    }
    // It may name records that are not in the copy; the next process that opens the archive makes it anew.
    if (path.endsWith('.cdxj') && isLive) return { why: 'the index of an archive that is being written: made anew' }
    if (file.bytes > READ_AT_ONCE) return { member: { ...entry, body: firstBytes(from, file.bytes) }, notes: [] }
    const content = await readFile(from)
    if (path !== 'config.yaml' || withSecrets)
      return { member: { ...entry, bytes: content.length, body: [content] }, notes: [] }
    const { text, removed } = settingsWithoutSecrets(content.toString('utf8'))
    const clean = Buffer.from(text, 'utf8')
    const notes = removed.map((name) => ({ path: `config.yaml: ${name}`, why: 'lets somebody in: set it again' }))
    return { member: { ...entry, bytes: clean.length, body: [clean] }, notes }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    return { why: 'was removed while the backup was made' }
  }
}

function firstBytes(path: string, bytes: number): Iterable<Buffer> | AsyncIterable<Buffer> {
  return bytes === 0 ? [] : createReadStream(path, { start: 0, end: bytes - 1 })
}
