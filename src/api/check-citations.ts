import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ok, shortText } from './fields.ts'

export const checkCitations = defineUseCase({
  name: 'check_citations',
  title: 'Check the citations of a report',
  description: "Walks every citation of a report's text back to its fragment and its archive record",
  input: z.strictObject({ report: z.string().describe('The Markdown of the report, as written or edited') }),
  output: z.object({
    ok,
    /** `problem` is null where the citation resolves. */
    citations: z.array(z.object({ number: z.number(), fragmentId: id, problem: shortText.nullable() })),
  }),
})

export type CheckedCitation = AnswerOf<typeof checkCitations>['citations'][number]
