import { z } from 'zod'
import { defineUseCase } from './define-use-case.ts'
import { id, limitChars, ok, RESOURCE_CHARS, taskId } from './fields.ts'

export const getGraph = defineUseCase({
  name: 'get_graph',
  title: "A task's part of the evidence graph",
  description: 'Claims with their evidence as JSON text, cut at whole claims',
  input: z.strictObject({ task_id: taskId, limit_chars: limitChars.default(RESOURCE_CHARS) }),
  output: z.object({ ok, task_id: id, json: z.string() }),
})
