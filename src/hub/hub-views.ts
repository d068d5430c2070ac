import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LyraError } from '../domain/errors.ts'
import { purposeOf, readViewFiles } from '../store/view-files.ts'
import type { Sql } from './connection.ts'

const DIALECT = fileURLToPath(new URL('./dialect.sql', import.meta.url))

/** Views that the hub does not have, and why. */
export const NOT_ON_THE_HUB: Readonly<Record<string, string>> = {
  v_review: 'review_items is made by a home when a person asks what to review, and is in no bundle',
  v_timeline: 'it matches dates by GLOB, which PostgreSQL does not have',
  v_pivots: 'it reads options by json_extract, which PostgreSQL does not have',
  v_language_gaps: 'it tells languages apart by GLOB, which PostgreSQL does not have',
}

/** The views of the folder over the tables of the hub; each user sees through them what the tables show them. */
export async function installHubViews(sql: Sql, folder: string): Promise<number> {
  const { views, problems } = readViewFiles([folder])
  const [wrong] = problems
  if (wrong !== undefined) throw new LyraError('INVALID_CONFIG', `${wrong.path}: ${wrong.message}`)
  await sql.run(readFileSync(DIALECT, 'utf8'))
  await sql.run('SET LOCAL search_path = lyra, lyra_sql, pg_catalog, pg_temp')
  const wanted = views.filter(({ name }) => !(name in NOT_ON_THE_HUB))
  for (const { name, create } of wanted) {
    await sql.run(`DROP VIEW IF EXISTS lyra.${name}`)
    await sql.run(toPostgres(name, create))
    const purpose = (purposeOf(create) ?? '').replaceAll("'", "''")
    await sql.run(`COMMENT ON VIEW lyra.${name} IS '${purpose}'`)
    await sql.run(`GRANT SELECT ON lyra.${name} TO lyra_reader, lyra_worker`)
  }
  return wanted.length
}

/**
 * A view in PostgreSQL's words. What SQLite alone has as a function is made by dialect.sql; what is left is the join
 * whose order SQLite is told to keep, and the reading of a number at the beginning of a text.
 */
export function toPostgres(name: string, create: string): string {
  return create
    .replace(`CREATE VIEW ${name} AS`, `CREATE VIEW lyra.${name} WITH (security_invoker = true) AS`)
    .replaceAll(/\bCROSS JOIN ([a-z_]+ [a-z_]+|[a-z_]+) ON\b/gu, 'JOIN $1 ON')
    .replaceAll(/\bCAST\((substr\([^()]*\)) AS INTEGER\)/gu, 'leading_integer($1)')
}
