import { z } from 'zod'
import { type AnswerOf, type DeepReadonly, defineUseCase, WRITES } from './define-use-case.ts'
import { finalStatus, id, ok, queryText, taskId } from './fields.ts'

/** What had not come to its end, by its query. */
export const cutOff = z.object({
  searches: z.array(queryText).max(1000),
  /** Searches that had answered, and whose papers' citations were still being followed. */
  citations_of: z.array(queryText).max(1000),
})
export type CutOff = DeepReadonly<z.infer<typeof cutOff>>

export const stopTask = defineUseCase({
  name: 'stop_task',
  title: 'Stop a task',
  description:
    'Ends a task and its running work at once, and records its final state. What was found stays; a later ' +
    'search opens the task again.',
  input: z.strictObject({
    task_id: taskId,
    reason: z.string().trim().max(500).optional().describe('Why: "completed" (default), "user_cancelled"...'),
    cancel: z.boolean().optional().describe('Final state "cancelled"'),
    finish_first: z.boolean().optional().describe('Let running work end first'),
  }),
  output: z.object({
    ok,
    task_id: id,
    final_status: finalStatus,
    cut_off: cutOff,
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
