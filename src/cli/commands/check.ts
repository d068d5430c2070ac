import { resolve } from 'node:path'
import { type CheckedStatement, type CheckedText, type CheckVerdict, checkText } from '../../api/check-text.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { contractFlags } from '../contract-flags.ts'
import { readOrExplain } from '../read-file.ts'
import { callLyra } from '../session.ts'
import { plural, printable, shorten } from '../text.ts'

const flags = contractFlags(checkText, { names: { task_id: 'task' } })

/** What the command ends with; the highest of its statements. */
export const CHECK_EXITS: Readonly<Record<CheckVerdict, number>> = {
  supported: 0,
  partly: 1,
  'not in the evidence': 1,
  'number differs': 24,
  'quote differs': 24,
  contradicted: 24,
  'source unknown': 25,
  'source retracted': 25,
}

export const checkCommand: Command = {
  name: 'check',
  summary: checkText.title,
  usage: '<draft>',
  details: [
    `${checkText.description}.`,
    'Ends with 0 where every statement is supported; 1 where one is borne out in part or not in the evidence; 24 ' +
      'where a number or a quotation differs or the evidence says the contrary; 25 where a source is unknown or ' +
      'retracted; 26 where --strict refuses the draft. The highest counts.',
  ],
  flags: flags.table,
  examples: [
    { line: 'lyra check draft.md', about: 'against the evidence of the newest task' },
    { line: 'lyra check draft.md --task task_0123456789abcdef --json', about: 'for a script' },
    { line: 'lyra check draft.md --strict', about: 'refuse it if it cites what was never gathered' },
  ],
  run: async (call) => {
    const [file] = takePositionals(call.positionals, ['draft'], 'check')
    const text = readOrExplain(resolve(call.world.cwd, file))
    const answer = await callLyra(call, checkText, { ...flags.read(call.flags), text })
    const exit = Math.max(0, ...answer.statements.map(({ verdict }) => CHECK_EXITS[verdict]))
    return { document: answer, text: checkedText(answer), exit }
  },
}

function checkedText({ statements, not_checked: left, task_id: task, counts }: CheckedText): string {
  const alarms = statements.filter(({ verdict }) => verdict !== 'supported')
  const skipped = [
    ...(left.no_statement === 0 ? [] : [`${left.no_statement} state nothing`]),
    ...(left.too_many === 0 ? [] : [`${left.too_many} are beyond the most of one check`]),
  ]
  return [
    ...alarms.flatMap((statement) => [...statementLines(statement), '']),
    `${plural(statements.length, 'statement')} checked against ${task}: ${counts.supported} supported, ` +
      `${plural(alarms.length, 'alarm')}${skipped.length === 0 ? '' : `; not checked: ${skipped.join(', ')}`}`,
  ].join('\n')
}

const SHOWN = 300

function statementLines({
  line,
  text,
  verdict,
  reasons,
  place,
  cited,
  elsewhere,
}: CheckedStatement): readonly string[] {
  const said = (text: string) => (text === '' ? '' : `"${shorten(text, 120)}": `)
  const sources = cited.map((one) => ` ${shorten(one, 100)}`).join('')
  return [
    `line ${line}: ${verdict.toUpperCase()}`,
    `  ${shorten(text, SHOWN)}${sources}`,
    ...reasons.map((reason) => `  - ${said(reason.said)}${printable(reason.problem)}`),
    ...(place === null
      ? []
      : [
          `  nearest: "${shorten(place.passage, SHOWN)}"`,
          `    ${printable(place.url)} ${place.fragment_id}` +
            (place.archive === null ? ' (not archived)' : ` ${place.archive.file} ${place.archive.record_id}`),
        ]),
    ...(elsewhere === null ? [] : [`  said elsewhere: ${printable(elsewhere)}`]),
  ]
}
