import { z } from 'zod'
import { type AnswerOf, defineUseCase, type InputOf } from './define-use-case.ts'
import { givenText, id, ok, onlyTask, target, topK, webShortText } from './fields.ts'

export const findTexts = defineUseCase({
  name: 'find_texts',
  title: 'Search claims or fragments by their words',
  description: 'Full text with BM25, best first: claims or fragments that hold the words, in any form of them',
  input: z.strictObject({
    words: givenText.describe('The words to look for'),
    target,
    task_id: onlyTask,
    top_k: topK,
  }),
  output: z.object({
    ok,
    results: z
      .array(
        z.object({
          id,
          text_preview: webShortText,
          /** The page itself has struck the text out: it says this no more. */
          struck_out: z.literal(true).optional(),
          /** BM25; comparable within one answer only. */
          score: z.number(),
        }),
      )
      .max(50),
    total_searched: z.number(),
    /** Texts of the home that are not in the index yet; a server indexes them in the background. */
    not_indexed: z.number(),
  }),
})

export type FindInput = InputOf<typeof findTexts>
export type FindAnswer = AnswerOf<typeof findTexts>
