import { z } from 'zod'

const share = z.number().min(0).max(1)
const bars = z.object({
  /** A stretch that the rules leave is a name from here on. */
  add: share,
  /** A name of the rules is of another kind from here on. */
  change: share,
  /** A name of the rules is none from here on. */
  drop: share,
})
const schema = z.object({
  hidden: z.int().positive(),
  kinds: z.int().positive(),
  bars: z.object({ en: bars, ja: bars }),
  /** In the order of their rows. */
  features: z.array(z.string()),
  /** Signed bytes, a row for each value of the four vectors; base64. */
  words: z.string(),
  /** Floats, base64: what a step of a column of `words` is. */
  word_scales: z.string(),
  feature_rows: z.string(),
  hidden_bias: z.string(),
  out: z.string(),
  direct: z.string(),
  out_bias: z.string(),
})

export interface HeadWeights {
  readonly hidden: number
  readonly kinds: number
  readonly bars: z.infer<typeof schema>['bars']
  readonly featureRows: ReadonlyMap<string, number>
  readonly words: Int8Array
  readonly wordScales: Float32Array
  readonly features: Float32Array
  readonly hiddenBias: Float32Array
  readonly out: Float32Array
  readonly direct: Float32Array
  readonly outBias: Float32Array
}

/** Reads models/lyra-names-mini/weights.json. */
export function readHeadWeights(text: string): HeadWeights {
  const read = schema.parse(JSON.parse(text))
  const { hidden, kinds, bars: all } = read
  return {
    hidden,
    kinds,
    bars: all,
    featureRows: new Map(read.features.map((name, row) => [name, row])),
    words: Int8Array.from(Buffer.from(read.words, 'base64')),
    wordScales: floats(read.word_scales),
    features: floats(read.feature_rows),
    hiddenBias: floats(read.hidden_bias),
    out: floats(read.out),
    direct: floats(read.direct),
    outBias: floats(read.out_bias),
  }
}

function floats(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64')
  return new Float32Array(new Uint8Array(bytes).buffer)
}
