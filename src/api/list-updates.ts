import { z } from 'zod'
import { taskDelta } from '../domain/task-delta.ts'
import { defineUseCase } from './define-use-case.ts'
import { id, ok, taskId, time } from './fields.ts'

export const listUpdates = defineUseCase({
  name: 'list_updates',
  title: 'What the updates of a task found',
  description: 'Every finished update, newest first, with its delta: findings, verdicts and sources that changed',
  input: z.strictObject({ task_id: taskId }),
  output: z.object({
    ok,
    task_id: id,
    updates: z.array(
      z.object({ update_id: id, started_at: time, finished_at: time, changes: z.number(), delta: taskDelta }),
    ),
  }),
})
