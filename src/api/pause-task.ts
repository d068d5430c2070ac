import { z } from 'zod'
import { defineUseCase } from './define-use-case.ts'
import { id, ok, taskId } from './fields.ts'

export const pauseTask = defineUseCase({
  name: 'pause_task',
  title: 'Pause a task',
  description: 'Puts the open searches of a task aside, in every process, until it is resumed or searched again',
  input: z.strictObject({ task_id: taskId }),
  /** `paused`: how many jobs. */
  output: z.object({ ok, task_id: id, paused: z.number() }),
})
