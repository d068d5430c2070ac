import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ok, time } from './fields.ts'

const share = z.number()

export const getEngines = defineUseCase({
  name: 'get_engines',
  title: 'Engines and routes',
  description: 'How the search engines answer, which circuits are open, and how pages were read by which route',
  input: z.strictObject({}),
  output: z.object({
    ok,
    engines: z.array(
      z.object({
        engine: id,
        /** False: it was used once and is not in the engine table any more. */
        listed: z.boolean(),
        /** Null: never asked. */
        state: z.enum(['closed', 'half-open', 'open']).nullable(),
        success_24h: share.nullable(),
        captcha: share.nullable(),
        http_errors: share.nullable(),
        median_ms: z.number().nullable(),
        weight: z.number(),
        ban_suspected: z.boolean(),
        open_until: time.nullable(),
        last_used_at: time.nullable(),
      }),
    ),
    sources: z.array(id),
    routes: z.array(z.object({ route: id, outcomes: z.array(z.object({ name: id, count: z.number() })) })),
  }),
})

export type EnginesAnswer = AnswerOf<typeof getEngines>
