import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { LyraError } from '../domain/errors.ts'
import { asStoreError } from './store-error.ts'

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
    attempt: (work) => guarded(() => inSavepoint(db, work)),
  }
}

/** BEGIN IMMEDIATE ... COMMIT; joins a transaction already open. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return work()
  db.exec('BEGIN IMMEDIATE')
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
