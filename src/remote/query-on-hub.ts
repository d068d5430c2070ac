import type { InputOf } from '../api/define-use-case.ts'
import type { QueryAnswer, queryGraph } from '../api/query-graph.ts'
import { distinctNames } from '../domain/distinct-names.ts'
import { roundTo } from '../domain/round-to.ts'
import { shortenText } from '../domain/shorten-text.ts'
import { hubSchema, queryTable } from '../hub/hub-query.ts'
import { requirePlainQuestion } from '../hub/query-guard.ts'
import type { RemoteParts } from './parts.ts'

/** A text longer than this is shortened, unless whole cells were asked for; as in a home. */
const CELL_CHARACTERS = 500

/** SQL of an assistant under the user's own role: read-only, with a deadline and a limit of rows and bytes. */
export async function queryOnHub(
  { hub, settings, clock }: RemoteParts,
  { sql, options }: InputOf<typeof queryGraph>,
): Promise<QueryAnswer> {
  requirePlainQuestion(sql)
  const started = clock.now()
  const [limit, offset] = [options.limit ?? settings.query.limit, options.offset ?? 0]
  const timeoutMs = options.timeout_ms ?? settings.query.timeout_ms
  const found = await queryTable(hub, sql, { limit: limit + 1, offset, timeoutMs })
  const columns = distinctNames(found.columns)
  const rows: Record<string, string | number | null>[] = []
  let bytes = 0
  for (const cells of found.rows.slice(0, limit)) {
    const row = Object.fromEntries(columns.map((name, at) => [name, shown(cells[at], options.whole === true)]))
    bytes += Buffer.byteLength(JSON.stringify(row))
    if (rows.length > 0 && bytes > settings.query.max_answer_bytes) break
    rows.push(row)
  }
  const truncated = rows.length < found.rows.length
  return {
    ...{ ok: true, rows, row_count: rows.length, columns, truncated },
    ...(truncated ? { next_offset: offset + rows.length } : {}),
    elapsed_ms: Math.round(clock.now() - started),
    ...(options.include_schema ? { schema: { tables: [...(await hubSchema(hub))] } } : {}),
  }
}

/** The cells of PostgreSQL in the few types that SQLite has. */
function shown(value: unknown, whole: boolean): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number') return Number.isFinite(value) ? (whole ? value : rounded(value)) : String(value)
  if (value instanceof Uint8Array) return `<blob ${value.byteLength} bytes>`
  const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value)
  return whole ? text : shortenText(text, CELL_CHARACTERS)
}

function rounded(value: number): number {
  if (Number.isInteger(value)) return value
  return Math.abs(value) < 0.001 ? Number(value.toPrecision(3)) : roundTo(value, 4)
}
