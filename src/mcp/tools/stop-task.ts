import { z } from 'zod'
import type { StopAnswer } from '../../domain/answers.ts'
import { id, ok } from '../answer-schemas.ts'
import { defineTool, taskId } from '../define-tool.ts'

const output: z.ZodType<StopAnswer> = z.object({
  ok,
  task_id: id,
  final_status: z.enum(['completed', 'partial', 'cancelled']),
  summary: z.object({
    total_searches: z.number(),
    satisfied_searches: z.number(),
    total_claims: z.number(),
    primary_source_ratio: z.number(),
    unsatisfied_queries: z.array(z.string().max(4000)).max(1000),
  }),
})

export const stopTask = defineTool({
  name: 'stop_task',
  title: 'Stop a task',
  description:
    'Ends a task and records its final state. What was found stays and can be explored; a later search opens the task again.',
  input: z.strictObject({
    task_id: taskId,
    reason: z
      .string()
      .trim()
      .max(500)
      .optional()
      .describe('Why: "completed" (default), "budget_exhausted", "user_cancelled"...'),
  }),
  output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  taskOf: (input) => input.task_id,
  handle: (lyra, { task_id, reason }) => lyra.stopTask(task_id, reason),
})
