import { z } from 'zod'
import { type AnswerOf, defineUseCase, type InputOf } from './define-use-case.ts'
import { id, ok, shortText, taskId } from './fields.ts'

export const cleanUp = defineUseCase({
  name: 'clean_up',
  title: 'Remove a task',
  description:
    "Soft: the task's own rows, nothing shared. Hard: also pages, fragments and archive files that no other task " +
    'uses. Without a task: what no task uses any more.',
  input: z.strictObject({
    task_id: taskId.optional().describe('Left out: only what no task uses any more'),
    hard: z.boolean().optional().describe('Also remove shared data that nobody else uses, with its archive files'),
    dry_run: z.boolean().optional().describe('Say what would be removed, remove nothing'),
  }),
  output: z.object({
    ok,
    task_id: id.nullable(),
    mode: z.enum(['soft', 'hard', 'orphans']),
    dry_run: z.boolean(),
    /** Rows by table. */
    removed: z.record(z.string(), z.number()),
    /** Pages of the task that stay because another task or a citation needs them. */
    pages_kept: z.number(),
    files: z.array(z.object({ path: shortText, bytes: z.number() })),
    /** Files that could not be removed now; the next cleanup tries again. */
    files_left: z.array(shortText),
  }),
})

export type CleanupInput = InputOf<typeof cleanUp>
export type CleanupAnswer = AnswerOf<typeof cleanUp>
