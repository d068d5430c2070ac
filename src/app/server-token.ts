import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LyraError } from '../domain/errors.ts'

/** The token that clients of `lyra serve` send, and the file they find it in; null where the settings give it. */
export interface ServerToken {
  readonly token: string
  readonly file: string | null
}

export const serverTokenFile = (home: string) => join(home, 'server-token')

/**
 * LYRA 3.5: `server.token` where it is set, else the one in LYRA_HOME, made there when it is asked for the first time.
 * Only the user can read it, so that whoever sends it is the user or was given it by them.
 */
export function serverToken(
  { home, server }: { readonly home: string; readonly server: { readonly token: string } },
  random: (bytes: number) => Buffer = randomBytes,
): ServerToken {
  if (server.token !== '') return { token: server.token, file: null }
  const file = serverTokenFile(home)
  try {
    return { token: read(file) ?? make(home, file, random), file }
  } catch (error) {
    if (error instanceof LyraError) throw error
    throw new LyraError('STORE_UNAVAILABLE', `The token of the server cannot be kept in ${file}`, { cause: error })
  }
}

/** Null: nobody has made one yet. One that others may have read, or could change, guards nothing. */
function read(file: string): string | null {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found === undefined) return null
  const isOwn = found.isFile() && (process.getuid === undefined || found.uid === process.getuid())
  const isPrivate = process.platform === 'win32' || (found.mode & 0o077) === 0
  if (isOwn && isPrivate) return readFileSync(file, 'utf8').trim()
  throw new LyraError('INVALID_CONFIG', `Others than you can read or change ${file}`, {
    hint: 'Delete it: `lyra serve` then makes a new one, which clients must be given again',
  })
}

/** Whole or not at all: of two servers that start at once both take the one that was first. */
function make(home: string, file: string, random: (bytes: number) => Buffer): string {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, `${random(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const made = read(file)
  if (made === null) throw new LyraError('STORE_UNAVAILABLE', `${file} was taken away while it was made`)
  return made
}
