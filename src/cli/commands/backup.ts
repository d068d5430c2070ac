import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { hasResearch } from '../../app/home.ts'
import { VERSION } from '../../app/version.ts'
import { systemClock } from '../../domain/clock.ts'
import { takePositionals } from '../arguments.ts'
import type { Call, Command, Result } from '../command.ts'
import { copyWords, installedCopy } from '../installed-copy.ts'
import { isHomeNamed, settingsOf } from '../session.ts'
import { humanBytes, plural } from '../text.ts'

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Write one file with everything of a home; Lyra may go on working',
  usage: '<file.tar | file.tar.gz>',
  details: [
    'The database is copied as it is at one moment, then the archive up to its last whole record, your settings, ' +
      'views, lists and reports. Each file stands in a list with its SHA-256. Models are named, not copied.',
    'What logs in stays out: cookies of passed logins, the token of `lyra serve`, the browser profile, and keys in ' +
      'config.yaml. --with-sessions takes them along; such a file opens your sessions to whoever has it.',
    'Before the first task there is nothing to back up: that is said, no file is written, exit 0. A home that was ' +
      'named and is not there is an error.',
  ],
  flags: {
    'with-sessions': { type: 'boolean', about: 'Take cookies, tokens and keys along' },
  },
  examples: [
    { line: 'lyra backup /mnt/disk/lyra-2026-11-16.tar', about: 'archives are packed already: .tar is the quick way' },
    { line: 'lyra backup lyra.tar.gz --json', about: 'smaller; one document that names what was left out' },
  ],
  run: async (call) => {
    const [file] = takePositionals(call.positionals, ['file'], 'backup')
    const [{ makeBackup }, settings] = await Promise.all([import('../../app/backup/make-backup.ts'), settingsOf(call)])
    if (isStillEmpty(call, settings.home)) return nothingYet(settings.home)
    const answer = await makeBackup({
      home: settings.home,
      file: resolve(call.world.cwd, file),
      withSessions: call.flags.on('with-sessions'),
      clock: systemClock,
      signal: call.world.signal,
    })
    const text = [
      `${answer.file}: ${humanBytes(answer.bytes)}, ${plural(answer.files, 'file')} of ${settings.home}, ` +
        `${answer.archive_files} of them archives`,
      ...answer.models.map(({ name, bytes }) => `Not in it: model ${name} (${humanBytes(bytes)}), to be pulled again`),
      ...answer.left_out.filter(({ path }) => path !== 'models').map(({ path, why }) => `Not in it: ${path} (${why})`),
      `Test it with: ${copyWords(installedCopy(call.world.root, VERSION)).lyra} restore ${answer.file} --check`,
    ].join('\n')
    return { document: { ok: true, outcome: 'written', ...answer }, text }
  },
}

/** Before the first task there is nothing to lose. A home that was named and is not there is a mistake of the name. */
function isStillEmpty(call: Call, home: string): boolean {
  return !hasResearch(home) && (!isHomeNamed(call) || existsSync(home))
}

function nothingYet(home: string): Result {
  return {
    document: { ok: true, outcome: 'nothing_yet', home },
    text: `Nothing to back up yet: there is no research in ${home}. No file was written.`,
  }
}
