import { z } from 'zod'
import type { WaitAnswer } from '../../domain/answers.ts'
import { longText, ok } from '../answer-schemas.ts'
import { defineTool } from '../define-tool.ts'

const output: z.ZodType<WaitAnswer> = z.object({
  ok,
  response: longText.nullable(),
  choice_index: z.number().nullable(),
  timed_out: z.boolean(),
})

export const waitForUser = defineTool({
  name: 'wait_for_user',
  title: 'Ask the user',
  description:
    'Asks the user a question and waits for the answer: in the client where it can ask, else in the terminal Lyra runs in. timed_out tells that nobody answered.',
  input: z.strictObject({
    prompt: z.string().trim().min(1).max(4000).describe('The question, as the user will read it'),
    options: z
      .strictObject({
        timeout_seconds: z.number().min(1).max(3600).optional().describe('Default 300'),
        choices: z
          .array(z.string().trim().min(1).max(200))
          .min(1)
          .max(50)
          .optional()
          .describe('Answers to choose from; free text when left out'),
      })
      .optional(),
  }),
  output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  handle: (lyra, { prompt, options }, hooks) => lyra.waitForUser(prompt, options, hooks),
})
