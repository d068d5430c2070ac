import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ok, queryText, shortText, taskId, webShortText, webUrl } from './fields.ts'

export const getUnread = defineUseCase({
  name: 'get_unread',
  title: 'What could not be read',
  description: 'Addresses that a task asked for and could not read, with the reason and every way that was tried',
  input: z.strictObject({ task_id: taskId }),
  output: z.object({
    ok,
    task_id: id,
    query: queryText,
    pages: z.array(
      z.object({
        url: webUrl,
        domain: shortText,
        outcome: id,
        reason: webShortText.nullable(),
        found_by: id,
        /** The query that led to it. */
        search: queryText,
        attempts: z.array(z.object({ route: id, outcome: id, reason: webShortText.nullable() })),
      }),
    ),
  }),
})

export type UnreadPage = AnswerOf<typeof getUnread>['pages'][number]
