import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { LyraError } from '../domain/errors.ts'
import { inTransaction } from './statements.ts'

const MIGRATIONS = fileURLToPath(new URL('./migrations/', import.meta.url))
const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/

interface Migration {
  readonly version: number
  readonly file: string
}

export function listMigrations(folder: string): readonly Migration[] {
  const found = readdirSync(folder)
    .filter((file) => FILE_NAME.test(file))
    .sort()
    .map((file) => ({ version: Number(file.slice(0, 4)), file }))
  found.forEach((migration, index) => {
    if (migration.version !== index + 1)
      throw new LyraError('INTERNAL_ERROR', `migration ${migration.file} is out of order: expected number ${index + 1}`)
  })
  return found
}

/**
 * Each file and its version number are one IMMEDIATE transaction: a failure leaves the old version whole, and of two
 * processes that open the same new file the second finds the work done.
 */
export function migrate(db: DatabaseSync, folder: string = MIGRATIONS): number {
  const migrations = listMigrations(folder)
  const newest = migrations.length
  const current = userVersion(db)
  if (current > newest)
    throw new LyraError(
      'STORE_TOO_NEW',
      `the database has schema version ${current}; this Lyra knows versions up to ${newest}`,
      { details: { database_version: current, known_version: newest } },
    )
  for (const migration of migrations) {
    if (userVersion(db) >= migration.version) continue
    const sql = readFileSync(join(folder, migration.file), 'utf8')
    inTransaction(db, () => {
      if (userVersion(db) >= migration.version) return
      dropViews(db)
      db.exec(sql)
      db.exec(`PRAGMA user_version = ${migration.version}`)
    })
  }
  return newest
}

/** The schema of this Lyra. */
export function newestVersion(folder: string = MIGRATIONS): number {
  return listMigrations(folder).length
}

/** A view over a column that a migration makes anew would stop it; `installViews` makes them again. */
function dropViews(db: DatabaseSync): void {
  for (const { name } of db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'view'`).all())
    db.exec(`DROP VIEW "${String(name).replaceAll('"', '""')}"`)
}

export function userVersion(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0)
}
