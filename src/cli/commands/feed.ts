import { resolve } from 'node:path'
import { getFeed } from '../../api/get-feed.ts'
import type { Command } from '../command.ts'
import { contractArguments } from '../contract-arguments.ts'
import { callLyra } from '../session.ts'
import { plural } from '../text.ts'
import { writeOrExplain } from './report.ts'

const given = contractArguments('feed', getFeed, { names: { language: 'lang' } })

export const feedCommand: Command = {
  name: 'feed',
  summary: getFeed.title,
  usage: given.usage,
  details: [`${getFeed.description}. Asks nobody: \`lyra update\` does.`],
  flags: {
    ...given.flags,
    out: { type: 'string', value: '<file>', about: 'Write to this file instead of stdout' },
  },
  examples: [{ line: 'lyra feed task_0123456789abcdef --out ~/feeds/tea.xml', about: 'for a feed reader' }],
  run: async (call) => {
    const answer = await callLyra(call, getFeed, given.read(call))
    const out = call.flags.text('out')
    if (out === undefined) return { document: answer, text: answer.atom.trimEnd() }
    const file = resolve(call.world.cwd, out)
    writeOrExplain(file, answer.atom)
    const document = { ok: true, task_id: answer.task_id, entries: answer.entries, file }
    return { document, text: `${plural(answer.entries, 'entry', 'entries')} written to ${file}` }
  },
}
