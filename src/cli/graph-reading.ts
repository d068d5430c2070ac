import { type QueryAnswer, queryGraph } from '../api/query-graph.ts'
import type { Lyra } from '../app/lyra.ts'
import { LyraError } from '../domain/errors.ts'
import { LONGEST_QUERY_MS, MOST_ROWS } from '../domain/query-limits.ts'

export type Row = QueryAnswer['rows'][number]

/** All rows of an ordered query, page by page through the same sandbox an assistant uses. */
export async function readAll(lyra: Lyra, sql: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const answer: QueryAnswer = await lyra.call(queryGraph, {
      sql,
      options: { offset, limit: MOST_ROWS, timeout_ms: LONGEST_QUERY_MS, whole: true },
    })
    rows.push(...answer.rows)
    offset = answer.next_offset
  }
  return rows
}

/** query_graph has no bound parameters, so ids are validated before they are put into SQL. */
export function sqlId(id: string): string {
  if (!/^[a-z]+_[0-9a-z]{1,64}$/.test(id)) throw new LyraError('INVALID_PARAMS', `"${id}" is not an id`)
  return `'${id}'`
}
