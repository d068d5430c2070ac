import { type CitationEntry, type CitationsAnswer, listCitations } from '../../api/list-citations.ts'
import type { Command } from '../command.ts'
import { contractArguments } from '../contract-arguments.ts'
import { progressLine } from '../progress.ts'
import { searchToEnd } from '../search-to-end.ts'
import { withLyra } from '../session.ts'
import { shorten, table } from '../text.ts'
import { searchText } from './search.ts'

const given = contractArguments('citations', listCitations)

export const citationsCommand: Command = {
  name: 'citations',
  summary: 'List the papers that cite or are cited by those of a task, and choose which to read',
  usage: given.usage,
  details: [
    'A search follows the best citations of its papers by itself. This shows all that were listed, best first, with ' +
      'the reason why each was read or left. `lyra search ... --follow none` lists them and reads none; ' +
      '`--direction`, `--depth`, `--from-year`, `--to-year` and `--exclude` steer what it reads by itself.',
    '`--include` reads the named ones; `--best` reads so many of those that the other flags leave, best first.',
  ],
  flags: {
    ...given.flags,
    include: { type: 'string', value: '<id,id>', multiple: true, about: 'Read these candidates now' },
    exclude: { type: 'string', value: '<id,id>', multiple: true, about: 'With --best: not these' },
    best: { type: 'string', value: '<1..50>', about: 'Read the best of those left' },
  },
  examples: [
    { line: 'lyra citations task_0123456789abcdef --state left', about: 'what was not read, and why' },
    { line: 'lyra citations task_0123456789abcdef --include cit_0123456789abcdef', about: 'read one of them' },
    {
      line: 'lyra citations task_0123456789abcdef --best 5 --direction citation --from-year 2020',
      about: 'newer work',
    },
  ],
  run: async (call) => {
    const input = given.read(call)
    const ids = (flag: string) => call.flags.list(flag).flatMap((text) => text.split(','))
    return withLyra(call, async (lyra) => {
      const best = Math.min(50, call.flags.integer('best') ?? 0)
      const left =
        best <= 0 ? [] : (await lyra.call(listCitations, { ...input, state: 'left', from: 0, limit: 100 })).items
      const without = new Set(ids('exclude'))
      const chosen = left.filter(({ id }) => !without.has(id)).slice(0, best)
      const targets = [...new Set([...ids('include'), ...chosen.map(({ id }) => id)])]
      if (targets.length === 0) {
        const answer = await lyra.call(listCitations, input)
        return { document: answer, text: listText(answer, call.world.width) }
      }
      const progress = progressLine(call.world)
      const hooks = { signal: call.world.signal, onProgress: progress.update }
      const answer = await searchToEnd(lyra, { task_id: input.task_id, targets }, hooks).finally(progress.end)
      return { document: answer, text: searchText(answer, call.world.width) }
    })
  },
}

function listText({ total, counts, items, next }: CitationsAnswer, fit: number): string {
  if (total === 0) return 'No citation candidates: no paper of this task has been followed.'
  const rows = items.map((one: CitationEntry) => [
    one.id,
    one.state,
    one.score === null ? '-' : one.score.toFixed(2),
    one.direction,
    String(one.year ?? '-'),
    shorten(one.title, 80),
    one.reason,
  ])
  const columns = ['id', 'state', 'score', 'direction', 'year', 'title', 'reason']
  return [
    `${total} candidates: ${counts.kept} kept, ${counts.left} left, ${counts.excluded} excluded`,
    table(rows, { columns, widest: 80, fit }),
    ...(next === null ? [] : [`${total - items.length} more: --from ${items.length}`]),
  ].join('\n')
}
