import { z } from 'zod'
import { defineUseCase } from './define-use-case.ts'
import { givenId, givenText, id, ok, queryText } from './fields.ts'

export const answerQuestion = defineUseCase({
  name: 'answer_question',
  title: 'Answer a question',
  description: 'Answers a question of wait_for_user from the terminal or the web page; the first answer counts',
  input: z.strictObject({
    question_id: givenId.describe('From list_questions'),
    answer: givenText.describe('The words, or the number of a choice'),
    channel: z.enum(['cli', 'dashboard']).describe('Where the person answered'),
  }),
  output: z.object({ ok, question_id: id, answer: queryText }),
})
