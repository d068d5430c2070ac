import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { givenId, ok, shortText } from './fields.ts'

/** A rectangle in shares of the page's width and height, from its top left corner. */
const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

const drawn = z.object({
  ok,
  drawn: z.literal(true),
  number: z.number(),
  pages: z.number(),
  width: z.number(),
  height: z.number(),
  png_base64: z.string(),
  /** Where the words stand; empty where they were not found on this page. */
  boxes: z.array(box),
})

export const drawArchived = defineUseCase({
  name: 'draw_archived',
  title: 'Draw a page of an archived PDF',
  description: 'One page of an archived PDF as a picture, and where the words of a passage stand in it',
  input: z.strictObject({
    page_id: givenId.describe('The archived page'),
    fragment_id: givenId.optional().describe('The passage'),
    words: z.string().max(8000).optional().describe('The words to find'),
    number: z.int().min(1).max(100_000).optional().describe("The page of the document; the passage's when left out"),
  }),
  output: z.discriminatedUnion('drawn', [drawn, z.object({ ok, drawn: z.literal(false), problem: shortText })]),
})

export type DrawnPage = AnswerOf<typeof drawArchived>
