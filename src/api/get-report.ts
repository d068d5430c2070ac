import { z } from 'zod'
import { defineUseCase } from './define-use-case.ts'
import { id, ok, reportLanguage, taskId } from './fields.ts'

export const getReport = defineUseCase({
  name: 'get_report',
  title: 'Report of a task',
  description:
    'Findings with what speaks for and against them as Markdown, each citation with its place in the archive',
  input: z.strictObject({ task_id: taskId, language: reportLanguage.optional() }),
  output: z.object({ ok, task_id: id, markdown: z.string() }),
})
