import { resolve } from 'node:path'
import { getFeed } from '../../api/get-feed.ts'
import { type UpdateAnswer, updateTask } from '../../api/update-task.ts'
import type { Command } from '../command.ts'
import { contractArguments } from '../contract-arguments.ts'
import { progressLine } from '../progress.ts'
import { withLyra } from '../session.ts'
import { plural, shorten } from '../text.ts'
import { writeOrExplain } from './report.ts'

/** As `diff` answers, and `lyra replay`. */
const EXIT_CHANGED = 1

const given = contractArguments('update', updateTask, { names: { language: 'lang' } })

export const updateCommand: Command = {
  name: 'update',
  summary: updateTask.title,
  usage: given.usage,
  details: [
    `${updateTask.description}. Exit 0 when nothing changed, 1 when something did.`,
    'Pages are asked for by conditional request where their server knows them; those that say the same cost nothing ' +
      'of the budget. Engines are asked again, whatever is cached. The update brings its own pages and its own time; ' +
      'a task that was stopped is stopped again.',
    'Interrupted, it goes on when it is run again. Every update is kept (table task_updates) and part of the replay. ' +
      'On a schedule: docs/how-to/keep-up-to-date.md.',
  ],
  flags: {
    ...given.flags,
    feed: { type: 'string', value: '<file>', about: 'Write the Atom feed of the task to this file as well' },
  },
  examples: [
    { line: 'lyra update task_0123456789abcdef', about: 'what is otherwise now' },
    { line: 'lyra update task_0123456789abcdef --json', about: 'for a script; exit 1 when something changed' },
    { line: 'lyra update task_0123456789abcdef --feed ~/feeds/tea.xml', about: 'for a feed reader' },
  ],
  run: async (call) => {
    const input = given.read(call)
    const feed = call.flags.text('feed')
    return withLyra(call, async (lyra) => {
      const progress = progressLine(call.world)
      const hooks = { signal: call.world.signal, onProgress: progress.update }
      const answer = await lyra.call(updateTask, input, hooks).finally(progress.end)
      if (feed !== undefined) {
        const { language } = input
        const asked = { task_id: answer.task_id, ...(language === undefined ? {} : { language }) }
        writeOrExplain(resolve(call.world.cwd, feed), (await lyra.call(getFeed, asked)).atom)
      }
      return { document: answer, text: updateText(answer), exit: answer.changed ? EXIT_CHANGED : 0 }
    })
  },
}

export function updateText({ summary, lines, delta, searches }: UpdateAnswer): string {
  const repeated = plural(searches.length, 'search', 'searches')
  const asked = `${repeated} repeated, ${plural(delta.pages_asked, 'page')} asked again`
  return [
    summary,
    `(${asked}, ${delta.pages_unchanged} unchanged)`,
    ...lines.flatMap(({ text, url, details }) => [
      '',
      shorten(text, 400),
      `  ${shorten(url, 200)}`,
      ...details.map((one) => `  ${shorten(one, 700)}`),
    ]),
  ].join('\n')
}
