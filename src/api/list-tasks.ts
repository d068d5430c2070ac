import { z } from 'zod'
import { defineUseCase } from './define-use-case.ts'
import { budget, domain, finalStatus, id, ok, queryText, shortText, taskStatus, time } from './fields.ts'

export const NEWEST_TASKS = 200

export const listTasks = defineUseCase({
  name: 'list_tasks',
  title: 'Research tasks',
  description: `The newest ${NEWEST_TASKS} tasks with status and budget`,
  input: z.strictObject({}),
  output: z.object({
    ok,
    tasks: z.array(
      z.object({
        id,
        query: queryText,
        status: taskStatus,
        budget,
        priority_domains: z.array(domain),
        language: id.nullable(),
        /** Seconds of work so far; idle time of the assistant does not count. */
        seconds_used: z.number(),
        created_at: time,
        updated_at: time,
        stopped_at: time.nullable(),
        stop_reason: shortText.nullable(),
        final_status: finalStatus.nullable(),
        cause_id: id,
      }),
    ),
  }),
})
