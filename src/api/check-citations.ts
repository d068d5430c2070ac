import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ok, shortText, taskId } from './fields.ts'
import { REPORT_FORMATS } from './render-report.ts'

export const checkCitations = defineUseCase({
  name: 'check_citations',
  title: 'Check the citations of a report',
  description: "Walks every citation of a report's text back to its fragment and its archive record",
  input: z.strictObject({
    report: z.string().describe('The report, as written or edited; docx in base64'),
    format: z.enum(REPORT_FORMATS).default('md').describe('Of the report'),
    task_id: taskId.optional(),
  }),
  output: z.object({
    ok,
    /** `problem` is null where the citation resolves. */
    citations: z.array(z.object({ number: z.number(), fragmentId: id, problem: shortText.nullable() })),
  }),
})

export type CheckedCitation = AnswerOf<typeof checkCitations>['citations'][number]
