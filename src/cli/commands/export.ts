import { resolve } from 'node:path'
import { type ExportBundleAnswer, exportBundle } from '../../api/export-bundle.ts'
import { EXPORT_FORMATS, exportTask } from '../../api/export-task.ts'
import { nearestName } from '../../domain/edit-distance.ts'
import { LyraError } from '../../domain/errors.ts'
import { takePositionals } from '../arguments.ts'
import type { Call, Command, Result } from '../command.ts'
import { readOrExplain } from '../read-file.ts'
import { callLyra } from '../session.ts'
import { humanBytes, plural, shorten } from '../text.ts'

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
    `Formats: ${EXPORT_FORMATS.join(', ')}. csv (a file a view), ro-crate and obsidian make a folder, the others ` +
      'a file.',
    'How to hand research over: docs/sharing.md.',
  ],
  flags: {
    bundle: { type: 'string', value: '<file>', about: 'Write this file, e.g. tea.lyra.zip; it must not be there yet' },
    format: { type: 'string', value: '<format>', about: `One of ${EXPORT_FORMATS.join(', ')}` },
    out: { type: 'string', value: '<path>', about: 'File or folder that --format writes; must not be there yet' },
    sign: { type: 'string', value: '<key.pem>', about: 'Sign the manifest with this Ed25519 private key' },
    'with-private': {
      type: 'boolean',
      about: 'Also pages behind a login and of private addresses; whoever opens the bundle is told',
    },
  },
  examples: [
    { line: 'lyra export task_0123456789abcdef --bundle tea.lyra.zip', about: 'one file for a colleague' },
    { line: 'lyra export task_0123456789abcdef --bundle tea.lyra.zip --sign key.pem', about: 'signed' },
    { line: 'lyra export task_0123456789abcdef --format bibtex --out tea.bib', about: 'its sources for LaTeX' },
    { line: 'lyra export task_0123456789abcdef --format obsidian --out vault/tea', about: 'linked notes' },
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
      ...(sign === undefined ? {} : { signing_key: readOrExplain(resolve(call.world.cwd, sign)) }),
    })
    return { document: answer, text: bundleText(answer) }
  },
}

async function exportAs(call: Call, taskId: string, format: string): Promise<Result> {
  const out = call.flags.text('out')
  const known = EXPORT_FORMATS.find((name) => name === format)
  const near = nearestName(format, EXPORT_FORMATS)
  if (known === undefined)
    throw new LyraError('INVALID_PARAMS', `There is no format "${shorten(format, 40)}"`, {
      hint: near === null ? `One of ${EXPORT_FORMATS.join(', ')}` : `Did you mean ${near}?`,
    })
  if (out === undefined) throw new LyraError('INVALID_PARAMS', '--format needs --out <path>')
  if (call.flags.text('sign') !== undefined) throw new LyraError('INVALID_PARAMS', '--sign goes with --bundle')
  const answer = await callLyra(call, exportTask, {
    task_id: taskId,
    format: known,
    out: resolve(call.world.cwd, out),
    with_private: call.flags.on('with-private'),
  })
  const left = answer.private_pages_left_out
  const kept = left === 0 ? '' : `; ${plural(left, 'private page')} left out (--with-private adds them)`
  const text = `${answer.out}: ${plural(answer.files.length, 'file')}, ${humanBytes(answer.bytes)}${kept}`
  return { document: answer, text }
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
