import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ok, queryText, searchStatus, shortText, taskId, time, webLines } from './fields.ts'

const count = z.number()
const share = z.number()

export const getSearchLog = defineUseCase({
  name: 'get_search_log',
  title: 'Search log of a task',
  description: 'Every search with its times, who answered with how many results, what became of its pages, warnings',
  input: z.strictObject({ task_id: taskId }),
  output: z.object({
    ok,
    task_id: id,
    query: queryText,
    searches: z.array(
      z.object({
        id,
        query: queryText,
        status: searchStatus,
        refute: z.boolean(),
        started_at: time,
        finished_at: time.nullable(),
        /** Results by engine. */
        results: z.array(z.object({ name: id, count })),
        /** Pages by outcome. */
        pages: z.array(z.object({ name: id, count })),
        useful_fragments: count,
        satisfaction: share,
        novelty: share,
        independent_sources: count,
        has_primary_source: z.boolean(),
        error: shortText.nullable(),
        warnings: webLines,
      }),
    ),
  }),
})

export type LoggedSearch = AnswerOf<typeof getSearchLog>['searches'][number]
