import { fileURLToPath } from 'node:url'
import type { RunnerOption } from 'node-pg-migrate'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { listMigrations } from '../store/migrate.ts'
import type { HubConnection, Sql } from './connection.ts'
import { makeContentTables } from './content-tables.ts'
import { installHealth } from './hub-health.ts'
import { hubPackage } from './hub-package.ts'
import { installHubViews } from './hub-views.ts'
import { installQueue, installQueueFunctions } from './queue/install-queue.ts'
import { makeSearchTables } from './search/search-tables.ts'

const MIGRATIONS = fileURLToPath(new URL('./migrations/', import.meta.url))
/** Two that open a new hub at once: the second waits, and finds the work done. */
const LOCK = 'SELECT pg_advisory_xact_lock(77145001)'
/** The table, which the first migrations know, becomes a view by the fourth. */
const FIRST = [
  'CREATE SCHEMA IF NOT EXISTS hub',
  'CREATE SCHEMA IF NOT EXISTS lyra',
  'CREATE TABLE IF NOT EXISTS hub.migrations (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
]
const APPLIED = 'applied_migrations'
/** Hubs that were made before node-pg-migrate did it: its table, with what they have. */
const ADOPT = [
  `CREATE TABLE hub.${APPLIED} (id SERIAL PRIMARY KEY, name varchar(255) NOT NULL, run_on timestamp NOT NULL)`,
  `INSERT INTO hub.${APPLIED} (name, run_on) SELECT f.name, m.at AT TIME ZONE 'UTC'
    FROM hub.migrations m JOIN unnest($1::int[], $2::text[]) AS f(version, name) USING (version) ORDER BY version`,
]

const versionRow = z.object({ version: z.number() })
const presentRow = z.object({ old: z.boolean(), tool: z.boolean() })
const PRESENT = `SELECT to_regclass('hub.migrations') IS NOT NULL AS old,
  to_regclass('hub.${APPLIED}') IS NOT NULL AS tool`

/**
 * Makes or brings up to date everything that a hub is, by the owner of the database. The tables of the queue first,
 * which are nobody's before the rest is there; then one transaction, or nothing.
 */
export async function migrateHub(
  hub: HubConnection,
  viewFolder: string,
  { leaseSeconds }: { readonly leaseSeconds?: number | undefined } = {},
): Promise<{ readonly version: number; readonly views: number }> {
  const migrations = listMigrations(MIGRATIONS)
  const [present] = await hub.rows(presentRow, PRESENT)
  if (present?.old === true) requireKnown(await versionOf(hub), migrations.length)
  const statements = await installQueue(hub, leaseSeconds)
  return hub.transaction(async (sql) => {
    await sql.run(LOCK)
    for (const statement of FIRST) await sql.run(statement)
    await adopt(sql, migrations)
    await runMigrations(sql)
    requireKnown(await versionOf(sql), migrations.length)
    await makeContentTables(sql)
    await installHealth(sql)
    await makeSearchTables(sql)
    await installQueueFunctions(sql, statements)
    return { version: migrations.length, views: await installHubViews(sql, viewFolder) }
  })
}

async function adopt(sql: Sql, migrations: readonly { readonly version: number; readonly file: string }[]) {
  const [present] = await sql.rows(presentRow, PRESENT)
  if (present?.tool === true) return
  const [create = '', fill = ''] = ADOPT
  await sql.run(create)
  await sql.run(fill, [migrations.map((one) => one.version), migrations.map((one) => one.file.replace(/\.sql$/u, ''))])
}

/** node-pg-migrate as a part of the transaction that is under way: it opens and ends none. */
async function runMigrations(sql: Sql): Promise<void> {
  const { runner } = await hubPackage('node-pg-migrate', () => import('node-pg-migrate'))
  const query = async (text: string, values: readonly unknown[] = []) =>
    /^(?:BEGIN|COMMIT|ROLLBACK);?$/u.test(text) ? { rows: [] } : sql.raw(text, values)
  const silent = () => undefined
  await runner({
    dbClient: { query } as unknown as Extract<RunnerOption, { dbClient: unknown }>['dbClient'],
    ...{ dir: MIGRATIONS, direction: 'up', singleTransaction: true, checkOrder: true, noLock: true },
    ...{ migrationsSchema: 'hub', migrationsTable: APPLIED },
    logger: { info: silent, warn: silent, error: silent },
  })
}

/** A worker or a user of another version must not write into tables that it does not know. */
export async function requireHubVersion(sql: Sql): Promise<void> {
  const [version, known] = [await versionOf(sql), listMigrations(MIGRATIONS).length]
  requireKnown(version, known)
  if (version < known)
    throw new LyraError('HUB_UNAVAILABLE', `the hub has version ${version}, this Lyra needs ${known}`, {
      hint: 'The owner of the database runs `lyra hub init` again',
    })
}

function requireKnown(version: number, known: number): void {
  if (version > known)
    throw new LyraError('STORE_TOO_NEW', `the hub has version ${version}; this Lyra knows up to ${known}`)
}

async function versionOf(sql: Sql): Promise<number> {
  const statement = 'SELECT coalesce(max(version), 0) AS version FROM hub.migrations'
  return (await sql.rows(versionRow, statement))[0]?.version ?? 0
}
