import type { FindAnswer } from '../../app/lyra.ts'
import { LyraError } from '../../domain/errors.ts'
import type { Call, Command } from '../command.ts'
import { withLyra } from '../session.ts'
import { plural, table } from '../text.ts'

export const findCommand: Command = {
  name: 'find',
  summary: 'Find claims or fragments by their words',
  usage: '<words>...',
  details: [
    'Full text with BM25, in every form of a word: Japanese by lemma, English by stem, numbers and identifiers such as DPP-4 or a DOI whole. By meaning: `lyra vector`.',
  ],
  flags: {
    target: { type: 'string', value: 'claims|fragments', about: 'What to look through (default claims)' },
    task: { type: 'string', value: '<task_id>', about: 'Only this task' },
    'top-k': { type: 'string', value: '<n>', about: 'Most results (default 10, at most 50)' },
  },
  examples: [
    { line: 'lyra find blood pressure', about: 'claims of all tasks, best first' },
    { line: 'lyra find 抗凝固薬 投与 --target fragments --top-k 5', about: 'passages, in Japanese' },
    { line: 'lyra find 10.1001/jama.2020.1585 --target fragments', about: 'where an identifier is named' },
  ],
  run: async (call) => {
    if (call.positionals.length === 0)
      throw new LyraError('INVALID_PARAMS', 'find needs at least one word', { hint: 'lyra find <words>...' })
    const answer = await withLyra(call, (lyra) =>
      lyra.find({
        words: call.positionals.join(' '),
        target: targetOf(call),
        task_id: call.flags.text('task'),
        top_k: call.flags.integer('top-k'),
      }),
    )
    return { document: answer, text: findText(answer) }
  },
}

export function findText(answer: FindAnswer): string {
  const rows = answer.results.map((hit) => [String(hit.score), hit.id, hit.text_preview])
  const found = rows.length === 0 ? 'No text holds these words.' : table(rows, { columns: ['score', 'id', 'text'] })
  const left =
    answer.not_indexed === 0
      ? ''
      : `; ${plural(answer.not_indexed, 'text')} not indexed yet: run it again, or let \`lyra serve\` or \`lyra mcp\` do it`
  return `${found}\n\n${answer.total_searched} searched${left}`
}

function targetOf(call: Call): 'claims' | 'fragments' | undefined {
  const target = call.flags.text('target')
  if (target === undefined || target === 'claims' || target === 'fragments') return target
  throw new LyraError('INVALID_PARAMS', `--target is claims or fragments, not "${target}"`)
}
