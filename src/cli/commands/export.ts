import { resolve } from 'node:path'
import { type ExportBundleAnswer, exportBundle } from '../../api/export-bundle.ts'
import { LyraError } from '../../domain/errors.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { readOrExplain } from '../read-file.ts'
import { callLyra } from '../session.ts'
import { humanBytes, plural } from '../text.ts'

export const exportCommand: Command = {
  name: 'export',
  summary: 'Hand a task over: as one file that another person can open, check, import and replay',
  usage: '<task_id> --bundle <file>',
  details: [
    'A bundle holds the rows of the task and what they reach, its archive (WACZ), its report, the settings that ' +
      'decide what is found, and a manifest with a hash of every stretch of every part.',
    'Sessions, cookies, keys and the queue of logins are never inside. Pages behind a login of yours and pages of ' +
      'private addresses stay out, with the claims made from them, unless --with-private asks for them; the manifest ' +
      'says which it was.',
    'How to hand research over: docs/sharing.md.',
  ],
  flags: {
    bundle: { type: 'string', value: '<file>', about: 'Write this file, e.g. tea.lyra.zip; it must not be there yet' },
    sign: { type: 'string', value: '<key.pem>', about: 'Sign the manifest with this Ed25519 private key' },
    'with-private': {
      type: 'boolean',
      about: 'Also pages behind a login and of private addresses; whoever opens the bundle is told',
    },
  },
  examples: [
    { line: 'lyra export task_0123456789abcdef --bundle tea.lyra.zip', about: 'one file for a colleague' },
    { line: 'lyra export task_0123456789abcdef --bundle tea.lyra.zip --sign key.pem', about: 'signed' },
  ],
  run: async (call) => {
    const [taskId] = takePositionals(call.positionals, ['task_id'], 'export')
    const bundle = call.flags.text('bundle')
    if (bundle === undefined) throw new LyraError('INVALID_PARAMS', 'export needs --bundle <file>')
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
