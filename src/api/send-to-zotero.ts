import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ok, taskId } from './fields.ts'

export const sendToZotero = defineUseCase({
  name: 'send_to_zotero',
  title: 'Hand the sources of a task to Zotero',
  description:
    'To the Zotero that runs on this machine, by its connector: every source becomes an item of the library or ' +
    'collection that is chosen there. Pages behind a login stay at home',
  input: z.strictObject({
    task_id: taskId,
    with_private: z.boolean().optional().describe('Also pages behind a login and of private addresses'),
  }),
  output: z.object({ ok, task_id: id, items: z.number(), private_pages_left_out: z.number() }),
})

export type SendToZoteroAnswer = AnswerOf<typeof sendToZotero>
