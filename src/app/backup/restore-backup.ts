import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { type Clock, isoTime } from '../../domain/clock.ts'
import { LyraError } from '../../domain/errors.ts'
import { examineDatabase, isOpenElsewhere, requireKnown } from '../../store/snapshot.ts'
import { isNeverPacked } from './home-contents.ts'
import {
  BACKUP_VERSION,
  type BackupHeader,
  type BackupManifest,
  type BackupMember,
  HEADER_PATH,
  headerSchema,
  MANIFEST_PATH,
  manifestSchema,
  parseMember,
  pathInHome,
} from './manifest.ts'
import { damagedBackup, readTar, type TarMember } from './read-tar.ts'

export interface RestoreInput {
  readonly file: string
  readonly home: string
  /** What lies in the home is moved into a folder of it, and the backup takes its place. */
  readonly force: boolean
  /** Everything is read and compared, nothing written. */
  readonly checkOnly: boolean
  readonly clock: Clock
  readonly signal: AbortSignal
}

export interface RestoreAnswer {
  readonly home: string
  readonly checked_only: boolean
  readonly created_at: string
  readonly lyra: string
  readonly schema_version: number | null
  readonly files: number
  readonly bytes: number
  /** Where what was there before lies now; null where nothing was. */
  readonly moved_aside: string | null
  readonly left_out: BackupManifest['left_out']
  readonly models: BackupManifest['models']
}

/** No backup carries these, so they stay when another home takes the place of this one. */
const STAYS = /^(?:models|logs|browser|server-token|before-restore-.*|\.restoring-.*)$/

/**
 * A home from its backup (LYRA 6.5). Everything is written beside what is there, and every hash compared, before
 * anything takes its place; of a backup that is damaged nothing remains.
 */
export async function restoreBackup(input: RestoreInput): Promise<RestoreAnswer> {
  const { home, checkOnly } = input
  if (checkOnly) return answerOf(input, await readBackup(input, null), null)
  requireFree(input)
  const isNew = !existsSync(home)
  const staging = join(home, `.restoring-${randomUUID()}`)
  try {
    mkdirSync(staging, { recursive: true, mode: 0o700 })
    const read = await readBackup(input, staging)
    requireSound(join(staging, 'lyra.db'), read.header)
    // Reading took its time, and somebody may have started Lyra in the home.
    requireFree(input)
    return answerOf(input, read, putInPlace(input, staging))
  } catch (error) {
    if (error instanceof LyraError) throw error
    if (input.signal.aborted) throw new LyraError('CANCELLED', 'The restore was interrupted; nothing was changed')
    if (error instanceof Error && 'syscall' in error)
      throw new LyraError('STORE_UNAVAILABLE', `${home} cannot be written: ${error.message}`, { cause: error })
    throw error
  } finally {
    rmSync(staging, { recursive: true, force: true })
    if (isNew && existsSync(home) && readdirSync(home).length === 0) rmdirSync(home)
  }
}

function requireFree({ home, force }: RestoreInput): void {
  const place = statSync(home, { throwIfNoEntry: false })
  if (place === undefined) return
  if (!place.isDirectory()) throw new LyraError('INVALID_PARAMS', `${home} is a file, not a folder`)
  const taken = readdirSync(home).some((name) => !STAYS.test(name) && !isEmptyFolder(join(home, name)))
  if (!taken) return
  if (!force)
    throw new LyraError('INVALID_PARAMS', `${home} is not empty`, {
      hint: 'Give another folder with --into; or --force, which moves what is there aside',
    })
  const database = join(home, 'lyra.db')
  if (existsSync(database) && isOpenElsewhere(database))
    throw new LyraError('STORE_UNAVAILABLE', `Another process has ${database} open`, {
      hint: 'Stop `lyra serve` and the assistants that use this home, then restore again',
    })
}

/** As a Lyra that was only started leaves them. */
function isEmptyFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(path).length === 0
}

interface ReadBackup {
  readonly header: BackupHeader
  readonly manifest: BackupManifest
}

/** To a folder, or nowhere (null). */
async function readBackup({ file, signal }: RestoreInput, folder: string | null): Promise<ReadBackup> {
  const seen: BackupMember[] = []
  let header: BackupHeader | null = null
  let manifest: BackupManifest | null = null
  try {
    for await (const member of readTar(await unpacked(file, signal))) {
      if (manifest !== null) throw damagedBackup('something follows its end')
      if (header === null) header = await readHeader(member, seen)
      else if (member.path === MANIFEST_PATH)
        manifest = parseMember(manifestSchema, await wholeBody(member), MANIFEST_PATH)
      else seen.push(await takeMember(member, folder, placeOf(member, header)))
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^Z_|^ERR_.*ZLIB/.test(String(error.code)))
      throw damagedBackup('it is not packed as it should be', error)
    throw error
  }
  if (header === null || manifest === null) throw damagedBackup('it ends too early')
  compare(seen, manifest.members)
  return { header, manifest }
}

/** A write-ahead log, a model or the notice of a server would be taken at its word by whoever finds it in a home. */
function placeOf({ path }: TarMember, { with_sessions: withSessions }: BackupHeader): string {
  const inside = pathInHome(path)
  if (isNeverPacked(inside, withSessions)) throw damagedBackup(`no backup of Lyra carries "${inside}"`)
  return inside
}

async function unpacked(file: string, signal: AbortSignal): Promise<AsyncIterable<Buffer>> {
  try {
    const handle = await open(file, 'r')
    const magic = Buffer.alloc(2)
    await handle.read(magic, 0, 2, 0).finally(() => handle.close())
    const stream = createReadStream(file, { signal })
    if (magic[0] !== 0x1f || magic[1] !== 0x8b) return stream
    const gunzip = createGunzip()
    stream.on('error', (error) => gunzip.destroy(error))
    return stream.pipe(gunzip)
  } catch (cause) {
    throw new LyraError('NOT_FOUND', `There is no backup ${file}`, { hint: 'Check the path', cause })
  }
}

/** Header and manifest are held in memory; a manifest names some thousand files. */
const MOST_DESCRIPTION = 64 * 1024 * 1024

async function wholeBody({ path, bytes, body }: TarMember): Promise<Buffer> {
  if (bytes > MOST_DESCRIPTION) throw damagedBackup(`its ${path} is too long`)
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function readHeader(member: TarMember, seen: BackupMember[]): Promise<BackupHeader> {
  if (member.path !== HEADER_PATH) throw damagedBackup(`it does not begin with ${HEADER_PATH}`)
  const bytes = await wholeBody(member)
  const header = parseMember(headerSchema, bytes, HEADER_PATH)
  if (header.version > BACKUP_VERSION)
    throw new LyraError('STORE_TOO_NEW', `The backup was made by a newer Lyra (${header.lyra})`)
  requireKnown(header.schema_version ?? 0)
  seen.push({ path: HEADER_PATH, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  return header
}

async function takeMember(member: TarMember, folder: string | null, inside: string): Promise<BackupMember> {
  const hash = createHash('sha256')
  const place = folder === null ? null : join(folder, inside)
  if (place !== null) await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  const handle = place === null ? null : await newFile(place, member.path)
  try {
    for await (const chunk of member.body) {
      hash.update(chunk)
      await handle?.write(chunk)
    }
    await handle?.sync()
  } finally {
    await handle?.close()
  }
  return { path: member.path, bytes: member.bytes, sha256: hash.digest('hex') }
}

/** Two names that are one on this disk would hide one of the files. */
async function newFile(place: string, path: string): Promise<FileHandle> {
  try {
    return await open(place, 'wx', 0o600)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw damagedBackup(`${path} is in it twice`)
    throw error
  }
}

function compare(seen: readonly BackupMember[], told: readonly BackupMember[]): void {
  const byPath = new Map(told.map((member) => [member.path, member]))
  for (const { path, bytes, sha256 } of seen) {
    const expected = byPath.get(path)
    if (expected === undefined) throw damagedBackup(`${path} is not in its list`)
    if (expected.bytes !== bytes || expected.sha256 !== sha256) throw damagedBackup(`${path} has another hash`)
    byPath.delete(path)
  }
  const [missing] = byPath.keys()
  if (missing !== undefined) throw damagedBackup(`${missing} is missing`)
}

function requireSound(database: string, header: BackupHeader): void {
  if (!existsSync(database)) {
    if (header.schema_version === null) return
    throw damagedBackup('its database is missing')
  }
  const { schemaVersion, problems } = examineDatabase(database)
  requireKnown(schemaVersion)
  if (problems[0] !== undefined) throw damagedBackup(`its database is damaged (${problems[0]})`)
}

/** Renames only, the database last: without it a home counts as one where nothing was researched yet. */
function putInPlace({ home, clock }: RestoreInput, staging: string): string | null {
  const staged = readdirSync(staging).sort((a, b) => Number(a === 'lyra.db') - Number(b === 'lyra.db'))
  for (const name of readdirSync(home)) if (isEmptyFolder(join(home, name))) rmdirSync(join(home, name))
  const old = readdirSync(home).filter((name) => !STAYS.test(name) || staged.includes(name))
  const aside = join(
    home,
    `before-restore-${isoTime(clock).replace(/\D/g, '').slice(0, 14)}-${randomUUID().slice(0, 8)}`,
  )
  if (old.length > 0) mkdirSync(aside, { mode: 0o700 })
  const moves = [
    ...old.map((name) => [join(home, name), join(aside, name)] as const),
    ...staged.map((name) => [join(staging, name), join(home, name)] as const),
  ]
  renameAll(moves)
  return old.length > 0 ? aside : null
}

/** All or none, unless the machine goes off in between; then nothing is lost, but some of it lies aside. */
function renameAll(moves: readonly (readonly [from: string, to: string])[]): void {
  for (const [done, [from, to]] of moves.entries()) {
    try {
      renameSync(from, to)
    } catch (error) {
      for (const [back, there] of moves.slice(0, done).reverse()) renameSync(there, back)
      throw error
    }
  }
}

function answerOf(input: RestoreInput, { header, manifest }: ReadBackup, aside: string | null): RestoreAnswer {
  const ofHome = manifest.members.filter(({ path }) => path !== HEADER_PATH)
  return {
    home: input.home,
    checked_only: input.checkOnly,
    created_at: header.created_at,
    lyra: header.lyra,
    schema_version: header.schema_version,
    files: ofHome.length,
    bytes: ofHome.reduce((sum, { bytes }) => sum + bytes, 0),
    moved_aside: aside,
    left_out: manifest.left_out,
    models: manifest.models,
  }
}
