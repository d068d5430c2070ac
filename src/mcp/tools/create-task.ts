import { z } from 'zod'
import type { CreateTaskAnswer } from '../../domain/answers.ts'
import { budget, id, ok, time } from '../answer-schemas.ts'
import { defineTool } from '../define-tool.ts'

const output: z.ZodType<CreateTaskAnswer> = z.object({
  ok,
  task_id: id,
  query: z.string().max(4000),
  created_at: time,
  budget,
})

export const createTask = defineTool({
  name: 'create_task',
  title: 'Create a research task',
  description:
    'Opens a task for one research question and returns its task_id. Nothing is searched yet: you design every query yourself and run it with `search`.',
  input: z.strictObject({
    query: z.string().trim().min(1).max(4000).describe('The research question, in any language'),
    config: z
      .strictObject({
        budget: z
          .strictObject({
            max_pages: z.int().min(1).max(1000).optional().describe('Pages the task may look at (default 120)'),
            max_seconds: z.int().min(1).max(86_400).optional().describe('Seconds of work (default 1200)'),
          })
          .optional(),
        priority_domains: z
          .array(z.string().trim().min(1).max(253))
          .max(100)
          .optional()
          .describe('Domains to look at first, e.g. ["pmda.go.jp"]'),
        language: z
          .string()
          .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language code such as ja or en')
          .max(35)
          .optional()
          .describe('Main language of the sources, e.g. "ja" or "en"'),
      })
      .optional(),
  }),
  output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  handle: (lyra, { query, config }) =>
    lyra.createTask({
      query,
      budget: config?.budget,
      priority_domains: config?.priority_domains,
      language: config?.language,
    }),
})
