import { z } from 'zod'
import { type AnswerOf, defineUseCase, WRITES } from './define-use-case.ts'
import { givenText, longText, ok } from './fields.ts'

export const waitForUser = defineUseCase({
  name: 'wait_for_user',
  title: 'Ask the user',
  description:
    'Asks the user a question and waits for the answer: in the client where it can ask, else in the terminal Lyra ' +
    'runs in. timed_out tells that nobody answered.',
  input: z.strictObject({
    prompt: givenText.describe('The question, as the user will read it'),
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
  output: z.object({
    ok,
    response: longText.nullable(),
    choice_index: z.number().nullable(),
    timed_out: z.boolean(),
  }),
  tool: WRITES,
})

export type WaitAnswer = AnswerOf<typeof waitForUser>
