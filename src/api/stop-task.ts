import { z } from 'zod'
import { type AnswerOf, defineUseCase, WRITES } from './define-use-case.ts'
import { finalStatus, id, ok, queryText, taskId } from './fields.ts'

export const stopTask = defineUseCase({
  name: 'stop_task',
  title: 'Stop a task',
  description:
    'Ends a task and records its final state. What was found stays and can be explored; a later search opens the ' +
    'task again.',
  input: z.strictObject({
    task_id: taskId,
    reason: z
      .string()
      .trim()
      .max(500)
      .optional()
      .describe('Why: "completed" (default), "budget_exhausted", "user_cancelled"...'),
    cancel: z
      .boolean()
      .optional()
      .describe('End running searches at once instead of letting them finish; reason "user_cancelled" does so too'),
  }),
  output: z.object({
    ok,
    task_id: id,
    final_status: finalStatus,
    summary: z.object({
      total_searches: z.number(),
      satisfied_searches: z.number(),
      total_claims: z.number(),
      primary_source_ratio: z.number(),
      /** Searches that did not reach satisfaction, named (REQ 3.1). */
      unsatisfied_queries: z.array(queryText).max(1000),
    }),
  }),
  tool: { ...WRITES, idempotentHint: true },
})

export type StopAnswer = AnswerOf<typeof stopTask>
