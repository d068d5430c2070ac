import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ok, reportLanguage, shortText, taskId } from './fields.ts'

export const REPORT_FORMATS = ['md', 'html', 'docx'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

export const renderReport = defineUseCase({
  name: 'render_report',
  title: 'Report of a task as a file',
  description:
    'The report as Markdown, as one HTML page that loads nothing and prints well, or as a Word document; the same ' +
    'words in the same order, in English or Japanese',
  input: z.strictObject({
    task_id: taskId,
    format: z.enum(REPORT_FORMATS).describe('md, html or docx'),
    language: reportLanguage.optional(),
  }),
  output: z.object({ ok, task_id: id, format: z.enum(REPORT_FORMATS), media_type: shortText, base64: z.string() }),
})

export type RenderedReport = AnswerOf<typeof renderReport>
