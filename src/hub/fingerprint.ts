import { createHash } from 'node:crypto'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import type { HubConnection, Sql } from './connection.ts'

export interface Fingerprint {
  /** Of all that follows. */
  readonly sha256: string
  readonly parts: Readonly<Record<string, { readonly rows: number; readonly hash: string }>>
}

/** Every table and view of the hub, and its queued jobs; who asks which site at this moment is not kept. */
const NAMES = `SELECT n.nspname || '.' || c.relname AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE (n.nspname IN ('hub', 'lyra') AND c.relkind IN ('r', 'v') AND c.relname <> 'lanes')
    OR (n.nspname = 'hub_queue' AND c.relname = 'job')
  ORDER BY n.nspname COLLATE "C", c.relkind, c.relname COLLATE "C"`
const nameRow = z.object({ name: z.string() })
const TEXT_FORM = ["timezone = 'UTC'", "datestyle = 'ISO'", 'extra_float_digits = 1', "bytea_output = 'hex'"]
const hashRow = z.object({ rows: z.number(), hash: z.string() })

/**
 * What the hub holds, as one word: equal before a backup and after its restore. One snapshot; nothing is read out.
 * `snapshot` is one that another connection has exported, e.g. that of a dump under way.
 */
export async function fingerprintHub(hub: HubConnection, snapshot: string | null = null): Promise<Fingerprint> {
  if (snapshot !== null && !/^[0-9A-F]+(?:-[0-9A-F]+)*$/u.test(snapshot))
    throw new LyraError('INVALID_PARAMS', 'A snapshot is named as pg_export_snapshot() names it')
  return hub.transaction(async (sql) => {
    await sql.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    if (snapshot !== null) await sql.run(`SET TRANSACTION SNAPSHOT '${snapshot}'`)
    // A row is hashed as text: the words for it must not depend on the server's settings.
    for (const setting of TEXT_FORM) await sql.run(`SET LOCAL ${setting}`)
    const names = (await sql.rows(nameRow, NAMES)).map(({ name }) => name)
    const parts: Record<string, { rows: number; hash: string }> = {}
    for (const name of names) parts[name] = await hashOf(sql, name)
    return { sha256: createHash('sha256').update(JSON.stringify(parts)).digest('hex'), parts }
  })
}

/** The sum of the rows' hashes, which does not depend on their order. */
async function hashOf(sql: Sql, name: string): Promise<{ rows: number; hash: string }> {
  const part = (from: number) => `coalesce(sum(('x' || substr(h, ${from}, 8))::bit(32)::bigint), 0)::text`
  const statement = `SELECT count(*) AS rows, ${part(1)} || ':' || ${part(9)} || ':' || ${part(17)} AS hash
    FROM (SELECT md5(t::text) AS h FROM ${name} t) AS hashed`
  const [row] = await sql.rows(hashRow, statement)
  if (row === undefined) throw new Error(`${name}: no hash`)
  return row
}
