import { DatabaseSync } from 'node:sqlite'
import { LyraError } from '../../domain/errors.ts'
import { userVersion } from '../migrate.ts'
import { isSqliteError } from '../store-error.ts'
import type { SliceRow } from './row-filter.ts'
import { SLICE_TABLES, type SliceTable } from './slice-tables.ts'

export interface OpenSlice extends Disposable {
  readonly schemaVersion: number
  /** The rows of a known table, in the order in which they were saved; only columns that are asked for. */
  rows(table: SliceTable, columns: readonly string[]): Iterable<SliceRow>
}

/** The first schema of which slices were made. */
const OLDEST_VERSION = 17
/** No text or blob of the product is larger. */
const LONGEST_VALUE = 64 * 1024 * 1024

/**
 * Opens the database file of a bundle, which may be anybody's: read-only, in SQLite's defensive mode, and only if it
 * holds nothing but plain tables. A view in the place of a table, a trigger, a computed column or an index over an
 * expression would run SQL of whoever made it.
 */
export function openSlice(path: string, knownVersion: number): OpenSlice {
  try {
    const db = new DatabaseSync(path, {
      readOnly: true,
      defensive: true,
      enableForeignKeyConstraints: false,
      limits: { length: LONGEST_VALUE, attach: 0, triggerDepth: 1 },
    })
    try {
      db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0')
      const schemaVersion = requireVersion(db, knownVersion)
      requirePlainTables(db)
      return {
        schemaVersion,
        rows: (table, columns) => readRows(db, table, columns),
        [Symbol.dispose]: () => db.close(),
      }
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    throw asRejected(error)
  }
}

function requireVersion(db: DatabaseSync, known: number): number {
  const version = userVersion(db)
  if (version > known)
    throw new LyraError('STORE_TOO_NEW', `the bundle has schema version ${version}; this Lyra knows up to ${known}`, {
      hint: 'Update Lyra, then open the bundle again',
      details: { bundle_version: version, known_version: known },
    })
  if (version < OLDEST_VERSION) throw rejected(`it has schema version ${version}, which no bundle was made of`)
  return version
}

function requirePlainTables(db: DatabaseSync): void {
  const known = new Set(SLICE_TABLES.map(({ name }) => name))
  for (const { type, name, sql } of db.prepare('SELECT type, name, sql FROM sqlite_schema').all()) {
    const shown = JSON.stringify(String(name).slice(0, 80))
    // SQLite's own index of a primary key has no text.
    if (type === 'index' && sql === null) continue
    if (type !== 'table') throw rejected(`it holds the ${type} ${shown}, and a slice has tables alone`)
    if (!known.has(String(name))) throw rejected(`it holds the unknown table ${shown}`)
    if (!/^CREATE TABLE\b/iu.test(String(sql).slice(0, 20))) throw rejected(`${shown} is no plain table`)
    const computed = db.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden <> 0').get(String(name))
    if (computed !== undefined) throw rejected(`${shown} has a computed column`)
  }
}

function* readRows(db: DatabaseSync, table: SliceTable, wanted: readonly string[]): Generator<SliceRow> {
  try {
    const present = db.prepare('SELECT name FROM pragma_table_xinfo(?)').all(table.name)
    const there = new Set(present.map(({ name }) => String(name)))
    if (there.size === 0) return
    const columns = wanted.filter((column) => there.has(column) && table.without?.includes(column) !== true)
    if (table.key.some((column) => !columns.includes(column))) throw rejected(`${table.name} has lost its key`)
    const names = columns.map((column) => `"${column}"`).join(', ')
    for (const row of db.prepare(`SELECT ${names} FROM main."${table.name}" ORDER BY rowid`).iterate()) yield { ...row }
  } catch (error) {
    throw asRejected(error)
  }
}

export function rejected(why: string): LyraError {
  return new LyraError('BUNDLE_REJECTED', `The database of the bundle is not let in: ${why}`)
}

function asRejected(error: unknown): unknown {
  return isSqliteError(error) ? rejected(error.message) : error
}
