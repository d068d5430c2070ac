import { resolve } from 'node:path'
import { type ImportBundleAnswer, importBundle } from '../../api/import-bundle.ts'
import { hasResearch } from '../../app/home.ts'
import type { Lyra } from '../../app/lyra.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { namingFile, readKey, requireFile } from '../read-file.ts'
import { settingsOf, withLyraAnywhere, withNewLyra } from '../session.ts'
import { plural, shorten } from '../text.ts'

/** Conflicts listed on a terminal; `--json` has all of them. */
const CONFLICTS_SHOWN = 20

export const importCommand: Command = {
  name: 'import',
  summary: importBundle.title,
  usage: '<bundle>',
  details: [
    `${importBundle.description}`,
    'Texts of the bundle are screened like pages of the web (L2). `lyra open` looks into a bundle without adding it.',
  ],
  flags: {
    key: { type: 'string', value: '<public.pem>', about: 'Refuse the bundle unless this Ed25519 key signed it' },
    'dry-run': { type: 'boolean', about: 'Say what would be added, add nothing' },
  },
  examples: [
    { line: 'lyra import tea.lyra.zip --dry-run', about: 'what it would add' },
    { line: 'lyra import tea.lyra.zip --key alice.pem', about: 'only if Alice signed it' },
  ],
  run: async (call) => {
    const [given] = takePositionals(call.positionals, ['bundle'], 'import')
    const file = resolve(call.world.cwd, given)
    const key = call.flags.text('key')
    requireFile(file)
    const isDry = call.flags.on('dry-run')
    const input = {
      file,
      ...(key === undefined ? {} : { key: readKey(resolve(call.world.cwd, key)) }),
    }
    const add = (lyra: Lyra, dry_run: boolean) => lyra.call(importBundle, { ...input, dry_run })
    const answer = await namingFile(file, ['The file'], async () => {
      if (isDry) return withLyraAnywhere(call, (lyra) => add(lyra, true))
      // A bundle that is refused makes no home.
      const { home } = await settingsOf(call)
      if (!hasResearch(home)) await withLyraAnywhere(call, (lyra) => add(lyra, true))
      return withNewLyra(call, (lyra) => add(lyra, false))
    })
    return { document: answer, text: importText(answer) }
  },
}

/** Whoever hands this task on should know what lies in it. */
function privateLines({ private_pages: told, private_page_count: count }: ImportBundleAnswer): readonly string[] {
  if (told === 'none') return []
  return [
    told === 'included'
      ? `Private pages came along: ${count} (behind a login, or of a private address, of whoever made it)`
      : `Private pages were left out by whoever made it: ${count}`,
  ]
}

function importText(answer: ImportBundleAnswer): string {
  const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, one) => all + one, 0)
  const { conflicts } = answer
  const filesInConflict = answer.files_in_conflict.map((name) => `  archive file ${name}`)
  return [
    `${answer.task_id}: ${answer.dry_run ? 'would add' : 'added'} ${plural(sum(answer.added), 'row')} and ` +
      `${plural(answer.files_added.length, 'archive file')}; ${plural(sum(answer.same), 'row')} were here already`,
    ...(answer.signed_by === null ? ['Not signed.'] : [`Signed by the key ${answer.signed_by}`]),
    ...privateLines(answer),
    ...(conflicts.length + filesInConflict.length === 0
      ? []
      : [`${plural(conflicts.length + filesInConflict.length, 'conflict')}: what is here stays`]),
    ...filesInConflict,
    ...conflicts
      .slice(0, CONFLICTS_SHOWN)
      .map(({ table, id, columns }) => `  ${table} ${shorten(id, 80)}: ${columns.join(', ')}`),
    ...(conflicts.length > CONFLICTS_SHOWN
      ? [`  and ${conflicts.length - CONFLICTS_SHOWN} more (--json has all)`]
      : []),
    ...(sum(answer.kept_out) === 0 ? [] : [`Kept out (orders to an AI, L2): ${plural(sum(answer.kept_out), 'row')}`]),
    ...(sum(answer.not_taken) === 0
      ? []
      : [`Trust in domains is not taken over (${plural(sum(answer.not_taken), 'row')}): yours holds`]),
  ].join('\n')
}
