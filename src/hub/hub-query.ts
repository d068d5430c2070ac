import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import type { HubConnection } from './connection.ts'

export interface HubRows {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** There are more than these. */
  readonly isCut: boolean
}

const MOST_ROWS = 1000
const TIMEOUT_MS = 30_000

/** One SELECT over the tables and views of the team, as far as row-level security shows them to this user. */
export async function queryHub(hub: HubConnection, statement: string): Promise<HubRows> {
  const one = statement.trim().replace(/;$/u, '')
  try {
    return await hub.transaction(async (sql) => {
      await sql.run('SET TRANSACTION READ ONLY')
      await sql.run(`SET LOCAL statement_timeout = ${TIMEOUT_MS}`)
      await sql.run('SET LOCAL search_path = lyra, pg_catalog, pg_temp')
      // With a parameter PostgreSQL takes one statement, and inside the brackets that must be a SELECT.
      const found = await sql.rows(z.record(z.string(), z.unknown()), `SELECT * FROM (\n${one}\n) AS asked LIMIT $1`, [
        MOST_ROWS + 1,
      ])
      return { rows: found.slice(0, MOST_ROWS), isCut: found.length > MOST_ROWS }
    })
  } catch (error) {
    if (error instanceof LyraError || !(error instanceof Error)) throw error
    throw new LyraError('QUERY_REJECTED', error.message, { hint: 'Views: lyra.v_...; see docs/hub.md', cause: error })
  }
}
