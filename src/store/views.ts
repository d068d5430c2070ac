import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { inTransaction, inTransactionIfFree } from './statements.ts'
import { isSqliteError, SQLITE_BUSY, sqliteCode } from './store-error.ts'
import { purposeOf, readViewFiles, type ViewFile, type ViewProblem } from './view-files.ts'

export interface ViewEntry {
  readonly name: string
  readonly purpose: string
  readonly columns: readonly string[]
}

const viewRow = z.object({ name: z.string(), sql: z.string() })
const VIEWS = `SELECT name, sql FROM main.sqlite_schema WHERE type = 'view' AND name GLOB 'v_*' ORDER BY name`

function existing(db: DatabaseSync): Map<string, string> {
  return new Map(
    db
      .prepare(VIEWS)
      .all()
      .map((row) => viewRow.parse(row))
      .map(({ name, sql }) => [name, sql]),
  )
}

/**
 * Makes the database's views those of the folders (EXPLORE 4.2.3). Nothing is written when they already are; what is
 * wrong with a file is reported and does not stop the others.
 */
export function installViews(db: DatabaseSync, folders: readonly string[]): readonly ViewProblem[] {
  const { views, problems } = readViewFiles(folders)
  const failed = update(db, views)
  // Creating a view does not look at its tables, and views may read each other; reading the columns tells.
  const present = existing(db)
  for (const view of views) {
    if (!present.has(view.name)) continue
    const message = whyBroken(() => columnsOf(db, view.name))
    if (message !== null) failed.push(problem(view, message))
  }
  drop(
    db,
    failed.map(({ name }) => name).filter((name) => present.has(name)),
  )
  return [...problems, ...failed]
}

function update(db: DatabaseSync, views: readonly ViewFile[]): ViewProblem[] {
  const wanted = new Set(views.map((view) => view.name))
  const differs = (present: Map<string, string>) => ({
    changed: views.filter((view) => present.get(view.name) !== view.create),
    stale: [...present.keys()].filter((name) => !wanted.has(name)),
  })
  const present = existing(db)
  const before = differs(present)
  if (before.changed.length === 0 && before.stale.length === 0) return []
  const install = () => {
    // Another process may have done it while this one waited for the lock.
    const { changed, stale } = differs(existing(db))
    drop(db, [...stale, ...changed.map((view) => view.name)])
    return changed.flatMap((view) => {
      const message = whyBroken(() => db.prepare(view.create).run())
      return message === null ? [] : [problem(view, message)]
    })
  }
  const missing = before.changed.filter(({ name }) => !present.has(name))
  // Those of another Lyra do until nobody writes: opening a home to read waits for nobody.
  if (missing.length === 0) return inTransactionIfFree(db, install)?.value ?? []
  try {
    return inTransaction(db, install)
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_BUSY) throw error
    return missing.map((view) => problem(view, 'another process is writing; the next start makes it'))
  }
}

function drop(db: DatabaseSync, names: readonly string[]): void {
  if (names.length === 0) return
  inTransactionIfFree(db, () => {
    for (const name of names) db.exec(`DROP VIEW IF EXISTS "${name}"`)
  })
}

function whyBroken(attempt: () => unknown): string | null {
  try {
    attempt()
    return null
  } catch (error) {
    if (isSqliteError(error)) return error.message
    throw error
  }
}

function problem({ name, path }: ViewFile, message: string): ViewProblem {
  return { name, path, message }
}

function columnsOf(db: DatabaseSync, name: string): readonly string[] {
  return db
    .prepare(`SELECT * FROM "${name}"`)
    .columns()
    .map((column) => column.name)
}

/** The catalogue: name, purpose and columns of every view in the database. */
export function listViews(db: DatabaseSync): readonly ViewEntry[] {
  return [...existing(db)].map(([name, sql]) => ({
    name,
    purpose: purposeOf(sql) ?? '',
    columns: columnsOf(db, name),
  }))
}
