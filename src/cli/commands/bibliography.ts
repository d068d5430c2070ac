import { resolve } from 'node:path'
import {
  type AuditAnswer,
  type AuditedReference,
  auditBibliography,
  type ReferenceStatus,
} from '../../api/audit-bibliography.ts'
import type { Lyra } from '../../app/lyra.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { contractFlags } from '../contract-flags.ts'
import { namingFile, readText } from '../read-file.ts'
import { isHomeNamed, withLyra, withNewLyra } from '../session.ts'
import { plural, printable, shorten } from '../text.ts'

const flags = contractFlags(auditBibliography)

/** What the command ends with; the highest of its entries. */
export const AUDIT_EXITS: Readonly<Record<ReferenceStatus, number>> = {
  found: 0,
  skipped: 0,
  corrected: 1,
  'dead link': 1,
  'no identifier': 1,
  unchecked: 1,
  'another work': 24,
  'not found': 25,
  retracted: 25,
}

export const bibliographyCommand: Command = {
  name: 'bibliography',
  summary: auditBibliography.title,
  usage: '<list>',
  details: [
    `${auditBibliography.description}. The list may be plain text, Markdown, BibTeX, RIS or CSL-JSON.`,
    'Ends with 0 where every entry was found; 1 where one was corrected, has a dead link or could not be checked; 24 ' +
      'where one leads to another work than it says; 25 where one does not exist or was retracted. The highest counts.',
  ],
  flags: flags.table,
  examples: [
    { line: 'lyra bibliography references.bib', about: 'look every entry up' },
    { line: 'lyra bibliography draft.md --offline --json', about: 'only what the graph knows, for a script' },
  ],
  run: async (call) => {
    const [given] = takePositionals(call.positionals, ['list'], 'bibliography')
    const file = resolve(call.world.cwd, given)
    const input = { ...flags.read(call.flags), list: readText(file) }
    const audit = (lyra: Lyra) => lyra.call(auditBibliography, input)
    // Offline there is the graph alone, and a home that was named is one; else this may be the first command of all.
    const open = input.offline === true || isHomeNamed(call) ? withLyra : withNewLyra
    const answer = await namingFile(file, ['list:', 'The list'], () => open(call, audit))
    const exit = Math.max(0, ...answer.items.map(({ status }) => AUDIT_EXITS[status]))
    return { document: answer, text: auditText(answer), exit }
  },
}

function auditText({ items, counts, not_audited: left, format }: AuditAnswer): string {
  const shown = items.filter(({ status }) => status !== 'found')
  const skipped = counts.skipped === 0 ? '' : `; ${plural(counts.skipped, 'line')} skipped, no reference`
  const beyond = left === 0 ? '' : `; ${left} are beyond the most of one audit`
  return [
    ...shown.flatMap((item) => [...itemLines(item), '']),
    `${plural(items.length - counts.skipped, 'entry', 'entries')} of a ${format} list: ${counts.found} found, ` +
      `${shown.length - counts.skipped} to look at${skipped}${beyond}`,
  ].join('\n')
}

const SHOWN = 200

function itemLines({
  key,
  entry,
  status,
  mismatches,
  notices,
  link,
  reasons,
  known_by: by,
}: AuditedReference): readonly string[] {
  return [
    `${printable(key)}: ${status.toUpperCase()}${by.length === 0 ? '' : ` (known by ${by.join(', ')})`}`,
    `  ${shorten(entry, SHOWN)}`,
    ...mismatches.map(
      ({ field, cited, found }) => `  - ${field}: cited "${shorten(cited, 120)}", found "${shorten(found, 120)}"`,
    ),
    ...notices.map(
      ({ type, notice, date }) =>
        `  - ${type}${date === null ? '' : ` of ${date}`}${notice === null ? '' : `: ${printable(notice)}`}`,
    ),
    ...(link === null
      ? []
      : [
          `  - link: ${printable(link.outcome)} ${printable(link.url)}` +
            (link.copy === null ? '' : ` (copy: ${link.copy.file} ${link.copy.record_id})`),
        ]),
    ...reasons.map((reason) => `  - ${shorten(reason, SHOWN)}`),
  ]
}
