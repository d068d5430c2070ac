import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestTurn } from '../../bench/hostile/longest-turn.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createClaimExtractor } from '../../src/judge/claim-extractor.ts'
import { createStanceJudge } from '../../src/judge/stance-judge.ts'
import type { Embedder, NliModel, Reader, SentenceReading } from '../../src/models/types.ts'

/** Asked for by whoever waits: a turn of the event loop takes no longer than this. */
const LONGEST_MS = 250
const STATEMENT: SentenceReading = {
  ...{ claim: 1, dependent: 0, opinion: 0, advice: 0, question: 0 },
  ...{ 'about the text': 0, speech: 0, fragment: 0, anecdote: 0 },
}
/** Models that answer at once: whatever time passes is that of the rules around them. */
const reader: Pick<Reader, 'readSentences' | 'sameQuantity' | 'readSpeech'> = {
  readSpeech: async (sentences) => sentences.map(() => 0),
  readSentences: async (sentences) => sentences.map(() => STATEMENT),
  sameQuantity: async (pairs) => pairs.map(() => 0.5),
}
const embedder: Embedder = {
  modelId: 'flat',
  dimension: 2,
  embed: async (texts) => texts.map(() => Float32Array.of(1, 0)),
}
const nli: NliModel = {
  modelId: 'silent',
  judge: async (pairs) => pairs.map(() => ({ supports: 0.1, refutes: 0.1, neutral: 0.8 })),
}
const settings = defaultSettings.judgement
const PASSAGE = Array.from(
  { length: 20 },
  (_, n) => `Silverleaf tea lowered blood pressure by ${n} mmHg in ${n + 40} adults. 銀葉茶は血圧を${n}mmHg下げた。`,
).join(' ')

test('SECURITY: claims are taken from the fragments of a large page without holding up the others', async () => {
  const extractor = createClaimExtractor({ embedder: null, reader, settings })
  const sources = Array.from({ length: 60 }, (_, n) => ({
    fragmentId: `frag_${n}`,
    text: `${PASSAGE} ${n}`,
    headingContext: `Results ${n}`,
    fragmentType: 'paragraph',
  }))
  // Patterns are compiled once in a process.
  await extractor.extract(sources.slice(0, 1), 'Does tea help?')
  let found = 0

  const { turnMs } = await longestTurn(async () => {
    found = (await extractor.extract(sources, 'Does silverleaf tea lower blood pressure?')).length
  })

  assert.equal(found, 60)
  assert.ok(turnMs < LONGEST_MS, `${turnMs} ms`)
})

test('SECURITY: a claim is judged by the fragments of a large page without holding up the others', async () => {
  const judge = createStanceJudge({ nli, reader, embedder, settings })
  const fragments = Array.from({ length: 150 }, (_, n) => ({ id: `frag_${n}`, text: `${PASSAGE} ${n}` }))
  await judge.judgeFragments({ text: 'Tea helps.', language: 'en' }, fragments.slice(0, 1))
  let judged = 0

  const { turnMs } = await longestTurn(async () => {
    const claim = { text: 'Silverleaf tea lowered blood pressure by 4 mmHg.', language: 'en' }
    judged = (await judge.judgeFragments(claim, fragments)).length
  })

  assert.equal(judged, 150)
  assert.ok(turnMs < LONGEST_MS, `${turnMs} ms`)
})
