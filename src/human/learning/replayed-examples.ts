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
  /** The hidden layer of each pair of `stance`: signed bytes, base64, 127 being 1. */
  hidden: z.object({ layer: z.string(), width: z.int().min(1), rows: z.base64() }).optional(),
})

export interface BaseExamples {
  readonly stance: readonly Example[]
  readonly claims: readonly Example[]
  /** The layer that the pairs have; null: none. */
  readonly layer: string | null
}

const ONE = 127

export function readBaseExamples(json: string): BaseExamples {
  const { features, stance, claims, hidden } = schema.parse(JSON.parse(json))
  if (features.join() !== STANCE_FEATURES.join()) throw new Error('base examples of other features than the judge has')
  const rows = hidden === undefined ? [] : hiddenRows(hidden.rows, hidden.width)
  if (hidden !== undefined && rows.length !== stance.length)
    throw new Error('base examples with another number of hidden layers than of pairs')
  return {
    layer: hidden?.layer ?? null,
    stance: stance.map(([answer = 0, ...signals], at) => {
      const values = rows[at]
      return { ...stanceExample(signals, answer), ...(values === undefined ? {} : { hidden: values }) }
    }),
    claims: claims.map(([answer = 0, ...probabilities]) => {
      const kinds = Object.values(SENTENCE_KINDS).map((kind, at) => [kind, probabilities[at] ?? 0])
      const reading = Object.fromEntries(kinds) as SentenceReading
      return { read: claimReading(reading), features: claimFeatures(reading), answer, weight: 1 }
    }),
  }
}

/** The values of a layer lie between -1 and 1. */
export function hiddenBytes(rows: readonly ArrayLike<number>[]): string {
  const bytes = rows.flatMap((row) => Array.from(row, (value) => Math.round(value * ONE)))
  return Buffer.from(Int8Array.from(bytes).buffer).toString('base64')
}

function hiddenRows(base64: string, width: number): readonly Float32Array[] {
  const bytes = Int8Array.from(Buffer.from(base64, 'base64'))
  const count = Math.floor(bytes.length / width)
  return Array.from({ length: count }, (_, at) =>
    Float32Array.from(bytes.subarray(at * width, (at + 1) * width), (value) => value / ONE),
  )
}

/** The same examples by their signals alone. */
export function withoutHidden<One extends Example>(examples: readonly One[]): readonly Omit<One, 'hidden'>[] {
  return examples.map(({ hidden: _hidden, ...rest }) => rest)
}
