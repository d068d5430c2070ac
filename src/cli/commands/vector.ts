import type { VectorAnswer } from '../../domain/answers.ts'
import { LyraError } from '../../domain/errors.ts'
import { takePositionals } from '../arguments.ts'
import type { Call, Command } from '../command.ts'
import { withLyra } from '../session.ts'
import { plural, table } from '../text.ts'

export const vectorCommand: Command = {
  name: 'vector',
  summary: 'Find claims or fragments by meaning',
  usage: '<text>',
  details: ['Compares the embedding of the text with those in the database, in English and Japanese alike.'],
  flags: {
    target: { type: 'string', value: 'claims|fragments', about: 'What to look through (default claims)' },
    task: { type: 'string', value: '<task_id>', about: 'Only this task' },
    'top-k': { type: 'string', value: '<n>', about: 'Most results' },
    'min-similarity': { type: 'string', value: '<0..1>', about: 'Least similarity of a result' },
  },
  examples: [
    { line: 'lyra vector "effect of walking on blood pressure"', about: 'nearest claims of all tasks' },
    { line: 'lyra vector "血圧を下げる運動" --target fragments --top-k 5', about: 'nearest passages, in Japanese' },
  ],
  run: async (call) => {
    const [query] = takePositionals(call.positionals, ['text'], 'vector')
    const target = targetOf(call)
    if (query.trim() === '' || query.length > LONGEST_QUERY)
      throw new LyraError('INVALID_PARAMS', `The text must have 1 to ${LONGEST_QUERY} characters`)
    const answer = await withLyra(call, (lyra) =>
      lyra.vectorSearch({
        query,
        target,
        task_id: call.flags.text('task'),
        top_k: call.flags.integer('top-k'),
        min_similarity: call.flags.number('min-similarity'),
      }),
    )
    return { document: answer, text: vectorText(answer) }
  },
}

/** As the tool's own input schema has it. */
const LONGEST_QUERY = 4000

export function vectorText(answer: VectorAnswer): string {
  const rows = answer.results.map((hit) => [hit.similarity.toFixed(3), hit.id, hit.text_preview])
  const found = rows.length === 0 ? 'Nothing is that near.' : table(rows, { columns: ['sim', 'id', 'text'] })
  const left =
    answer.not_embedded === undefined
      ? ''
      : `; ${plural(answer.not_embedded, 'text')} without a vector of this model yet: run it again, or let \`lyra serve\` or \`lyra mcp\` do it`
  return `${found}\n\n${answer.total_searched} searched${left}`
}

function targetOf(call: Call): 'claims' | 'fragments' | undefined {
  const target = call.flags.text('target')
  if (target === undefined || target === 'claims' || target === 'fragments') return target
  throw new LyraError('INVALID_PARAMS', `--target is claims or fragments, not "${target}"`)
}
