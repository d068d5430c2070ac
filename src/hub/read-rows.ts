import { z } from 'zod'
import type { Sql } from './connection.ts'

export type HubRow = Readonly<Record<string, unknown>>

const BATCH = 5000
const anyRow = z.record(z.string(), z.unknown())

/** The rows of a statement, a batch at a time, so that no view has to fit into memory. Inside a transaction. */
export async function* readRows(sql: Sql, statement: string): AsyncGenerator<HubRow> {
  await sql.run(`DECLARE reading NO SCROLL CURSOR FOR ${statement}`)
  for (;;) {
    const batch = await sql.rows(anyRow, `FETCH FORWARD ${BATCH} FROM reading`)
    yield* batch
    if (batch.length < BATCH) break
  }
  await sql.run('CLOSE reading')
}

const nameRow = z.object({ name: z.string() })

/** The views of the hub, by their names. */
export async function hubViewNames(sql: Sql): Promise<readonly string[]> {
  const views = `SELECT viewname AS name FROM pg_views WHERE schemaname = 'lyra' ORDER BY viewname`
  return (await sql.rows(nameRow, views)).map(({ name }) => name)
}
