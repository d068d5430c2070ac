import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LyraError } from '../domain/errors.ts'
import { purposeOf, readViewFiles } from '../store/view-files.ts'
import type { Sql } from './connection.ts'

const DIALECT = fileURLToPath(new URL('./dialect.sql', import.meta.url))

/** The views of the folder over the tables of the hub; each user sees through them what the tables show them. */
export async function installHubViews(sql: Sql, folder: string): Promise<number> {
  const { views, problems } = readViewFiles([folder])
  const [wrong] = problems
  if (wrong !== undefined) throw new LyraError('INVALID_CONFIG', `${wrong.path}: ${wrong.message}`)
  await sql.run(readFileSync(DIALECT, 'utf8'))
  await sql.run('SET LOCAL search_path = lyra, lyra_sql, pg_catalog, pg_temp')
  for (const { name, create } of views) {
    await sql.run(`DROP VIEW IF EXISTS lyra.${name}`)
    await sql.run(toPostgres(name, create))
    const purpose = (purposeOf(create) ?? '').replaceAll("'", "''")
    await sql.run(`COMMENT ON VIEW lyra.${name} IS '${purpose}'`)
    await sql.run(`GRANT SELECT ON lyra.${name} TO lyra_reader, lyra_worker`)
  }
  return views.length
}

/**
 * A view in PostgreSQL's words. What SQLite alone has as a function is made by dialect.sql; what is left is the join
 * whose order SQLite is told to keep, the reading of a number at the beginning of a text, and GLOB.
 */
export function toPostgres(name: string, create: string): string {
  return create
    .replace(`CREATE VIEW ${name} AS`, `CREATE VIEW lyra.${name} WITH (security_invoker = true) AS`)
    .replaceAll(/\bCROSS JOIN ([a-z_]+ [a-z_]+|[a-z_]+) ON\b/gu, 'JOIN $1 ON')
    .replaceAll(/\bCAST\((substr\([^()]*\)) AS INTEGER\)/gu, 'leading_integer($1)')
    .replaceAll(/ GLOB '([^']*)'/gu, (_, glob: string) => ` ~ '${globPattern(glob)}'`)
}

/** What a pattern of SQLite's GLOB is as a regular expression: sets are written alike in both. */
export function globPattern(glob: string): string {
  const pieces = glob.match(/\[[^[\]]{1,100}\]|./gu) ?? []
  const pattern = pieces.map((piece) => {
    if (piece.startsWith('[') && piece.length > 1) return piece
    if (piece === '*') return '.*'
    return piece === '?' ? '.' : piece.replace(/[.^$+(){}|\\[\]]/u, '\\$&')
  })
  // A dot is any character in PostgreSQL, line ends included, as * and ? are.
  return `^${pattern.join('')}$`
}
