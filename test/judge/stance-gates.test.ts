import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { likeliest } from '../../src/judge/stance-cases.ts'
import { createStanceJudge } from '../../src/judge/stance-judge.ts'
import type { StancePair } from '../../src/models/types.ts'

const CLAIM = { text: 'The ferry pier was rebuilt by the harbour board.', language: 'en' }
const CONTEXT = { title: 'Ferry pier', heading: null }

/** Sixteen passages as near to the claim as `nearness` says, of which the model half hears that they support it. */
function judgeOf(nearness: (at: number) => number, settings = defaultSettings.judgement) {
  const asked: StancePair[] = []
  const passages = Array.from({ length: 16 }, (_, at) => ({
    ...{
      id: `frag_${at}`,
      text: `Workers of yard number ${at + 100} told us how the pier was rebuilt.`,
      context: CONTEXT,
    },
  }))
  const vectorOf = (text: string) => {
    const at = passages.findIndex((passage) => passage.text === text)
    const cosine = at < 0 ? 1 : nearness(at)
    return Float32Array.from([cosine, Math.sqrt(1 - cosine * cosine)])
  }
  const judge = createStanceJudge({
    nli: {
      modelId: 'half-hears',
      judge: async (pairs) => {
        asked.push(...pairs)
        return pairs.map(() => ({ supports: 0.3, refutes: 0.1, neutral: 0.6 }))
      },
    },
    reader: { sameQuantity: async (pairs) => pairs.map(() => 0), readSpeech: async (texts) => texts.map(() => 0) },
    embedder: { modelId: 'by-name', embed: async (texts: readonly string[]) => texts.map(vectorOf) } as never,
    settings,
  })
  return { judge, passages, asked }
}

const indexOf = ({ evidence }: StancePair) => Number(/number (\d+)/.exec(evidence)?.[1]) - 100

test('LYRA 2.3: where all passages are of one thing the likeliest three quarters are read, and of these two thirds again', async () => {
  const { judge, passages, asked } = judgeOf((at) => 0.9 - at / 100)

  const verdicts = await judge.judgeFragments({ ...CLAIM, context: CONTEXT }, passages)

  const once = asked.slice(0, 12)
  assert.deepEqual(once.map(indexOf), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  // Each of the eight the other way round and without context.
  assert.equal(asked.slice(12, 28).length, 16)
  assert.deepEqual(
    verdicts.slice(12).map(({ relation, signals }) => [relation, signals ?? null]),
    Array.from({ length: 4 }, () => ['neutral', null]),
  )
})

test('LYRA 2.3: passages that are plainly unrelated are not read, and with read_every_candidate each is, three times', async () => {
  const far = judgeOf(() => 0.05)
  await far.judge.judgeFragments({ ...CLAIM, context: CONTEXT }, far.passages)
  const every = judgeOf(() => 0.05, { ...defaultSettings.judgement, read_every_candidate: true })
  await every.judge.judgeFragments({ ...CLAIM, context: CONTEXT }, every.passages)

  assert.equal(far.asked.length, 0)
  assert.equal(every.asked.length, 48)
})

test('LYRA 2.3: an unread passage is as surely neutral as closeness and figures say', async () => {
  const dense = judgeOf((at) => 0.9 - at / 100)
  const far = judgeOf(() => 0.05)

  const [near] = (await dense.judge.judgeFragments({ ...CLAIM, context: CONTEXT }, dense.passages)).slice(-1)
  const [unrelated] = await far.judge.judgeFragments({ ...CLAIM, context: CONTEXT }, far.passages)

  assert.deepEqual([near?.decidedBy, unrelated?.decidedBy], [null, null])
  assert.equal(near?.confidence, near?.scores.neutral)
  assert.ok((near?.confidence ?? 1) < 0.9, `${near?.confidence}`)
  assert.ok((unrelated?.confidence ?? 0) > 0.985 && (unrelated?.confidence ?? 1) < 1, `${unrelated?.confidence}`)
})

test('LYRA 2.3: four passages are read however few a share of them is', () => {
  const plain = [0.9, 0.2, 0.5, 0.4, 0.3]

  assert.deepEqual([...likeliest(plain, (one) => one, { asked: 5, share: 0.2 })], [0.2, 0.3, 0.4, 0.5])
  assert.equal(likeliest(plain.slice(0, 3), (one) => one, { asked: 3, share: 0.2 }).size, 3)
})
