import { type CleanupAnswer, cleanUp } from '../../api/clean-up.ts'
import { LyraError } from '../../domain/errors.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { contractFlags } from '../contract-flags.ts'
import { callLyra } from '../session.ts'
import { plural } from '../text.ts'

const flags = contractFlags(cleanUp, { without: ['task_id'] })

export const cleanupCommand: Command = {
  name: 'cleanup',
  summary: cleanUp.title,
  usage: '<task_id> | --orphans',
  details: [
    'Without --hard only the rows of the task go: its searches, claims, their edges, log and queue. Pages and ' +
      'fragments are shared and stay.',
    'With --hard the pages, fragments, vectors and archive files go too that no other task uses and that no page of ' +
      'another task cites. --orphans does the same for everything that earlier cleanups left behind.',
    'All rows go in one transaction. Files are removed after it; an interrupted run is finished by the next one.',
  ],
  flags: {
    ...flags.table,
    orphans: { type: 'boolean', about: 'No task: remove what no task uses any more' },
  },
  examples: [
    { line: 'lyra cleanup task_0123456789abcdef --dry-run', about: 'what a soft cleanup would remove' },
    { line: 'lyra cleanup task_0123456789abcdef --hard', about: 'the task and everything only it used' },
    { line: 'lyra cleanup --orphans --dry-run', about: 'what no task uses any more' },
  ],
  run: async (call) => {
    const orphans = call.flags.on('orphans')
    if (orphans && call.flags.on('hard'))
      throw new LyraError('INVALID_PARAMS', '--orphans and --hard do not go together', {
        hint: 'Give a task id with --hard, or --orphans alone',
      })
    const [taskId] = takePositionals<readonly string[]>(call.positionals, orphans ? [] : ['task_id'], 'cleanup')
    const answer = await callLyra(call, cleanUp, { task_id: taskId, ...flags.read(call.flags) })
    return { document: answer, text: cleanupText(answer) }
  },
}

function cleanupText(answer: CleanupAnswer): string {
  const rows = Object.entries(answer.removed).map(([table, count]) => `  ${table}: ${count}`)
  const bytes = answer.files.reduce((sum, file) => sum + file.bytes, 0)
  const verb = answer.dry_run ? 'Would remove' : 'Removed'
  return [
    `${answer.task_id ?? 'Orphans'}: ${answer.mode} cleanup${answer.dry_run ? ' (dry run)' : ''}`,
    rows.length === 0 ? 'Nothing to remove.' : `${verb}:`,
    ...rows,
    ...(answer.files.length === 0
      ? []
      : [`${verb} ${plural(answer.files.length, 'archive file')}, ${Math.round(bytes / 1000)} kB`]),
    ...(answer.pages_kept === 0 ? [] : [`Kept because others need them: ${plural(answer.pages_kept, 'page')}`]),
    ...answer.files_left.map((path) => `Could not remove ${path}; the next cleanup tries again`),
  ].join('\n')
}
