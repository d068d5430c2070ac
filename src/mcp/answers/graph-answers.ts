import type { QueryAnswer } from '../../api/query-graph.ts'
import type { VectorAnswer } from '../../api/vector-search.ts'
import { counted, listed, quote } from './quote.ts'

/** A row a line, as JSON: columns once, cells that hold line breaks or quotes stay apart. */
export function queryText(answer: QueryAnswer): string {
  const { columns, rows, next_offset: next } = answer
  return [
    counted(answer.row_count, 'row') + (next === undefined ? '' : `; more with options.offset ${next}`),
    ...(rows.length === 0 ? [] : [JSON.stringify(columns)]),
    ...rows.map((row) => JSON.stringify(columns.map((column) => row[column] ?? null))),
    ...(answer.schema?.tables ?? []).map((table) => `${table.name}(${table.columns.join(', ')})`),
  ].join('\n')
}

export function vectorText(answer: VectorAnswer): string {
  const { results, not_embedded: missing = 0 } = answer
  return [
    `${results.length} of ${answer.total_searched} searched` +
      (missing === 0 ? '' : `; ${missing} have no vector yet and were not searched`),
    ...results.map(({ id, similarity, text_preview, verification_status, source_trust_level, struck_out, ...rest }) => {
      const standing = listed([
        String(similarity),
        verification_status ?? false,
        source_trust_level ?? false,
        struck_out === true && 'struck out by its page',
        ...Object.values(rest).map(String),
      ])
      return `- ${id} ${standing}: ${quote(text_preview)}`
    }),
  ].join('\n')
}
