import { z } from 'zod'
import type { Sql } from '../connection.ts'

const schemaRow = z.object({ schema: z.string() })

/** Where pgvector's type and operators live; null: the database does not have it. */
export async function vectorSchema(sql: Sql): Promise<string | null> {
  const found = await sql.rows(
    schemaRow,
    `SELECT quote_ident(n.nspname) AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
      WHERE e.extname = 'vector' AND to_regclass('hub.vectors') IS NOT NULL`,
  )
  return found[0]?.schema ?? null
}

const SEEN = `(SELECT hub.sees_all())
  OR (target_type = 'claim' AND target_id IN (SELECT id FROM lyra.claims))
  OR (target_type = 'fragment' AND target_id IN (SELECT id FROM lyra.fragments))`

/** A text is found by who may read it. After the tables of a bundle, whose rows decide. */
export async function makeSearchTables(sql: Sql): Promise<void> {
  await seenByText(sql, 'hub.text_terms')
  const available = await sql.rows(
    z.object({ found: z.number() }),
    `SELECT 1 AS found FROM pg_available_extensions WHERE name = 'vector'`,
  )
  if (available.length === 0) return
  await sql.run('CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA hub')
  const [place] = await sql.rows(
    schemaRow,
    `SELECT quote_ident(n.nspname) AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
      WHERE e.extname = 'vector'`,
  )
  await sql.run(`CREATE TABLE IF NOT EXISTS hub.vectors (
    target_type text NOT NULL,
    target_id text NOT NULL,
    model_id text NOT NULL,
    blob_md5 text NOT NULL,
    embedding ${place?.schema}.vector NOT NULL,
    PRIMARY KEY (target_type, target_id, model_id)
  )`)
  await sql.run('GRANT SELECT ON hub.vectors TO lyra_reader')
  await sql.run('GRANT SELECT, INSERT, UPDATE, DELETE ON hub.vectors TO lyra_worker')
  await seenByText(sql, 'hub.vectors')
}

async function seenByText(sql: Sql, table: string): Promise<void> {
  await sql.run(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`)
  await sql.run(`DROP POLICY IF EXISTS seen ON ${table}`)
  await sql.run(`CREATE POLICY seen ON ${table} USING (${SEEN})`)
}

/** What was derived from texts that are gone. */
export async function dropDerived(sql: Sql): Promise<void> {
  const tables = ['hub.text_terms', ...((await vectorSchema(sql)) === null ? [] : ['hub.vectors'])]
  for (const table of tables)
    for (const [type, of] of [
      ['claim', 'claims'],
      ['fragment', 'fragments'],
    ])
      await sql.run(`DELETE FROM ${table} d WHERE d.target_type = '${type}'
        AND NOT EXISTS (SELECT 1 FROM lyra.${of} o WHERE o.id = d.target_id)`)
}

/** Of the claims that a task had, those that it has no more. */
export async function dropDerivedOf(sql: Sql, claims: readonly { readonly id: string }[]): Promise<void> {
  const tables = ['hub.text_terms', ...((await vectorSchema(sql)) === null ? [] : ['hub.vectors'])]
  for (const table of tables)
    await sql.run(
      `DELETE FROM ${table} d WHERE d.target_type = 'claim' AND d.target_id = ANY ($1)
        AND NOT EXISTS (SELECT 1 FROM lyra.claims o WHERE o.id = d.target_id)`,
      [claims.map(({ id }) => id)],
    )
}
