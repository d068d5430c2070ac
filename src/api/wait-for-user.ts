import { z } from 'zod'
import { type AnswerOf, defineUseCase, type InputOf, WRITES } from './define-use-case.ts'
import { attentionSeconds, givenText, id, longText, ok, shortText } from './fields.ts'

export const waitForUser = defineUseCase({
  name: 'wait_for_user',
  title: 'Ask the user',
  description:
    'Asks the user: in the client, else on desktop, web page or terminal. waiting: make the same call again. nobody: ' +
    'no one was shown it; see hint.',
  input: z.strictObject({
    prompt: givenText.describe('As the user will read it'),
    options: z
      .strictObject({
        timeout_seconds: attentionSeconds.default(300).describe('How long, over all calls'),
        choices: z
          .array(z.string().trim().min(1).max(200))
          .min(1)
          .max(50)
          .optional()
          .describe('Answers to choose from; else free text'),
      })
      .prefault({}),
  }),
  output: z.object({
    ok,
    status: z.enum(['answered', 'waiting', 'nobody', 'timed_out']),
    question_id: id,
    response: longText.nullable(),
    choice_index: z.number().nullable(),
    timed_out: z.boolean(),
    /** While there is no answer: how the user can give it. */
    hint: shortText.optional(),
  }),
  tool: WRITES,
})

export type WaitInput = InputOf<typeof waitForUser>
export type WaitAnswer = AnswerOf<typeof waitForUser>

/**
 * Why a call may end before its question does: since 2026-07-28 a client is asked between two calls. A call that is
 * aborted for this reason leaves its question open for the next one; for any other, it withdraws it.
 */
export const CALLED_AGAIN: unique symbol = Symbol('the client makes the same call again, with the answer')
