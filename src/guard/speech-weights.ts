import { readFileSync } from 'node:fs'
import { z } from 'zod'

const share = z.number().min(0).max(1)
const schema = z.object({
  unit: z.number().positive(),
  bias: z.number(),
  /** How the weights' word and the larger model's are put together, as log odds. */
  together: z.object({ own: z.number(), read: z.number(), bias: z.number() }),
  /** The same of a sentence in its place: the larger model's word, its parts and neighbours, how near the title is. */
  in_place: z.object({ head: z.number(), part: z.number(), beside: z.number(), title: z.number(), bias: z.number() }),
  bars: z.object({
    kept_out: share,
    beside: share,
    no_claim: share,
    plain: share,
    worth_reading: share,
    read_out: share,
    read_beside: share,
    read_silent: share,
    head_silent: share,
    part_silent: share,
    segment_silent: share,
    stated: share,
    draws_along: share,
    withheld: share,
    part_withheld: share,
    head_withheld: share,
    withheld_draws: share,
    in_place_silent: share,
  }),
  /** One signed byte a bucket, base64. */
  weights: z.string(),
})

const { weights, ...read } = schema.parse(
  JSON.parse(readFileSync(new URL('../../models/lyra-speech-mini/weights.json', import.meta.url), 'utf8')),
)

/** What was learned, as it ships: models/lyra-speech-mini/README.md says from what. */
export const SPEECH_WEIGHTS = { ...read, column: Int8Array.from(Buffer.from(weights, 'base64')) } as const
