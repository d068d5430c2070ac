import { tmpdir } from 'node:os'
import { planCases, secondPairs } from '../../src/judge/stance-cases.ts'
import { measureFirst, measureSecond, type StanceFeatures } from '../../src/judge/stance-features.ts'
import { createEmbedder } from '../../src/models/embedder.ts'
import { createReader } from '../../src/models/reader.ts'
import type { StancePair } from '../../src/models/types.ts'
import type { WebPair } from './webs.ts'

export interface ReadPair extends WebPair {
  readonly features: StanceFeatures
  /** What the judge asks: in context, the other way round, without context. */
  readonly q: readonly StancePair[]
}

/** The models as the judge has them, and what it measures of pairs: every pair is read in all three ways. */
export function openPairReader(model = 'lyra-reader-mini') {
  const places = { home: tmpdir(), threads: 2 }
  const embedder = createEmbedder({ ...places, model: 'lyra-embed-mini', remember: 20_000 })
  const reader = createReader({ ...places, model })
  async function read({ passage, ...pair }: WebPair): Promise<ReadPair | null> {
    const [one] = await planCases(
      { embedder, reader, isSpeech: async (sentences) => sentences.map(() => false) },
      pair.claim,
      [{ id: 'passage', ...passage }],
      undefined,
      () => true,
    )
    if (one === undefined || one === null) return null
    const { asked, measured } = one
    const questions = [asked.pairOf(asked.wholeText), ...secondPairs(asked, pair.claim.text)]
    const [first, reverse, alone] = await reader.judge(questions)
    if (first === undefined || reverse === undefined || alone === undefined) return null
    const features = measureSecond(measureFirst({ ...measured, model: first }), { reverse, alone })
    return { ...pair, passage, q: questions, features }
  }
  return { embedder, read }
}
