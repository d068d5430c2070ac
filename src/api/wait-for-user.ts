import { z } from 'zod'
import { type AnswerOf, defineUseCase, type InputOf, WRITES } from './define-use-case.ts'
import { attentionSeconds, givenText, longText, ok } from './fields.ts'

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
        timeout_seconds: attentionSeconds.default(300).describe('How long to wait'),
        choices: z
          .array(z.string().trim().min(1).max(200))
          .min(1)
          .max(50)
          .optional()
          .describe('Answers to choose from; free text when left out'),
      })
      .prefault({}),
  }),
  output: z.object({
    ok,
    response: longText.nullable(),
    choice_index: z.number().nullable(),
    timed_out: z.boolean(),
  }),
  tool: WRITES,
})

export type WaitInput = InputOf<typeof waitForUser>
export type WaitAnswer = AnswerOf<typeof waitForUser>
