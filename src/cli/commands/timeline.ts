import { getSubjectTimeline, type SubjectTimeline } from '../../api/time-and-language.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { contractFlags } from '../contract-flags.ts'
import { callLyra } from '../session.ts'
import { plural, shorten, table } from '../text.ts'

const flags = contractFlags(getSubjectTimeline, { without: ['subject'] })

export const timelineCommand: Command = {
  name: 'timeline',
  summary: 'What happened when: to a claim, a public record, a company or a person',
  usage: '<task_id> [subject]',
  details: [
    'Without a subject: what has dates in the task. With the id of a claim, the id of a record or a name: its dates, ' +
      'oldest first, each with the page and the archive record that says so.',
    'The same rows: `lyra query "SELECT * FROM v_timeline"`.',
  ],
  flags: flags.table,
  examples: [
    { line: 'lyra timeline task_0123456789abcdef', about: 'what has dates' },
    { line: 'lyra timeline task_0123456789abcdef claim_0123456789abcdef', about: 'one claim' },
  ],
  run: async (call) => {
    const [first = '', ...rest] = call.positionals
    const [task_id] = takePositionals(first === '' ? [] : [first], ['task_id'], 'timeline')
    const subject = rest.length === 0 ? {} : { subject: rest.join(' ') }
    const answer = await callLyra(call, getSubjectTimeline, { task_id, ...subject, ...flags.read(call.flags) })
    return { document: answer, text: timelineLines(answer, call.world.width) }
  },
}

function timelineLines({ subjects, entries, total }: SubjectTimeline, fit: number): string {
  const shown = Math.max(subjects.length, entries.length)
  const more = shown < total ? [`${shown} of ${plural(total, 'entry', 'entries')} (--from)`] : []
  if (entries.length === 0 && subjects.length === 0) return 'Nothing of this task has dates yet.'
  const rows =
    entries.length === 0
      ? subjects.map((one) => [one.type, one.id, shorten(one.subject, 80), String(one.events), one.first, one.last])
      : entries.map((one) => [one.at ?? 'undated', one.event, shorten(one.what, 120), one.warc_record_id ?? ''])
  const columns =
    entries.length === 0
      ? ['type', 'id', 'subject', 'events', 'first', 'last']
      : ['at', 'event', 'what', 'archive record']
  return [table(rows, { columns, widest: 120, fit }), ...more].join('\n')
}
