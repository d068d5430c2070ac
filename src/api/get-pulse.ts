import { z } from 'zod'
import { defineUseCase } from './define-use-case.ts'
import { id, ok, onlyTask } from './fields.ts'

export const getPulse = defineUseCase({
  name: 'get_pulse',
  title: 'Whether anything has changed',
  description:
    'A mark that differs as soon as something of a task, or of the home, has changed; cheap to ask for often',
  input: z.strictObject({ task_id: onlyTask }),
  output: z.object({ ok, pulse: id }),
})
