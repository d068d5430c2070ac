import { z } from 'zod'
import { LONGEST_DOMAIN } from '../domain/domain-name.ts'
import { type AnswerOf, defineUseCase, type InputOf, WRITES } from './define-use-case.ts'
import { budget, givenText, id, ok, queryText, taskBudget, time } from './fields.ts'

export const createTask = defineUseCase({
  name: 'create_task',
  title: 'Create a research task',
  description:
    'Opens a task for one research question and returns its task_id; then run queries of your own with `search`.',
  input: z.strictObject({
    query: givenText.describe('The research question, in any language'),
    config: z
      .strictObject({
        budget: taskBudget.optional(),
        priority_domains: z
          .array(
            z
              .string()
              .trim()
              .max(LONGEST_DOMAIN)
              .regex(/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*$/u, 'must be a domain such as pmda.go.jp'),
          )
          .max(100)
          .optional()
          .describe('Domains to look at first, e.g. pmda.go.jp'),
        language: z
          .string()
          .max(35)
          .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language code such as ja or en')
          .optional()
          .describe('Language of the sources to prefer, e.g. ja or en'),
      })
      .optional(),
  }),
  output: z.object({ ok, task_id: id, query: queryText, created_at: time, budget }),
  tool: WRITES,
})

export type CreateTaskInput = InputOf<typeof createTask>
export type CreateTaskAnswer = AnswerOf<typeof createTask>
