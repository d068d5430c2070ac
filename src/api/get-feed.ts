import { z } from 'zod'
import { defineUseCase } from './define-use-case.ts'
import { id, ok, reportLanguage, taskId } from './fields.ts'

export const getFeed = defineUseCase({
  name: 'get_feed',
  title: 'What the updates of a task found, as an Atom feed',
  description: 'One entry for each update that found a change, newest first',
  input: z.strictObject({ task_id: taskId, language: reportLanguage.optional() }),
  output: z.object({ ok, task_id: id, entries: z.number(), atom: z.string() }),
})
