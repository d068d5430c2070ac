import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ok, queryText, taskId, time, webText } from './fields.ts'

export const getTimeline = defineUseCase({
  name: 'get_timeline',
  title: 'Timeline of a task',
  description: 'Evidence for and against by the year of its page, and what happened in the task, newest first',
  input: z.strictObject({
    task_id: taskId,
    limit: z.int().min(1).max(2000).default(200).describe('Most events'),
  }),
  output: z.object({
    ok,
    task_id: id,
    query: queryText,
    years: z.array(z.object({ year: z.number().nullable(), supports: z.number(), refutes: z.number() })),
    events: z.array(z.object({ id, at: time, kind: id, subject_id: id.nullable(), what: webText })),
  }),
})

export type TimelineAnswer = AnswerOf<typeof getTimeline>
