import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { fromItem, id, LONGEST_TEXT, ok, onlyTask, queryText, taskStatus, time } from './fields.ts'

const count = z.number()

export const browseTasks = defineUseCase({
  name: 'browse_tasks',
  title: 'Research tasks, a page at a time',
  description: 'Tasks with their progress and what was found so far, newest first',
  input: z.strictObject({
    task_id: onlyTask,
    from: fromItem,
    limit: z.int().min(1).max(200).default(50).describe('Most tasks'),
    words: z.string().trim().max(LONGEST_TEXT).default('').describe('Only tasks whose question contains this'),
  }),
  output: z.object({
    ok,
    total: count,
    tasks: z.array(
      z.object({
        id,
        query: queryText,
        status: taskStatus,
        created_at: time,
        updated_at: time,
        searches: count,
        running: count,
        pages: count,
        max_pages: count,
        findings: count,
        contested: count,
        waiting: count,
      }),
    ),
  }),
})

export type BrowsedTask = AnswerOf<typeof browseTasks>['tasks'][number]
