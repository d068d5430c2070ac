import { type QueryAnswer, queryGraph } from '../../api/query-graph.ts'
import type { Command } from '../command.ts'
import { contractArguments } from '../contract-arguments.ts'
import { callLyra } from '../session.ts'
import { plural, table } from '../text.ts'

const input = contractArguments('query', queryGraph, { names: { 'options.include_schema': 'schema' } })

export const queryCommand: Command = {
  name: 'query',
  summary: queryGraph.title,
  usage: input.usage,
  details: [
    'Runs in a sandbox process with a row limit and a deadline (settings query.limit, query.timeout_ms). The ' +
      'ready-made views are listed in docs/reference/views.md.',
  ],
  flags: input.flags,
  examples: [
    { line: 'lyra query "SELECT * FROM v_contradictions"', about: 'claims that sources dispute' },
    {
      line: 'lyra query "SELECT domain, count(*) AS pages FROM pages GROUP BY domain ORDER BY pages DESC" --limit 10',
      about: 'where the evidence comes from',
    },
    { line: 'lyra query "SELECT 1" --schema --json', about: 'tables, views and columns' },
  ],
  run: async (call) => {
    const answer = await callLyra(call, queryGraph, input.read(call))
    return { document: answer, text: queryText(answer, call.world.width) }
  },
}

export function queryText(answer: QueryAnswer, fit: number): string {
  const rows = answer.rows.map((row) => answer.columns.map((column) => cellText(row[column])))
  const cut = answer.next_offset === undefined ? '' : ` (more: --offset ${answer.next_offset})`
  const lines = [
    table(rows, { columns: answer.columns, widest: 60, fit }),
    '',
    `${plural(answer.row_count, 'row')}${cut}, ${Math.round(answer.elapsed_ms)} ms`,
  ]
  for (const one of answer.schema?.tables ?? []) lines.push(`${one.name}(${one.columns.join(', ')})`)
  return lines.join('\n')
}

function cellText(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'number' && !Number.isInteger(value) ? String(Number(value.toFixed(4))) : String(value)
}
