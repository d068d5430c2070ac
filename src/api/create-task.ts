import { z } from 'zod'
import { type AnswerOf, defineUseCase, type InputOf, WRITES } from './define-use-case.ts'
import { budget, givenText, id, ok, queryText, taskBudget, time } from './fields.ts'
import { domainName, languageCode, taskScope } from './search-scope.ts'

export const createTask = defineUseCase({
  name: 'create_task',
  title: 'Create a research task',
  description: 'Opens a task for one research question; then run queries of your own with `search`.',
  input: z.strictObject({
    query: givenText.describe('The research question, in any language'),
    config: z
      .strictObject({
        budget: taskBudget.meta({ listed: 'object', description: 'max_pages, max_seconds of work' }).optional(),
        priority_domains: z.array(domainName).max(100).optional().describe('Domains to look at first, e.g. pmda.go.jp'),
        language: languageCode.optional().describe('Of sources to prefer, e.g. ja'),
        scope: taskScope.optional(),
      })
      .optional(),
  }),
  output: z.object({ ok, task_id: id, query: queryText, created_at: time, budget }),
  tool: WRITES,
})

export type CreateTaskInput = InputOf<typeof createTask>
export type CreateTaskAnswer = AnswerOf<typeof createTask>
