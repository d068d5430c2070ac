import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ok, reportLanguage, shortText, taskId } from './fields.ts'

export const getReport = defineUseCase({
  name: 'get_report',
  title: 'Report of a task',
  description:
    'Findings with what speaks for and against them as Markdown, each citation with its place in the archive',
  input: z.strictObject({ task_id: taskId, language: reportLanguage.optional() }),
  output: z.object({
    ok,
    task_id: id,
    markdown: z.string(),
    /** What there is in all, and each part that holds findings, in the words of the report. */
    counted: shortText,
    parts: z.array(
      z.object({ name: id, title: shortText, findings: z.array(z.object({ finding_id: id, standing: shortText })) }),
    ),
  }),
})

export type Report = AnswerOf<typeof getReport>
