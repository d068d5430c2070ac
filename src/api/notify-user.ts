import { z } from 'zod'
import { type AnswerOf, defineUseCase, type InputOf, WRITES } from './define-use-case.ts'
import { attentionSeconds, id, ok } from './fields.ts'

export const notifyUser = defineUseCase({
  name: 'notify_user',
  title: 'Notify the user',
  description:
    "Shows a short notice on the user's desktop; shown is false without one. Never put passwords, tokens or cookies " +
    'in it.',
  input: z.strictObject({
    event: z.enum(['info', 'warning', 'auth_required', 'decision_required']).describe('Kind of notice'),
    payload: z.strictObject({
      message: z.string().trim().min(1).max(1000).describe('One or two sentences'),
      details: z.string().trim().max(2000).optional().describe('E.g. the URL'),
      timeout_seconds: attentionSeconds.optional().describe('How long the notice stays'),
    }),
  }),
  output: z.object({ ok, notification_id: id, shown: z.boolean() }),
  tool: WRITES,
})

export type NotifyInput = InputOf<typeof notifyUser>
export type NotifyAnswer = AnswerOf<typeof notifyUser>
