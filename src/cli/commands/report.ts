import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { LyraError } from '../../domain/errors.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { withLyra } from '../session.ts'
import { printable } from '../text.ts'

export const reportCommand: Command = {
  name: 'report',
  summary: 'Write the evidence report of a task as Markdown',
  usage: '<task_id>',
  details: [
    'Claims with their evidence for and against, each citation naming its fragment and its place in the archive.',
  ],
  flags: { out: { type: 'string', value: '<file>', about: 'Write to this file instead of stdout' } },
  examples: [
    { line: 'lyra report task_0123456789abcdef --out report.md', about: 'to a file' },
    { line: 'lyra report task_0123456789abcdef | less', about: 'to the pager' },
  ],
  run: async (call) => {
    const [taskId] = takePositionals(call.positionals, ['task_id'], 'report')
    const markdown = await withLyra(call, (lyra) => lyra.report(taskId))
    const out = call.flags.text('out')
    if (out === undefined) return { document: { ok: true, task_id: taskId, markdown }, text: printable(markdown) }
    const file = resolve(call.world.cwd, out)
    writeOrExplain(file, markdown)
    return { document: { ok: true, task_id: taskId, file }, text: `Report written to ${file}` }
  },
}

export function writeOrExplain(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new LyraError('INVALID_PARAMS', `The file ${file} cannot be written`, {
      hint: 'Choose a folder that exists and is yours',
      cause: error,
    })
  }
}
