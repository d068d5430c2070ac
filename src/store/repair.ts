import { DatabaseSync } from 'node:sqlite'
import { openConnection } from './connection.ts'
import { migrate, newestVersion, userVersion } from './migrate.ts'
import { inTransaction } from './statements.ts'
import { asStoreError } from './store-error.ts'
import { readViewFiles } from './view-files.ts'
import { installViews } from './views.ts'

/** What `lyra doctor` looks at without changing it (LYRA 6.7). */
export interface StoreLook {
  readonly version: number
  readonly newest: number
  /** Indexes and triggers that the schema has and this file has not; they can be made anew. */
  readonly missingParts: readonly SchemaPart[]
  /** Tables that are not there: their rows are gone. */
  readonly missingTables: readonly string[]
  readonly missingViews: readonly string[]
  readonly holders: readonly Holder[]
}

interface SchemaPart {
  readonly name: string
  readonly sql: string
}

/** Who holds a job or a lane, as the holder wrote itself down. */
export interface Holder {
  readonly kind: 'job' | 'lane'
  readonly id: string
  readonly owner: string
  /** Milliseconds since the epoch. */
  readonly until: number
}

export function lookAtStore(path: string, viewFolders: readonly string[]): StoreLook {
  try {
    using db = new DatabaseSync(path, { readOnly: true, timeout: 2000 })
    const version = userVersion(db)
    const newest = newestVersion()
    const look = { version, newest, missingParts: [], missingTables: [], missingViews: [], holders: [] }
    // An older schema lacks things for another reason; bringing it forward comes first.
    if (version !== newest) return look
    const has = new Set(partsOf(db).map(({ name }) => name))
    const missing = expectedParts().filter(({ name }) => !has.has(name))
    return {
      ...look,
      missingParts: missing.filter(({ type }) => type !== 'table'),
      missingTables: missing.filter(({ type }) => type === 'table').map(({ name }) => name),
      missingViews: readViewFiles(viewFolders)
        .views.map(({ name }) => name)
        .filter((name) => !has.has(name)),
      holders: missing.some(({ type }) => type === 'table') ? [] : holdersIn(db),
    }
  } catch (error) {
    throw asStoreError(error, path)
  }
}

function partsOf(db: DatabaseSync) {
  return db
    .prepare(`SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'`)
    .all()
    .map(({ type, name, sql }) => ({ type: String(type), name: String(name), sql: String(sql) }))
}

function expectedParts() {
  using fresh = new DatabaseSync(':memory:')
  migrate(fresh)
  return partsOf(fresh)
}

function holdersIn(db: DatabaseSync): readonly Holder[] {
  const jobs = db
    .prepare(
      `SELECT id, lease_owner AS owner, lease_until AS until FROM jobs
        WHERE state IN ('queued', 'running') AND lease_owner IS NOT NULL ORDER BY rowid`,
    )
    .all()
    .map((row) => ({ kind: 'job' as const, row, until: Date.parse(String(row.until)) }))
  const lanes = db
    .prepare('SELECT lane AS id, owner, held_until AS until FROM lanes WHERE owner IS NOT NULL ORDER BY lane')
    .all()
    .map((row) => ({ kind: 'lane' as const, row, until: Number(row.until) }))
  return [...jobs, ...lanes].map(({ kind, row, until }) => ({
    kind,
    id: String(row.id),
    owner: String(row.owner),
    until,
  }))
}

/** Indexes and triggers are made again, all or none. */
export function createMissingParts(path: string, parts: readonly SchemaPart[]): void {
  using db = openConnection(path)
  inTransaction(db, () => {
    for (const { sql } of parts) db.exec(sql)
  })
}

export function createMissingViews(path: string, viewFolders: readonly string[]): void {
  using db = openConnection(path)
  installViews(db, viewFolders)
}

/** Only where the holder is still the one that was looked at. */
export function releaseHolders(path: string, holders: readonly Holder[]): number {
  using db = openConnection(path)
  const job = db.prepare(
    `UPDATE jobs SET state = 'queued', lease_owner = NULL, lease_until = NULL WHERE id = ? AND lease_owner = ?`,
  )
  const lane = db.prepare('UPDATE lanes SET owner = NULL, held_until = 0 WHERE lane = ? AND owner = ?')
  return inTransaction(db, () =>
    holders.reduce((sum, { kind, id, owner }) => sum + Number((kind === 'job' ? job : lane).run(id, owner).changes), 0),
  )
}

export function bringForward(path: string): number {
  using db = openConnection(path)
  return migrate(db)
}

/** False where another process reads at this moment. */
export function foldInWal(path: string): boolean {
  using db = openConnection(path)
  return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
}
