import { z } from 'zod'
import { defineUseCase } from './define-use-case.ts'
import { id, ok, taskId } from './fields.ts'

export const getReport = defineUseCase({
  name: 'get_report',
  title: 'Report of a task',
  description: 'Claims with their evidence for and against as Markdown, each citation with its place in the archive',
  input: z.strictObject({ task_id: taskId }),
  output: z.object({ ok, task_id: id, markdown: z.string() }),
})
