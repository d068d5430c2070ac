import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { LyraError } from '../../domain/errors.ts'

/** A file of the user as it was read. A link is followed, so that it stays one when the file is written. */
export interface UserFile {
  /** As the client names it. */
  readonly path: string
  /** Where its bytes lie. */
  readonly target: string
  /** Null: there is no such file. */
  readonly text: string | null
  readonly owner: { readonly mode: number; readonly uid: number; readonly gid: number } | null
}

const MOST_LINKS = 40
/** What Lyra makes may hold the token of the server. */
const PRIVATE = 0o600

export const backupOf = (file: UserFile) => `${file.target}.lyra-backup`

export function readUserFile(path: string): UserFile {
  return refusing(path, 'read', () => {
    const target = followLinks(path)
    const stat = statSync(target, { throwIfNoEntry: false })
    if (stat === undefined) return { path, target, text: null, owner: null }
    // A pipe or a device would be read for ever.
    if (!stat.isFile()) throw new LyraError('CONFIG_UNUSABLE', `${path} is no plain file`)
    const owner = { mode: stat.mode & 0o7777, uid: stat.uid, gid: stat.gid }
    return { path, target, text: decoded(path, readFileSync(target)), owner }
  })
}

/** Whole or not at all, and only while the file is still what was read: clients write their configs too. */
export function writeUserFile(file: UserFile, text: string): void {
  refusing(file.path, 'written', () => {
    requireUnchanged(file)
    replaceFile(file.target, text, file)
  })
}

/** The same for a file that goes. */
export function removeUserFile(file: UserFile): void {
  requireUnchanged(file)
  removeFile(file.target)
}

function requireUnchanged(file: UserFile): void {
  if (readUserFile(file.path).text === file.text) return
  throw new LyraError('CONFIG_UNUSABLE', `${file.path} was changed by another program in this moment`, {
    hint: 'Run the command again',
  })
}

/** The bytes as they are, beside the file. Of a file that is not there yet no older backup may be left either. */
export function writeBackup(file: UserFile): void {
  const { text } = file
  if (text === null) removeFile(backupOf(file))
  else refusing(backupOf(file), 'written', () => replaceFile(backupOf(file), text, file))
}

export function readBackup(file: UserFile): string | null {
  return readUserFile(backupOf(file)).text
}

export function removeFile(path: string): void {
  refusing(path, 'removed', () => rmSync(path, { force: true }))
}

function replaceFile(target: string, text: string, { owner }: UserFile): void {
  mkdirSync(dirname(target), { recursive: true })
  const draft = `${target}.${randomUUID()}`
  try {
    writeFileSync(draft, text, { mode: PRIVATE, flag: 'wx' })
    if (owner !== null) {
      chmodSync(draft, owner.mode)
      // Root that installs for a user must leave the file to the user.
      if (process.getuid?.() === 0) chownSync(draft, owner.uid, owner.gid)
    }
    renameSync(draft, target)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** By hand, since the file at the end of the links need not be there yet. */
function followLinks(path: string): string {
  let target = path
  for (let links = 0; links < MOST_LINKS; links++) {
    if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return target
    target = resolve(dirname(target), readlinkSync(target))
  }
  throw new LyraError('CONFIG_UNUSABLE', `${path} is a link that leads to itself`)
}

/** Bytes that are no UTF-8 could not be written back as they were. */
function decoded(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new LyraError('CONFIG_UNUSABLE', `${path} is not written in UTF-8`)
  }
}

function refusing<T>(path: string, act: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof LyraError) throw error
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new LyraError('CONFIG_UNUSABLE', `${path} cannot be ${act}${why}`, {
      cause: error,
      hint: 'Check the permissions of the file and its folder',
    })
  }
}
