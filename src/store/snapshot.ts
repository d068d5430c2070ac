import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { LyraError } from '../domain/errors.ts'
import { newestVersion, userVersion } from './migrate.ts'
import { asStoreError, SQLITE_BUSY, SQLITE_CORRUPT, SQLITE_FULL, SQLITE_NOTADB, sqliteCode } from './store-error.ts'

/** Long enough for the transactions of other processes. */
const BUSY_TIMEOUT_MS = 5000

export interface SnapshotOptions {
  /** With the cookies of passed logins; without, the rows are taken out and their bytes overwritten. */
  readonly withSessions: boolean
}

export interface Snapshot {
  readonly schemaVersion: number
  /** Rows of `sessions` that were left out. */
  readonly sessionsLeftOut: number
}

/**
 * The database as it is at this moment, in a file of its own (LYRA 6.5). Other processes may go on writing: VACUUM INTO
 * reads in one transaction, and free pages, where deleted rows still stand, are not copied.
 */
export function writeSnapshot(from: string, to: string, options: SnapshotOptions): Snapshot {
  try {
    using source = new DatabaseSync(from, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
    requireKnown(userVersion(source))
    return copyInto(source, to, options)
  } catch (error) {
    throw asStoreError(error, from)
  }
}

function copyInto(source: DatabaseSync, to: string, options: SnapshotOptions): Snapshot {
  try {
    source.prepare('VACUUM INTO ?').run(to)
    chmodSync(to, 0o600)
    using copy = new DatabaseSync(to)
    copy.exec('PRAGMA secure_delete = ON')
    const sessionsLeftOut = options.withSessions ? 0 : Number(copy.prepare('DELETE FROM sessions').run().changes)
    releaseAll(copy)
    return { schemaVersion: userVersion(copy), sessionsLeftOut }
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_FULL) throw error
    throw new LyraError(
      'STORE_UNAVAILABLE',
      'The copy of the database cannot be written: the disk it goes to is full',
      {
        hint: 'Make room there, or give a file on another disk',
        cause: error,
      },
    )
  }
}

/** Of a database that nobody else knows: the processes that held a job or a lane hold them in the other file. */
function releaseAll(db: DatabaseSync): void {
  db.exec(`UPDATE jobs SET lease_owner = NULL, lease_until = NULL WHERE lease_owner IS NOT NULL`)
  if (db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'lanes'`).get() !== undefined)
    db.exec('UPDATE lanes SET owner = NULL, held_until = 0 WHERE owner IS NOT NULL')
}

/** A schema that this Lyra does not know may keep secrets in places that it does not know either. */
export function requireKnown(version: number): void {
  const known = newestVersion()
  if (version <= known) return
  throw new LyraError('STORE_TOO_NEW', `the database has schema version ${version}; this Lyra knows up to ${known}`, {
    details: { database_version: version, known_version: known },
  })
}

export interface DatabaseState {
  readonly schemaVersion: number
  /** What `PRAGMA integrity_check` and the foreign keys complain about; empty where all is well. */
  readonly problems: readonly string[]
}

/** Reads every page of the file; nothing is changed. */
export function examineDatabase(path: string): DatabaseState {
  try {
    using db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
    const integrity = db
      .prepare('PRAGMA integrity_check(10)')
      .all()
      .map((row) => String(row.integrity_check))
    const broken = db
      .prepare('SELECT "table" AS name, count(*) AS n FROM pragma_foreign_key_check GROUP BY 1 ORDER BY 1')
      .all()
      .map((row) => `${row.n} rows of ${row.name} name a row that is not there`)
    return {
      schemaVersion: userVersion(db),
      problems: [...(integrity[0] === 'ok' ? [] : integrity), ...broken],
    }
  } catch (error) {
    throw asStoreError(error, path)
  }
}

/**
 * Whether another process has the database open. Only who is alone may leave WAL mode; whoever opens the file next
 * turns it on again.
 */
export function isOpenElsewhere(path: string): boolean {
  try {
    using db = new DatabaseSync(path, { timeout: 0 })
    db.exec('PRAGMA journal_mode = DELETE')
    return false
  } catch (error) {
    const code = sqliteCode(error)
    if (code === SQLITE_BUSY) return true
    // Nobody works on a file that SQLite does not take for a database; it is what a restore is for.
    if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) return false
    throw asStoreError(error, path)
  }
}
