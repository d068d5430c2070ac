import { type QueryAnswer, queryGraph } from '../api/query-graph.ts'
import type { Lyra } from '../app/lyra.ts'
import { LyraError } from '../domain/errors.ts'
import { LONGEST_QUERY_MS } from '../domain/query-limits.ts'

/** Below the row limit of the sandbox, and small enough that long texts stay under its answer limit. */
const PAGE = 100

export type Row = QueryAnswer['rows'][number]

/** All rows of an ordered query, page by page through the same sandbox an assistant uses. */
export async function readAll(lyra: Lyra, sql: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let offset = 0; ; offset += PAGE) {
    const answer = await lyra.call(queryGraph, {
      sql: `${sql} LIMIT ${PAGE} OFFSET ${offset}`,
      options: { limit: PAGE, timeout_ms: LONGEST_QUERY_MS },
    })
    rows.push(...answer.rows)
    if (answer.row_count < PAGE) return rows
  }
}

/** query_graph has no bound parameters, so an id is only ever pasted after it proved to be one. */
export function sqlId(id: string): string {
  if (!/^[a-z]+_[0-9a-z]{1,64}$/.test(id)) throw new LyraError('INVALID_PARAMS', `"${id}" is not an id`)
  return `'${id}'`
}
