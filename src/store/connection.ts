import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { LyraError } from '../domain/errors.ts'
import { asStoreError, SQLITE_BUSY, sqliteCode } from './store-error.ts'

/**
 * Most transactions take milliseconds, the end of a search about a second per 300 claims. After this long the caller
 * gets an error; longer would hold up all else that this process does.
 */
const BUSY_TIMEOUT_MS = 15_000
export const IN_MEMORY = ':memory:'

/** Opens the file with private permissions (L8: what was collected is the user's alone). */
export function openConnection(path: string): DatabaseSync {
  if (path !== IN_MEMORY) makePrivate(path)
  try {
    const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
    try {
      useWal(db)
      db.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000')
      return db
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    throw asStoreError(error, path)
  }
}

/** SQLite gives -wal and -shm the mode of the database file, so the file must be private before it is opened. */
function makePrivate(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'a', 0o600))
    for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new LyraError('STORE_UNAVAILABLE', `${path}: ${message}`, { cause: error })
  }
}

/** Switching to WAL ignores busy_timeout; retry, because two processes may open a new file at once. */
function useWal(db: DatabaseSync): void {
  const step = 20
  for (let waited = 0; ; waited += step) {
    try {
      db.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (sqliteCode(error) !== SQLITE_BUSY || waited >= BUSY_TIMEOUT_MS) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, step)
    }
  }
}
