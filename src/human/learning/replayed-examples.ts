import { z } from 'zod'
import { claimFeatures, claimReading } from '../../judge/learned-claims.ts'
import { STANCE_FEATURES } from '../../judge/stance-features.ts'
import { SENTENCE_KINDS } from '../../models/model-folder.ts'
import type { SentenceReading } from '../../models/types.ts'
import type { Example } from './fit-adapter.ts'
import { stanceExample } from './stance-examples.ts'

/** base-examples.json of a reader: the right answer first, then what was measured. */
const schema = z.object({
  features: z.array(z.string()),
  stance: z.array(z.array(z.number())),
  claims: z.array(z.array(z.number())),
})

export interface BaseExamples {
  readonly stance: readonly Example[]
  readonly claims: readonly Example[]
}

export function readBaseExamples(json: string): BaseExamples {
  const { features, stance, claims } = schema.parse(JSON.parse(json))
  if (features.join() !== STANCE_FEATURES.join()) throw new Error('base examples of other features than the judge has')
  return {
    stance: stance.map(([answer = 0, ...signals]) => stanceExample(signals, answer)),
    claims: claims.map(([answer = 0, ...probabilities]) => {
      const kinds = Object.values(SENTENCE_KINDS).map((kind, at) => [kind, probabilities[at] ?? 0])
      const reading = Object.fromEntries(kinds) as SentenceReading
      return { read: claimReading(reading), features: claimFeatures(reading), answer, weight: 1 }
    }),
  }
}
