import { z } from 'zod'
import { type DeepReadonly, defineUseCase } from './define-use-case.ts'
import { id, longText, ok, shortText, time } from './fields.ts'

const openQuestion = z.object({
  question_id: id,
  prompt: longText,
  choices: z.array(shortText).max(50),
  asked_at: time,
  expires_at: time,
})

export const listQuestions = defineUseCase({
  name: 'list_questions',
  title: 'Questions that wait for an answer',
  description: 'What assistants asked by wait_for_user and nobody has answered yet, oldest first',
  input: z.strictObject({}),
  output: z.object({ ok, questions: z.array(openQuestion) }),
})

export type OpenQuestion = DeepReadonly<z.output<typeof openQuestion>>
