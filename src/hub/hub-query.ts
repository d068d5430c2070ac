import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import type { HubConnection, Sql, SqlTable } from './connection.ts'

export interface HubRows {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** There are more than these. */
  readonly isCut: boolean
}

const MOST_ROWS = 1000
const TIMEOUT_MS = 30_000

/** One SELECT over the tables and views of the team, as far as row-level security shows them to this user. */
export async function queryHub(hub: HubConnection, statement: string): Promise<HubRows> {
  const found = await asking(hub, TIMEOUT_MS, (sql) =>
    // With a parameter PostgreSQL takes one statement, and inside the brackets that must be a SELECT.
    sql.rows(z.record(z.string(), z.unknown()), inBrackets(statement), [MOST_ROWS + 1, 0]),
  )
  return { rows: found.slice(0, MOST_ROWS), isCut: found.length > MOST_ROWS }
}

/** The same by columns, which are there without rows, too. */
export function queryTable(
  hub: HubConnection,
  statement: string,
  { limit, offset, timeoutMs }: { readonly limit: number; readonly offset: number; readonly timeoutMs: number },
): Promise<SqlTable> {
  return asking(hub, timeoutMs, (sql) => sql.table(inBrackets(statement), [limit, offset]))
}

function inBrackets(statement: string): string {
  const one = statement.trim().replace(/;$/u, '')
  return `SELECT * FROM (\n${one}\n) AS asked LIMIT $1 OFFSET $2`
}

class Done<T> extends Error {
  readonly found: T
  constructor(found: T) {
    super('done')
    this.found = found
  }
}

/** Read-only, with a deadline, and rolled back in the end: a setting that the statement changed is as it was. */
async function asking<T>(hub: HubConnection, timeoutMs: number, work: (sql: Sql) => Promise<T>): Promise<T> {
  try {
    return await hub.transaction(async (sql) => {
      await sql.run('SET TRANSACTION READ ONLY')
      await sql.run(`SET LOCAL statement_timeout = ${Math.ceil(timeoutMs)}`)
      await sql.run('SET LOCAL search_path = lyra, lyra_sql, pg_catalog, pg_temp')
      throw new Done(await work(sql))
    })
  } catch (error) {
    if (error instanceof Done) return error.found as T
    if (error instanceof LyraError || !(error instanceof Error)) throw error
    if ('code' in error && error.code === '57014')
      throw new LyraError('TIMEOUT', `the query took longer than ${timeoutMs} ms and was stopped`)
    throw new LyraError('QUERY_REJECTED', error.message, { hint: 'Views: lyra.v_...; see docs/hub.md', cause: error })
  }
}

const columnRow = z.object({ name: z.string(), columns: z.array(z.string()) })

/** Tables and views of the evidence with their columns. */
export function hubSchema(hub: HubConnection): Promise<readonly z.infer<typeof columnRow>[]> {
  return hub.rows(
    columnRow,
    `SELECT table_name::text AS name, array_agg(column_name::text ORDER BY ordinal_position) AS columns
      FROM information_schema.columns WHERE table_schema = 'lyra' GROUP BY 1 ORDER BY 1`,
  )
}

const viewRow = columnRow.extend({ purpose: z.string().nullable() })

export function hubViews(hub: HubConnection): Promise<readonly z.infer<typeof viewRow>[]> {
  return hub.rows(
    viewRow,
    `SELECT c.relname::text AS name, obj_description(c.oid, 'pg_class') AS purpose,
        (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
          WHERE a.attrelid = c.oid AND a.attnum > 0) AS columns
      FROM pg_class c WHERE c.relnamespace = 'lyra'::regnamespace AND c.relkind = 'v' ORDER BY 1`,
  )
}
