import { z } from 'zod'
import { defineUseCase } from './define-use-case.ts'
import { id, ok, taskId } from './fields.ts'

export const resumeTask = defineUseCase({
  name: 'resume_task',
  title: 'Resume a task',
  description:
    "Finishes what a crash, a shutdown, a pause or a person's absence left open: searches, and citations of papers",
  input: z.strictObject({ task_id: taskId }),
  /** `resumed`: how many jobs. */
  output: z.object({ ok, task_id: id, resumed: z.number() }),
})
