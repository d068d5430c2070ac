import { type VectorAnswer, vectorSearch } from '../../api/vector-search.ts'
import type { Command } from '../command.ts'
import { contractArguments } from '../contract-arguments.ts'
import { callLyra } from '../session.ts'
import { plural, shownPreview, table } from '../text.ts'

const input = contractArguments('vector', vectorSearch, { names: { task_id: 'task' } })

export const vectorCommand: Command = {
  name: 'vector',
  summary: vectorSearch.title,
  usage: input.usage,
  details: ['Compares the embedding of the text with those in the database, in English and Japanese alike.'],
  flags: input.flags,
  examples: [
    { line: 'lyra vector "effect of walking on blood pressure"', about: 'nearest claims of all tasks' },
    { line: 'lyra vector "血圧を下げる運動" --target fragments --top-k 5', about: 'nearest passages, in Japanese' },
  ],
  run: async (call) => {
    const answer = await callLyra(call, vectorSearch, input.read(call))
    return { document: answer, text: vectorText(answer, call.world.width) }
  },
}

export function vectorText(answer: VectorAnswer, fit: number): string {
  const rows = answer.results.map((hit) => [hit.similarity.toFixed(3), hit.id, shownPreview(hit)])
  const found = rows.length === 0 ? 'Nothing is that near.' : table(rows, { columns: ['sim', 'id', 'text'], fit })
  const left =
    answer.not_embedded === undefined
      ? ''
      : `; ${plural(answer.not_embedded, 'text')} without a vector of this model yet: ` +
        'run it again, or let `lyra serve` or `lyra mcp` do it'
  return `${found}\n\n${answer.total_searched} searched${left}`
}
