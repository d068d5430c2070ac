import { LyraError } from '../domain/errors.ts'
import { writerOf } from './write-lock.ts'

interface SqliteError extends Error {
  readonly code: 'ERR_SQLITE_ERROR'
  readonly errcode: number
}

export function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR' && 'errcode' in error
}

export function sqliteCode(error: unknown): number | null {
  return isSqliteError(error) ? error.errcode & 0xff : null
}

/** SQLite's result code: another connection holds the lock. */
export const SQLITE_BUSY = 5
/** The file is damaged, or something else. */
export const SQLITE_CORRUPT = 11
export const SQLITE_NOTADB = 26
export const SQLITE_FULL = 13

/** SQLite's primary result codes that tell of the disk or of another process, not of our SQL. */
const WHY_UNAVAILABLE: Readonly<Record<number, string>> = {
  3: 'no permission',
  6: 'a table is locked',
  8: 'the database is read-only',
  10: 'disk input or output failed',
  11: 'the file is damaged',
  13: 'the disk is full',
  14: 'the file cannot be opened',
  15: 'the locking protocol failed',
  26: 'the file is not a database',
}

/** Another process was writing for longer than a caller waits. */
export class StoreBusy extends LyraError {
  constructor(path: string, cause: unknown) {
    const writer = writerOf(path)
    super(
      'STORE_UNAVAILABLE',
      `${path}: another process holds the database${writer === null ? '' : `: ${writer.name}`}`,
      {
        hint: 'Run the same again when it is done: lyra serve, lyra mcp and searches write while they work',
        ...(writer === null ? {} : { details: { process: writer.pid } }),
        cause,
      },
    )
    this.name = 'StoreBusy'
  }
}

/** What concerns the disk becomes STORE_UNAVAILABLE; anything else stays what it was. */
export function asStoreError(error: unknown, path: string): unknown {
  if (error instanceof LyraError) return error
  const code = sqliteCode(error)
  const why = code === null ? undefined : WHY_UNAVAILABLE[code]
  if (code === SQLITE_BUSY) return new StoreBusy(path, error)
  if (why === undefined || !isSqliteError(error)) return error
  return new LyraError('STORE_UNAVAILABLE', `${path}: ${why} (${error.message})`, { cause: error })
}
