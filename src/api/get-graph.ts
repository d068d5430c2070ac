import { z } from 'zod'
import { defineUseCase } from './define-use-case.ts'
import { fromItem, id, nextUri, ok, taskId } from './fields.ts'

export const getGraph = defineUseCase({
  name: 'get_graph',
  title: "A task's part of the evidence graph",
  description: 'Claims with their evidence, strongest first, then the citations between pages, as JSON text in pages',
  input: z.strictObject({ task_id: taskId, from: fromItem }),
  output: z.object({ ok, task_id: id, json: z.string(), next: nextUri }),
})
