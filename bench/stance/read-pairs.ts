import { tmpdir } from 'node:os'
import { planQuantities, type Question } from '../../src/judge/same-quantity.ts'
import { planCases, secondPairs } from '../../src/judge/stance-cases.ts'
import { measureFirst, measureSecond, type StanceFeatures } from '../../src/judge/stance-features.ts'
import { createEmbedder } from '../../src/models/embedder.ts'
import { createReader } from '../../src/models/reader.ts'
import type { Reader, StancePair, StanceScore } from '../../src/models/types.ts'
import type { WebPair } from './webs.ts'

export interface ReadPair extends WebPair {
  readonly features: StanceFeatures
  /** What the judge asks: in context, the other way round, without context. */
  readonly q: readonly StancePair[]
  /** What is asked about the figures of the pair; `of` tells the figures of the claim apart. */
  readonly figures: readonly (StancePair & Pick<Question, 'outcome' | 'sameWords'> & { of: number; kind: string })[]
}

const SILENT: StanceScore = { supports: 1 / 3, refutes: 1 / 3, neutral: 1 / 3 }
/** Measures what needs no reader, for pairs that a reader shall read that is still to be trained. */
const UNREAD: Pick<Reader, 'judge' | 'sameQuantity'> = {
  judge: async (pairs) => pairs.map(() => SILENT),
  sameQuantity: async (pairs) => pairs.map(() => 0),
}

/** The models as the judge has them, and what it measures of pairs: every pair is read in all three ways. */
export function openPairReader(model: string | null = 'lyra-reader-mini') {
  const places = { home: tmpdir(), threads: 2 }
  const embedder = createEmbedder({ ...places, model: 'lyra-embed-mini', remember: 20_000 })
  const reader = model === null ? UNREAD : createReader({ ...places, model })
  async function read({ passage, ...pair }: WebPair): Promise<ReadPair | null> {
    const [planned] = await planCases(
      { embedder, reader, isSpeech: async (sentences) => sentences.map(() => false) },
      pair.claim,
      [{ id: 'passage', ...passage }],
      undefined,
      true,
    )
    const one = planned?.cases[0]
    if (one === undefined) return null
    const questions = [one.pair, ...secondPairs(one, pair.claim.text)]
    const [first, reverse, alone] = await reader.judge(questions)
    if (first === undefined || reverse === undefined || alone === undefined) return null
    const features = measureSecond(measureFirst({ ...one.measured, model: first }), { reverse, alone })
    const compared = planQuantities(pair.claim, { text: one.said, context: passage.context })
    const claimed = [...new Set(compared.map((question) => question.claimed))]
    const figures = compared.map(({ pair: own, outcome, sameWords, claimed: figure }) => {
      return { ...own, outcome, sameWords, of: claimed.indexOf(figure), kind: figure.kind }
    })
    return { ...pair, passage, q: questions, features, figures }
  }
  return { embedder, read }
}
