import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ok, shortText } from './fields.ts'

export const showPage = defineUseCase({
  name: 'show_page',
  title: 'Show a page to the person',
  description: "Opens a page in the person's own browser and brings its window to the front, no more",
  input: z.strictObject({ url: z.string().min(1).max(4096).describe('An http or https address') }),
  output: z.object({
    ok,
    opened: z.boolean(),
    /** `devtools`, or the program that was asked; null when this system has none. */
    by: id.nullable(),
    /** What brought the window to the front; null when nothing could. */
    raised_by: id.nullable(),
    /** Ways that were not taken, each with its reason. */
    skipped: z.array(shortText),
  }),
})

export type Shown = AnswerOf<typeof showPage>
