import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkCitations } from '../../api/check-citations.ts'
import { getReport } from '../../api/get-report.ts'
import { LyraError } from '../../domain/errors.ts'
import type { Call, Command, Result } from '../command.ts'
import { contractArguments } from '../contract-arguments.ts'
import { readOrExplain } from '../read-file.ts'
import { callLyra } from '../session.ts'
import { printable } from '../text.ts'

const input = contractArguments('report', getReport)

export const reportCommand: Command = {
  name: 'report',
  summary: getReport.title,
  usage: input.usage,
  details: [`${getReport.description}.`],
  flags: {
    out: { type: 'string', value: '<file>', about: 'Write to this file instead of stdout' },
    check: {
      type: 'string',
      value: '<file>',
      about: 'Check the citations of this report, as written or edited, instead',
    },
  },
  examples: [
    { line: 'lyra report task_0123456789abcdef --out report.md', about: 'to a file' },
    { line: 'lyra report task_0123456789abcdef | less', about: 'to the pager' },
    { line: 'lyra report task_0123456789abcdef --check report.md', about: 'does every citation still hold?' },
  ],
  run: async (call) => {
    const task = input.read(call)
    const checked = call.flags.text('check')
    if (checked !== undefined) return check(call, resolve(call.world.cwd, checked))
    const answer = await callLyra(call, getReport, task)
    const out = call.flags.text('out')
    if (out === undefined) return { document: answer, text: printable(answer.markdown) }
    const file = resolve(call.world.cwd, out)
    writeOrExplain(file, printable(answer.markdown))
    return { document: { ok: true, task_id: task.task_id, file }, text: `Report written to ${file}` }
  },
}

/** Exit 1 when a citation does not resolve. */
async function check(call: Call, file: string): Promise<Result> {
  const text = readOrExplain(file)
  const { citations } = await callLyra(call, checkCitations, { report: text })
  const broken = citations.filter((citation) => citation.problem !== null)
  if (citations.length === 0) throw new LyraError('INVALID_PARAMS', `${file} cites nothing: is it a report of Lyra?`)
  const lines = broken.map((citation) => `[${citation.number}] ${citation.fragmentId} ${citation.problem}`)
  return {
    document: { ok: broken.length === 0, citations: citations.length, broken },
    text: [...lines, `${citations.length} citations checked, ${broken.length} broken`].join('\n'),
    exit: broken.length === 0 ? 0 : 1,
  }
}

/** What was researched is the user's alone; a file that was there keeps its permissions. */
export function writeOrExplain(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600 })
  } catch (error) {
    throw new LyraError('INVALID_PARAMS', `The file ${file} cannot be written`, {
      hint: 'Choose a folder that exists and is yours',
      cause: error,
    })
  }
}
