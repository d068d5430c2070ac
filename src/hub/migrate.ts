import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { listMigrations } from '../store/migrate.ts'
import type { HubConnection, Sql } from './connection.ts'
import { makeContentTables } from './content-tables.ts'
import { installHealth } from './hub-health.ts'
import { installHubViews } from './hub-views.ts'
import { makeSearchTables } from './search/search-tables.ts'

const MIGRATIONS = fileURLToPath(new URL('./migrations/', import.meta.url))
/** Two that open a new hub at once: the second waits, and finds the work done. */
const LOCK = 'SELECT pg_advisory_xact_lock(77145001)'
const FIRST = `CREATE SCHEMA IF NOT EXISTS hub;
  CREATE SCHEMA IF NOT EXISTS lyra;
  CREATE TABLE IF NOT EXISTS hub.migrations (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())`

const versionRow = z.object({ version: z.number() })

/** Makes or brings up to date everything that a hub is; one transaction, or nothing. By the owner of the database. */
export async function migrateHub(
  hub: HubConnection,
  viewFolder: string,
): Promise<{ readonly version: number; readonly views: number }> {
  const migrations = listMigrations(MIGRATIONS)
  return hub.transaction(async (sql) => {
    await sql.run(LOCK)
    for (const statement of FIRST.split(';')) await sql.run(statement)
    const current = await versionOf(sql)
    if (current > migrations.length)
      throw new LyraError('STORE_TOO_NEW', `the hub has version ${current}; this Lyra knows up to ${migrations.length}`)
    for (const { version, file } of migrations) {
      if (version <= current) continue
      await sql.run(readFileSync(join(MIGRATIONS, file), 'utf8'))
      await sql.run('INSERT INTO hub.migrations (version) VALUES ($1)', [version])
    }
    await makeContentTables(sql)
    await installHealth(sql)
    await makeSearchTables(sql)
    return { version: migrations.length, views: await installHubViews(sql, viewFolder) }
  })
}

/** A worker or a user of another version must not write into tables that it does not know. */
export async function requireHubVersion(sql: Sql): Promise<void> {
  const [version, known] = [await versionOf(sql), listMigrations(MIGRATIONS).length]
  if (version > known)
    throw new LyraError('STORE_TOO_NEW', `the hub has version ${version}; this Lyra knows up to ${known}`)
  if (version < known)
    throw new LyraError('HUB_UNAVAILABLE', `the hub has version ${version}, this Lyra needs ${known}`, {
      hint: 'The owner of the database runs `lyra hub init` again',
    })
}

async function versionOf(sql: Sql): Promise<number> {
  const statement = 'SELECT coalesce(max(version), 0) AS version FROM hub.migrations'
  return (await sql.rows(versionRow, statement))[0]?.version ?? 0
}
