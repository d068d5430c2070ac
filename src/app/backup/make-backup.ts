import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Clock, isoTime } from '../../domain/clock.ts'
import { LyraError } from '../../domain/errors.ts'
import { writeSnapshot } from '../../store/snapshot.ts'
import { requireHome } from '../home.ts'
import { VERSION } from '../version.ts'
import { listHome } from './home-contents.ts'
import {
  BACKUP_VERSION,
  type BackupHeader,
  type BackupManifest,
  HEADER_PATH,
  HOME_PREFIX,
  type LeftOut,
  MANIFEST_PATH,
} from './manifest.ts'
import { type Member, packMember, readHomeFile } from './pack-member.ts'
import { TAR_END } from './tar.ts'

export interface BackupInput {
  readonly home: string
  /** `.tar`, or `.tar.gz` and `.tgz`, which are packed. */
  readonly file: string
  readonly withSessions: boolean
  readonly clock: Clock
  readonly signal: AbortSignal
}

export interface BackupAnswer extends Pick<BackupManifest, 'left_out' | 'models'> {
  readonly file: string
  readonly bytes: number
  readonly schema_version: number | null
  readonly files: number
  readonly archive_files: number
  readonly with_sessions: boolean
}

/**
 * One file with everything of a home that cannot be fetched again (LYRA 6.5, ADR 0027). The home may be in use: first
 * the database is copied as it is at one moment, then the archive, whose files only grow.
 */
export async function makeBackup(input: BackupInput): Promise<BackupAnswer> {
  const { home, withSessions, clock, signal } = input
  const file = resolve(input.file)
  requireHome(home)
  requireTarget(file, home)
  const workshop = join(dirname(file), `.${basename(file)}.${randomUUID()}`)
  try {
    mkdirSync(workshop, { mode: 0o700 })
    const database = join(workshop, 'lyra.db')
    const { schemaVersion, sessionsLeftOut } = writeSnapshot(join(home, 'lyra.db'), database, { withSessions })
    const header: BackupHeader = {
      format: 'lyra-backup',
      version: BACKUP_VERSION,
      lyra: VERSION,
      created_at: isoTime(clock),
      schema_version: schemaVersion,
      with_sessions: withSessions,
    }
    const content: Content = { home, database, header, sessionsLeftOut, now: clock.now() }
    const part = join(workshop, 'backup.part')
    const manifest: BackupManifest = { members: [], left_out: [], models: [] }
    const packing = Readable.from(tarOf(content, manifest), { objectMode: false })
    const sink = createWriteStream(part, { mode: 0o600, flags: 'wx' })
    await (isPacked(file) ? pipeline(packing, createGzip(), sink, { signal }) : pipeline(packing, sink, { signal }))
    await flushed(part)
    requireTarget(file, home)
    await rename(part, file)
    return answerOf(file, header, manifest)
  } catch (error) {
    if (signal.aborted) throw new LyraError('CANCELLED', 'The backup was interrupted; nothing is left of it')
    if (error instanceof LyraError || !isSystemError(error)) throw error
    throw new LyraError('STORE_UNAVAILABLE', `The backup cannot be written: ${error.message}`, { cause: error })
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

interface Content {
  readonly home: string
  readonly database: string
  readonly header: BackupHeader
  readonly sessionsLeftOut: number
  readonly now: number
}

async function* tarOf({ home, database, header, sessionsLeftOut, now }: Content, manifest: BackupManifest) {
  const seconds = Math.floor(now / 1000)
  const fromText = (path: string, value: unknown): Member => {
    const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`, 'utf8')
    return { path, bytes: bytes.length, modified: seconds, body: [bytes] }
  }
  const { files, leftOut, models } = listHome(home, header.with_sessions)
  manifest.left_out.push(...leftOut, ...sessionsNote(sessionsLeftOut))
  manifest.models.push(...models)
  yield* packMember(fromText(HEADER_PATH, header), manifest.members)
  const copy = { path: 'lyra.db', bytes: statSync(database).size, modifiedMs: now }
  for (const { from, file } of [
    { from: database, file: copy },
    ...files.map((one) => ({ from: join(home, one.path), file: one })),
  ]) {
    const read = await readHomeFile(from, file, { withSecrets: header.with_sessions, now })
    if ('why' in read) manifest.left_out.push({ path: file.path, why: read.why })
    else {
      manifest.left_out.push(...read.notes)
      yield* packMember({ ...read.member, path: `${HOME_PREFIX}${file.path}` }, manifest.members)
    }
  }
  yield* packMember(fromText(MANIFEST_PATH, manifest), [])
  yield TAR_END
}

function sessionsNote(rows: number): readonly LeftOut[] {
  if (rows === 0) return []
  return [{ path: 'lyra.db: sessions', why: `${rows} logins of sites: --with-sessions takes them along` }]
}

function requireTarget(file: string, home: string): void {
  const inside = relative(resolve(home), file)
  if (!inside.startsWith('..') && !isAbsolute(inside))
    throw new LyraError('INVALID_PARAMS', `${file} lies in the home that is backed up`, {
      hint: 'Give a file outside of it, best on another disk',
    })
  if (existsSync(file))
    throw new LyraError('INVALID_PARAMS', `${file} is there already`, { hint: 'Give a new name; nothing is replaced' })
  if (!existsSync(dirname(file)))
    throw new LyraError('INVALID_PARAMS', `There is no folder ${dirname(file)}`, { hint: 'Make it first' })
}

const isPacked = (file: string) => /\.(?:tgz|tar\.gz)$/i.test(file)

async function flushed(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.sync().finally(() => handle.close())
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

function answerOf(file: string, header: BackupHeader, { members, left_out, models }: BackupManifest): BackupAnswer {
  const ofHome = members.filter(({ path }) => path.startsWith(HOME_PREFIX))
  return {
    file,
    bytes: statSync(file).size,
    schema_version: header.schema_version,
    files: ofHome.length,
    archive_files: ofHome.filter(({ path }) => /\.warc(?:\.gz)?$/.test(path)).length,
    with_sessions: header.with_sessions,
    left_out,
    models,
  }
}
