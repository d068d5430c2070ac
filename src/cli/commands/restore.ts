import { resolve } from 'node:path'
import type { RestoreAnswer } from '../../app/backup/restore-backup.ts'
import { systemClock } from '../../domain/clock.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { namingFile, requireFile } from '../read-file.ts'
import { settingsOf } from '../session.ts'
import { humanBytes, plural, printable } from '../text.ts'

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Make a home from a backup, after every hash in it was compared',
  usage: '<file>',
  details: [
    'A backup that is damaged, cut short or made by a newer Lyra changes nothing. A home that is not empty is left ' +
      'alone, unless --force moves what is there into a folder before-restore-... of it; nothing is deleted. Models, ' +
      'logs, browser profile and token of that home stay where they are.',
    'Restore only what you trust as you trust your own home: settings and views in it are used.',
  ],
  flags: {
    into: { type: 'string', value: '<folder>', about: 'Another folder than the home of the settings' },
    force: { type: 'boolean', about: 'Move what is in the home aside; no other process may use it' },
    check: { type: 'boolean', about: 'Only read the backup and compare its hashes' },
  },
  examples: [
    { line: 'lyra restore lyra-2026-11-16.tar --check', about: 'is the backup whole?' },
    { line: 'lyra restore lyra-2026-11-16.tar --into ~/lyra-restored', about: 'beside the home you use' },
    { line: 'lyra restore lyra-2026-11-16.tar --force', about: 'in its place; the old one lies beside it' },
  ],
  run: async (call) => {
    const [given] = takePositionals(call.positionals, ['file'], 'restore')
    const file = resolve(call.world.cwd, given)
    requireFile(file)
    const [{ restoreBackup }, settings] = await Promise.all([
      import('../../app/backup/restore-backup.ts'),
      settingsOf(call),
    ])
    const into = call.flags.text('into')
    const answer = await namingFile(file, ['The backup'], () =>
      restoreBackup({
        file,
        home: into === undefined ? settings.home : resolve(call.world.cwd, into),
        force: call.flags.on('force'),
        checkOnly: call.flags.on('check'),
        clock: systemClock,
        signal: call.world.signal,
      }),
    )
    return { document: { ok: true, ...answer }, text: printable(restoreText(answer)) }
  },
}

function restoreText(answer: RestoreAnswer): string {
  const made = `Lyra ${answer.lyra}, ${answer.created_at}`
  const amount = `${plural(answer.files, 'file')}, ${humanBytes(answer.bytes)}`
  if (answer.checked_only) return `The backup is whole: ${amount} (${made}). Nothing was written.`
  return [
    `${answer.home}: ${amount} (${made})`,
    ...(answer.moved_aside === null ? [] : [`What was there before lies in ${answer.moved_aside}`]),
    ...answer.models.map(({ name }) => `Not in it: model ${name}; lyra models pull fetches it again`),
    ...answer.left_out.filter(({ path }) => path !== 'models').map(({ path, why }) => `Not in it: ${path} (${why})`),
    `Look at it with: lyra doctor --home ${answer.home}`,
  ].join('\n')
}
