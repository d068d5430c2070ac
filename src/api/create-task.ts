import { z } from 'zod'
import { LONGEST_DOMAIN } from '../domain/domain-name.ts'
import { MOST_SECONDS } from '../domain/task.ts'
import { type AnswerOf, defineUseCase, type InputOf, WRITES } from './define-use-case.ts'
import { budget, givenText, id, maxPages, ok, queryText, time } from './fields.ts'

export const createTask = defineUseCase({
  name: 'create_task',
  title: 'Create a research task',
  description:
    'Opens a task for one research question and returns its task_id. Nothing is searched yet: you design every query ' +
    'yourself and run it with `search`.',
  input: z.strictObject({
    query: givenText.describe('The research question, in any language'),
    config: z
      .strictObject({
        budget: z
          .strictObject({
            max_pages: maxPages.optional().describe('Pages the task may look at (setting task.max_pages)'),
            max_seconds: z
              .int()
              .min(1)
              .max(MOST_SECONDS)
              .optional()
              .describe('Seconds of work (setting task.max_seconds)'),
          })
          .optional(),
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
          .describe('Main language of the sources, e.g. ja or en'),
      })
      .optional(),
  }),
  output: z.object({ ok, task_id: id, query: queryText, created_at: time, budget }),
  tool: WRITES,
})

export type CreateTaskInput = InputOf<typeof createTask>
export type CreateTaskAnswer = AnswerOf<typeof createTask>
