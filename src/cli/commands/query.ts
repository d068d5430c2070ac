import type { QueryAnswer } from '../../domain/answers.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { withLyra } from '../session.ts'
import { plural, table } from '../text.ts'

export const queryCommand: Command = {
  name: 'query',
  summary: 'Ask the evidence graph with read-only SQL',
  usage: '<sql>',
  details: [
    'Runs in a sandbox process with a row limit and a deadline. The ready-made views are listed in docs/reference/views.md.',
  ],
  flags: {
    limit: { type: 'string', value: '<n>', about: 'Most rows, up to 200 (setting query.limit)' },
    'timeout-ms': { type: 'string', value: '<n>', about: 'Deadline, up to 2000 (setting query.timeout_ms)' },
    schema: { type: 'boolean', about: 'Also list what can be read' },
  },
  examples: [
    { line: 'lyra query "SELECT * FROM v_contradictions"', about: 'claims that sources dispute' },
    {
      line: 'lyra query "SELECT domain, count(*) AS pages FROM pages GROUP BY domain ORDER BY pages DESC" --limit 10',
      about: 'where the evidence comes from',
    },
    { line: 'lyra query "SELECT 1" --schema --json', about: 'tables, views and columns' },
  ],
  run: async (call) => {
    const [sql] = takePositionals(call.positionals, ['sql'], 'query')
    const answer = await withLyra(call, (lyra) =>
      lyra.queryGraph(sql, {
        limit: call.flags.integer('limit'),
        timeout_ms: call.flags.integer('timeout-ms'),
        include_schema: call.flags.on('schema') || undefined,
      }),
    )
    return { document: answer, text: queryText(answer) }
  },
}

export function queryText(answer: QueryAnswer): string {
  const rows = answer.rows.map((row) => answer.columns.map((column) => cellText(row[column])))
  const lines = [
    table(rows, { columns: answer.columns, widest: 60 }),
    '',
    `${plural(answer.row_count, 'row')}${answer.truncated ? ' (cut; raise --limit or narrow the query)' : ''}, ${Math.round(answer.elapsed_ms)} ms`,
  ]
  for (const one of answer.schema?.tables ?? []) lines.push(`${one.name}(${one.columns.join(', ')})`)
  return lines.join('\n')
}

function cellText(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'number' && !Number.isInteger(value) ? String(Number(value.toFixed(4))) : String(value)
}
