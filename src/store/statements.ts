import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { LyraError } from '../domain/errors.ts'
import { asStoreError, SQLITE_BUSY, sqliteCode } from './store-error.ts'

export type Row = Record<string, unknown>
export type Params = Readonly<Record<string, SQLInputValue>>

/** Prepared once, bound always. */
export interface Statements {
  readonly db: DatabaseSync
  /** Number of rows changed. */
  run(sql: string, params?: Params): number
  get(sql: string, params?: Params): Row | null
  all(sql: string, params?: Params): Row[]
  write<T>(work: () => T): T
  writeIfFree<T>(work: () => T): { readonly value: T } | null
  read<T>(work: () => T): T
  attempt<T>(work: () => T): T
}

export function prepareStatements(db: DatabaseSync, path: string): Statements {
  const cache = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const known = cache.get(sql)
    if (known !== undefined) return known
    const statement = db.prepare(sql)
    cache.set(sql, statement)
    return statement
  }
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw asStoreError(error, path)
    }
  }
  return {
    db,
    run: (sql, params = {}) => guarded(() => Number(prepared(sql).run(params).changes)),
    get: (sql, params = {}) => guarded(() => prepared(sql).get(params) ?? null),
    all: (sql, params = {}) => guarded(() => prepared(sql).all(params)),
    write: (work) => guarded(() => inTransaction(db, work)),
    writeIfFree: (work) => guarded(() => inTransactionIfFree(db, work)),
    read: (work) => guarded(() => inReading(db, work)),
    attempt: (work) => guarded(() => inSavepoint(db, work)),
  }
}

/** Connections in a transaction that only reads. It could become a writing one only while nobody else writes. */
const READING = new WeakSet<DatabaseSync>()

/** BEGIN IMMEDIATE ... COMMIT; joins a transaction already open. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  if (READING.has(db)) throw new TypeError('a transaction that reads cannot write')
  if (db.isTransaction) return work()
  db.exec('BEGIN IMMEDIATE')
  return toTheEnd(db, work)
}

/** The same where no other process is writing at this moment; null where one is. */
export function inTransactionIfFree<T>(db: DatabaseSync, work: () => T): { readonly value: T } | null {
  if (db.isTransaction) return { value: inTransaction(db, work) }
  const waits = Number(db.prepare('PRAGMA busy_timeout').get()?.timeout)
  db.exec('PRAGMA busy_timeout = 0')
  try {
    db.exec('BEGIN IMMEDIATE')
  } catch (error) {
    if (sqliteCode(error) === SQLITE_BUSY) return null
    throw error
  } finally {
    db.exec(`PRAGMA busy_timeout = ${waits}`)
  }
  return { value: toTheEnd(db, work) }
}

function inReading<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work()
  db.exec('BEGIN')
  READING.add(db)
  try {
    return toTheEnd(db, work)
  } finally {
    READING.delete(db)
  }
}

function toTheEnd<T>(db: DatabaseSync, work: () => T): T {
  try {
    const result = work()
    if (result instanceof Promise) throw new TypeError('a transaction cannot wait: its work must be synchronous')
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/** A part of a transaction that is undone alone where it throws. */
function inSavepoint<T>(db: DatabaseSync, work: () => T): T {
  db.exec('SAVEPOINT attempt')
  try {
    const result = work()
    db.exec('RELEASE attempt')
    return result
  } catch (error) {
    db.exec('ROLLBACK TO attempt')
    db.exec('RELEASE attempt')
    throw error
  }
}

/** `INSERT INTO table (a, b) VALUES (:a, :b) ...`; names come from code, values are bound. */
export function insertInto(table: string, columns: readonly string[], onConflict = ''): string {
  const names = columns.join(', ')
  const values = columns.map((column) => `:${column}`).join(', ')
  return `INSERT INTO ${table} (${names}) VALUES (${values}) ${onConflict}`
}

/** `SET a = :a, b = :b` for the columns given. */
export function assignments(columns: readonly string[]): string {
  return columns.map((column) => `${column} = :${column}`).join(', ')
}

/** `a = excluded.a, ...` for an upsert. */
export function excluded(columns: readonly string[]): string {
  return columns.map((column) => `${column} = excluded.${column}`).join(', ')
}

/** A change that must hit a row. */
export function mustChange(changes: number, what: string, id: string): void {
  if (changes === 0) throw new LyraError('NOT_FOUND', `no ${what} has the id ${id}`)
}
