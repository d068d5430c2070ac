import { resolve } from 'node:path'
import { type ExportBundleAnswer, exportBundle } from '../../api/export-bundle.ts'
import { EXPORT_FORMATS, exportTask } from '../../api/export-task.ts'
import { sendToZotero } from '../../api/send-to-zotero.ts'
import { nearestName } from '../../domain/edit-distance.ts'
import { LyraError } from '../../domain/errors.ts'
import { takePositionals } from '../arguments.ts'
import type { Call, Command, Result } from '../command.ts'
import { readKey } from '../read-file.ts'
import { callLyra } from '../session.ts'
import { humanBytes, plural, shorten } from '../text.ts'

/** Those that make files, and the one that goes to a program. */
const FORMATS = [...EXPORT_FORMATS, 'zotero'] as const

export const exportCommand: Command = {
  name: 'export',
  summary: 'Hand a task over: as one file to open, check, import and replay, or in a format of other programs',
  usage: '<task_id> --bundle <file> | --format <format> --out <path>',
  details: [
    'A bundle holds the rows of the task and what they reach, its archive (WACZ), its report, the settings that ' +
      'decide what is found, and a manifest with a hash of every stretch of every part.',
    'Sessions, cookies, keys and the queue of logins are never inside. Pages behind a login of yours and pages of ' +
      'private addresses stay out, with the claims made from them, unless --with-private asks for them; the manifest ' +
      'says which it was.',
    `Formats: ${FORMATS.join(', ')}. csv and parquet (a file a view), ro-crate and obsidian make a folder, zotero ` +
      'hands the sources to the Zotero that runs on this machine (no --out), the others make a file.',
    'claimreview writes what a fact checker publishes: your verdicts (--verdict), in your name (--author), beside ' +
      'the evidence of each finding. Lyra judges no claim, so it writes none without both.',
    'How to hand research over: docs/sharing.md.',
  ],
  flags: {
    bundle: { type: 'string', value: '<file>', about: 'Write this file, e.g. tea.lyra.zip; it must not be there yet' },
    format: { type: 'string', value: '<format>', about: `One of ${FORMATS.join(', ')}` },
    out: { type: 'string', value: '<path>', about: 'File or folder that --format writes; must not be there yet' },
    author: { type: 'string', value: '<name>', about: 'claimreview: in whose name it speaks' },
    'author-url': { type: 'string', value: '<url>', about: 'claimreview: a page about the author' },
    verdict: {
      type: 'string',
      value: '<finding=words>',
      multiple: true,
      about: 'claimreview: your verdict on a finding, e.g. find_0123456789abcdef="Misleading"',
    },
    sign: { type: 'string', value: '<key.pem>', about: 'Sign the manifest with this Ed25519 private key' },
    'with-private': {
      type: 'boolean',
      about: 'Also pages behind a login and of private addresses; whoever opens the bundle is told',
    },
    'without-corrections': {
      type: 'boolean',
      about: 'Who corrected what, notes and what was learned stay at home; the graph stands as corrected',
    },
  },
  examples: [
    { line: 'lyra export task_0123456789abcdef --bundle tea.lyra.zip', about: 'one file for a colleague' },
    { line: 'lyra export task_0123456789abcdef --bundle tea.lyra.zip --sign key.pem', about: 'signed' },
    { line: 'lyra export task_0123456789abcdef --format bibtex --out tea.bib', about: 'its sources for LaTeX' },
    { line: 'lyra export task_0123456789abcdef --format obsidian --out vault/tea', about: 'linked notes' },
    { line: 'lyra export task_0123456789abcdef --format zotero', about: 'its sources into the open Zotero' },
  ],
  run: async (call) => {
    const [taskId] = takePositionals(call.positionals, ['task_id'], 'export')
    const bundle = call.flags.text('bundle')
    const format = call.flags.text('format')
    if ((bundle === undefined) === (format === undefined))
      throw new LyraError('INVALID_PARAMS', 'export needs --bundle <file>, or --format <format> --out <path>')
    if (bundle === undefined) return exportAs(call, taskId, format ?? '')
    const sign = call.flags.text('sign')
    const answer = await callLyra(call, exportBundle, {
      task_id: taskId,
      file: resolve(call.world.cwd, bundle),
      with_private: call.flags.on('with-private'),
      without_corrections: call.flags.on('without-corrections'),
      ...(sign === undefined ? {} : { signing_key: readKey(resolve(call.world.cwd, sign)) }),
    })
    return { document: answer, text: bundleText(answer) }
  },
}

async function exportAs(call: Call, taskId: string, format: string): Promise<Result> {
  const out = call.flags.text('out')
  const known = FORMATS.find((name) => name === format)
  const near = nearestName(format, FORMATS)
  if (known === undefined)
    throw new LyraError('INVALID_PARAMS', `There is no format "${shorten(format, 40)}"`, {
      hint: near === null ? `One of ${FORMATS.join(', ')}` : `Did you mean ${near}?`,
    })
  if (known === 'zotero') return toZotero(call, taskId)
  const reviewer = reviewerOf(call, known)
  if (out === undefined) throw new LyraError('INVALID_PARAMS', '--format needs --out <path>')
  if (call.flags.text('sign') !== undefined) throw new LyraError('INVALID_PARAMS', '--sign goes with --bundle')
  const answer = await callLyra(call, exportTask, {
    task_id: taskId,
    format: known,
    out: resolve(call.world.cwd, out),
    with_private: call.flags.on('with-private'),
    ...reviewer,
  })
  const left = answer.private_pages_left_out
  const kept = left === 0 ? '' : `; ${plural(left, 'private page')} left out (--with-private adds them)`
  const signed =
    'reviewer' in reviewer ? `; these are the verdicts of ${shorten(reviewer.reviewer.name, 80)}, not of Lyra` : ''
  const text = `${answer.out}: ${plural(answer.files.length, 'file')}, ${humanBytes(answer.bytes)}${kept}${signed}`
  return { document: answer, text }
}

/** Without a name there is no review; with another format a name has no place. */
function reviewerOf(call: Call, format: string) {
  const [name, url] = [call.flags.text('author'), call.flags.text('author-url')]
  const given = call.flags.list('verdict')
  if (format !== 'claimreview') {
    if (name !== undefined || url !== undefined || given.length > 0)
      throw new LyraError('INVALID_PARAMS', '--author, --author-url and --verdict go with --format claimreview')
    return {}
  }
  if (name === undefined || given.length === 0)
    throw new LyraError('INVALID_PARAMS', 'A ClaimReview speaks in the name of a person: who, and what do they say?', {
      hint: '--author "Your Name" --verdict find_0123456789abcdef="Misleading", once for each finding you have judged',
    })
  const verdicts = given.map((one) => {
    const at = one.indexOf('=')
    if (at < 1 || at === one.length - 1)
      throw new LyraError('INVALID_PARAMS', `--verdict is <finding>=<words>, not "${shorten(one, 60)}"`)
    return [one.slice(0, at), one.slice(at + 1)] as const
  })
  return { reviewer: { name, ...(url === undefined ? {} : { url }), verdicts: Object.fromEntries(verdicts) } }
}

async function toZotero(call: Call, taskId: string): Promise<Result> {
  if (call.flags.text('out') !== undefined)
    throw new LyraError('INVALID_PARAMS', 'zotero writes no file: leave --out away, or use --format ris')
  const answer = await callLyra(call, sendToZotero, { task_id: taskId, with_private: call.flags.on('with-private') })
  const left = answer.private_pages_left_out
  const kept = left === 0 ? '' : `; ${plural(left, 'private page')} left out (--with-private adds them)`
  return { document: answer, text: `${plural(answer.items, 'item')} handed to Zotero${kept}` }
}

function bundleText(answer: ExportBundleAnswer): string {
  const rows = Object.values(answer.rows).reduce((sum, count) => sum + count, 0)
  const pages = plural(answer.private_page_count, 'private page')
  const privacy = {
    none: 'No private page was met',
    'left out': `${pages} stayed at home, with what was read from them (--with-private would add them)`,
    included: `${pages} INSIDE, as --with-private asked: give the file only to who may read them`,
  }[answer.private_pages]
  return [
    `${answer.file}: ${humanBytes(answer.bytes)}, ${plural(rows, 'row')}, ${plural(answer.archive_records, 'record')}`,
    `Conclusions ${answer.conclusions_sha256}`,
    `${privacy}; cookies and credentials taken out of ${plural(answer.records_cleaned, 'record')}, ` +
      `${plural(answer.records_left_out, 'record')} left out`,
    answer.signed ? 'Signed.' : 'Not signed (--sign <key.pem>).',
  ].join('\n')
}
