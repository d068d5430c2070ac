import { z } from 'zod'
import { taskDelta } from '../domain/task-delta.ts'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, maxPages, ok, queryText, reportLanguage, searchStatus, shortText, taskId, time } from './fields.ts'

export const updateTask = defineUseCase({
  name: 'update_task',
  title: 'Ask again: what changed since a task was researched',
  description:
    'The searches of the task again, each page that they read asked for again, and what is otherwise than before: ' +
    'new findings, verdicts that changed, sources that changed, vanished or were withdrawn',
  input: z.strictObject({
    task_id: taskId,
    max_pages: maxPages
      .optional()
      .describe('Pages it may read beyond those that say the same (task.search_pages a search when left out)'),
    language: reportLanguage.optional(),
  }),
  output: z.object({
    ok,
    task_id: id,
    update_id: id,
    started_at: time,
    finished_at: time,
    /** Whether anything is otherwise; a page that could not be reached is no change. */
    changed: z.boolean(),
    changes: z.number(),
    searches: z.array(z.object({ search_id: id, query: queryText, status: searchStatus })),
    delta: taskDelta,
    /** The same in words. */
    summary: shortText,
    lines: z.array(z.object({ text: z.string(), url: z.string(), details: z.array(z.string()) })),
  }),
})

export type UpdateAnswer = AnswerOf<typeof updateTask>
