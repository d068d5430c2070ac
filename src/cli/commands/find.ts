import { type FindAnswer, findTexts } from '../../api/find-texts.ts'
import { LyraError } from '../../domain/errors.ts'
import type { Command } from '../command.ts'
import { contractFlags } from '../contract-flags.ts'
import { callLyra } from '../session.ts'
import { plural, table } from '../text.ts'

const flags = contractFlags(findTexts, { names: { task_id: 'task' } })

export const findCommand: Command = {
  name: 'find',
  summary: 'Find claims or fragments by their words',
  usage: '<words>...',
  details: [
    'Full text with BM25, in every form of a word: Japanese by lemma, English by stem, numbers and identifiers such ' +
      'as DPP-4 or a DOI whole. By meaning: `lyra vector`.',
  ],
  flags: flags.table,
  examples: [
    { line: 'lyra find blood pressure', about: 'claims of all tasks, best first' },
    { line: 'lyra find 抗凝固薬 投与 --target fragments --top-k 5', about: 'passages, in Japanese' },
    { line: 'lyra find 10.1001/jama.2020.1585 --target fragments', about: 'where an identifier is named' },
  ],
  run: async (call) => {
    if (call.positionals.length === 0)
      throw new LyraError('INVALID_PARAMS', 'find needs at least one word', { hint: 'lyra find <words>...' })
    const words = call.positionals.join(' ')
    const answer = await callLyra(call, findTexts, { words, ...flags.read(call.flags) })
    return { document: answer, text: findText(answer) }
  },
}

function findText(answer: FindAnswer): string {
  const rows = answer.results.map((hit) => [String(hit.score), hit.id, hit.text_preview])
  const found = rows.length === 0 ? 'No text holds these words.' : table(rows, { columns: ['score', 'id', 'text'] })
  const left =
    answer.not_indexed === 0
      ? ''
      : `; ${plural(answer.not_indexed, 'text')} not indexed yet: run it again, ` +
        'or let `lyra serve` or `lyra mcp` do it'
  return `${found}\n\n${answer.total_searched} searched${left}`
}
