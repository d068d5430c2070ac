import { resolve } from 'node:path'
import { type CheckedStatement, type CheckedText, type CheckVerdict, checkText } from '../../api/check-text.ts'
import type { AlarmGround } from '../../domain/alarm-ground.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { contractFlags } from '../contract-flags.ts'
import { namingFile, readText } from '../read-file.ts'
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

/** Reasons by which a statement that is borne out still ends with 1; the others only where --strict is given. */
const ALWAYS_COUNTED: readonly string[] = ['retracted_source'] satisfies readonly AlarmGround[]
const TO_LOOK_AT = 1

export function checkExit({ statements, not_checked: left }: CheckedText, strict: boolean): number {
  const ends = statements.map(({ verdict, reasons }) => {
    const counts = reasons.some(({ ground }) => strict || ALWAYS_COUNTED.includes(ground))
    return verdict === 'supported' && counts ? TO_LOOK_AT : CHECK_EXITS[verdict]
  })
  return Math.max(left.too_many > 0 ? TO_LOOK_AT : 0, ...ends)
}

export const checkCommand: Command = {
  name: 'check',
  summary: checkText.title,
  usage: '<draft>',
  details: [
    `${checkText.description}.`,
    'Ends with 0 where every statement is supported; 1 where one is borne out in part or not in the evidence, cites ' +
      'a retracted source beside a sound one, or was not checked because there are too many; 24 where a number or a ' +
      'quotation differs or the evidence says the contrary; 25 where a source is unknown, or all that bears a ' +
      'statement out is retracted; 26 where --strict refuses the draft. The highest counts.',
    'With --strict a statement is also 1 where it is supported by a finding that is disputed, rejected or ' +
      'superseded; without it that is told as a reason.',
  ],
  flags: flags.table,
  examples: [
    { line: 'lyra check draft.md', about: 'against the evidence of the newest task' },
    { line: 'lyra check draft.md --task task_0123456789abcdef --json', about: 'for a script' },
    { line: 'lyra check draft.md --strict', about: 'refuse it if it cites what was never gathered' },
  ],
  run: async (call) => {
    const [given] = takePositionals(call.positionals, ['draft'], 'check')
    const file = resolve(call.world.cwd, given)
    const input = { ...flags.read(call.flags), text: readText(file) }
    const answer = await namingFile(file, ['text:'], () => callLyra(call, checkText, input))
    return { document: answer, text: checkedText(answer), exit: checkExit(answer, input.strict === true) }
  },
}

function checkedText({ statements, not_checked: left, task_id: task, counts }: CheckedText): string {
  const alarms = statements.filter(({ verdict }) => verdict !== 'supported')
  const told = statements.filter(({ verdict, reasons }) => verdict !== 'supported' || reasons.length > 0)
  const doubted = told.length - alarms.length
  const skipped = [
    ...(left.no_statement === 0 ? [] : [`${left.no_statement} state nothing`]),
    ...(left.too_many === 0 ? [] : [`${left.too_many} are beyond the most of one check`]),
  ]
  return [
    ...told.flatMap((statement) => [...statementLines(statement), '']),
    ...beyondLines(left),
    `${plural(statements.length, 'statement')} checked against ${task}: ${counts.supported} supported` +
      `${doubted === 0 ? '' : ` (${doubted} with a reason to look)`}, ` +
      `${plural(alarms.length, 'alarm')}${skipped.length === 0 ? '' : `; not checked: ${skipped.join(', ')}`}`,
  ].join('\n')
}

const BEYOND_SHOWN = 20

/** What nobody checked, by name: it may be as wrong as anything. */
function beyondLines({ beyond, too_many: all }: CheckedText['not_checked']): readonly string[] {
  const shown = beyond
    .slice(0, BEYOND_SHOWN)
    .map(({ line, text }) => `line ${line}: NOT CHECKED ${shorten(text, SHOWN)}`)
  const rest = all - shown.length
  return shown.length === 0 ? [] : [...shown, ...(rest === 0 ? [] : [`and ${rest} more that were not checked`]), '']
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
