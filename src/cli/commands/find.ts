import { type FindAnswer, findTexts } from '../../api/find-texts.ts'
import type { Command } from '../command.ts'
import { contractArguments } from '../contract-arguments.ts'
import { callLyra } from '../session.ts'
import { plural, shownPreview, table } from '../text.ts'

const input = contractArguments('find', findTexts, { names: { task_id: 'task' }, lastTakesRest: true })

export const findCommand: Command = {
  name: 'find',
  summary: findTexts.title,
  usage: input.usage,
  details: [
    `${findTexts.description}: Japanese by lemma, English by stem, numbers and identifiers such as DPP-4 or a DOI ` +
      'whole. By meaning: `lyra vector`.',
  ],
  flags: input.flags,
  examples: [
    { line: 'lyra find blood pressure', about: 'claims of all tasks, best first' },
    { line: 'lyra find 抗凝固薬 投与 --target fragments --top-k 5', about: 'passages, in Japanese' },
    { line: 'lyra find 10.1001/jama.2020.1585 --target fragments', about: 'where an identifier is named' },
  ],
  run: async (call) => {
    const answer = await callLyra(call, findTexts, input.read(call))
    return { document: answer, text: findText(answer, call.world.width) }
  },
}

function findText(answer: FindAnswer, fit: number): string {
  const rows = answer.results.map((hit) => [String(hit.score), hit.id, shownPreview(hit)])
  const found =
    rows.length === 0 ? 'No text holds these words.' : table(rows, { columns: ['score', 'id', 'text'], fit })
  const left =
    answer.not_indexed === 0
      ? ''
      : `; ${plural(answer.not_indexed, 'text')} not indexed yet: run it again, ` +
        'or let `lyra serve` or `lyra mcp` do it'
  return `${found}\n\n${answer.total_searched} searched${left}`
}
