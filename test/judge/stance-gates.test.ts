import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { likeliest } from '../../src/judge/stance-cases.ts'
import { createStanceJudge } from '../../src/judge/stance-judge.ts'
import type { StancePair } from '../../src/models/types.ts'

const CLAIM = { text: 'The ferry pier was rebuilt by the harbour board.', language: 'en' }
const CONTEXT = { title: 'Ferry pier', heading: null }

const TRADES = ['Workers', 'Painters', 'Divers']

/** Sixteen passages as near to the claim as `nearness` says, of which the model half hears that they support it. */
function judgeOf(nearness: (at: number) => number, { sentences = 1, settings = defaultSettings.judgement } = {}) {
  const asked: StancePair[] = []
  const passages = Array.from({ length: 16 }, (_, at) => ({
    id: `frag_${at}`,
    text: TRADES.slice(0, sentences)
      .map((trade) => `${trade} of yard number ${at + 100} told us how the pier was rebuilt.`)
      .join(' '),
    context: CONTEXT,
  }))
  const vectorOf = (text: string) => {
    const at = Number(/number (\d+)/.exec(text)?.[1]) - 100
    const cosine = Number.isNaN(at) ? 1 : nearness(at)
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

/** Everything is near to everything, figures say nothing and nobody speaks to a machine. */
function quietModels() {
  const near = Float32Array.from([1, 0])
  return {
    embedder: { modelId: 'near', embed: async (texts: readonly string[]) => texts.map(() => near) } as never,
    reader: {
      sameQuantity: async (pairs: readonly StancePair[]) => pairs.map(() => 0),
      readSpeech: async (texts: readonly string[]) => texts.map(() => 0),
    },
  }
}

const indexOf = ({ evidence }: StancePair) => Number(/number (\d+)/.exec(evidence)?.[1]) - 100

test('LYRA 2.3: a sentence for each passage is read, the likeliest ones, and two thirds again', async () => {
  const { judge, passages, asked } = judgeOf((at) => 0.9 - at / 100, { sentences: 2 })

  const verdicts = await judge.judgeFragments({ ...CLAIM, context: CONTEXT }, passages)

  const once = asked.slice(0, 16)
  assert.deepEqual(once.map(indexOf), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7])
  // Each of the eleven the other way round and without context.
  assert.equal(asked.slice(16).length, 22)
  assert.deepEqual(
    verdicts.slice(8).map(({ relation, signals }) => [relation, signals ?? null]),
    Array.from({ length: 8 }, () => ['neutral', null]),
  )
})

test('LYRA 2.3: what is plainly unrelated is not read; with read_every_candidate all is, three times', async () => {
  const far = judgeOf(() => 0.05)
  await far.judge.judgeFragments({ ...CLAIM, context: CONTEXT }, far.passages)
  const settings = { ...defaultSettings.judgement, read_every_candidate: true }
  const every = judgeOf(() => 0.05, { sentences: 2, settings })
  await every.judge.judgeFragments({ ...CLAIM, context: CONTEXT }, every.passages)

  assert.equal(far.asked.length, 0)
  assert.equal(every.asked.length, 96)
})

test('LYRA 2.3: an unread passage is as surely neutral as closeness and figures say', async () => {
  const dense = judgeOf((at) => 0.9 - at / 100, { sentences: 2 })
  const far = judgeOf(() => 0.05)

  const [near] = (await dense.judge.judgeFragments({ ...CLAIM, context: CONTEXT }, dense.passages)).slice(-1)
  const [unrelated] = await far.judge.judgeFragments({ ...CLAIM, context: CONTEXT }, far.passages)

  assert.deepEqual([near?.decidedBy, unrelated?.decidedBy], [null, null])
  assert.equal(near?.confidence, near?.scores.neutral)
  assert.ok((near?.confidence ?? 1) < 0.9, `${near?.confidence}`)
  assert.ok((unrelated?.confidence ?? 0) > 0.985 && (unrelated?.confidence ?? 1) < 1, `${unrelated?.confidence}`)
})

test('LYRA 2.3: a passage says what its loudest sentence says, and that sentence is quoted', async () => {
  const { embedder, reader } = quietModels()
  const judge = createStanceJudge({
    nli: {
      modelId: 'by-word',
      judge: async (pairs) =>
        pairs.map(({ evidence, claim }) =>
          `${evidence} ${claim}`.includes('demolished')
            ? { supports: 0.01, refutes: 0.97, neutral: 0.02 }
            : { supports: 0.2, refutes: 0.1, neutral: 0.7 },
        ),
    },
    ...{ reader, embedder, settings: defaultSettings.judgement },
  })
  const text =
    'The ferry pier is older than the town. The pier was demolished by a private owner. Boats call there daily.'

  const [verdict] = await judge.judgeFragments({ ...CLAIM, context: CONTEXT }, [{ id: 'one', text, context: CONTEXT }])

  assert.equal(verdict?.relation, 'refutes')
  assert.equal(verdict?.rationale, 'The pier was demolished by a private owner.')
})

test('LYRA 2.3: a row of a table is read under the names of its columns, and quoted as it stands', async () => {
  const { embedder, reader } = quietModels()
  const read: string[] = []
  const judge = createStanceJudge({
    nli: {
      modelId: 'listens',
      judge: async (pairs) => {
        read.push(...pairs.map(({ evidence }) => evidence))
        return pairs.map(({ evidence, claim }) =>
          `${evidence} ${claim}`.includes('Part Ferry pier')
            ? { supports: 0.97, refutes: 0.01, neutral: 0.02 }
            : { supports: 0.1, refutes: 0.1, neutral: 0.8 },
        )
      },
    },
    ...{ reader, embedder, settings: defaultSettings.judgement },
  })
  const rows = ['Part | Rebuilt by | Year', 'Ferry pier | harbour board | 1987', 'Boat shed | sailing club | 1990']
  const text = ['Works on the pier', ...rows].join('\n')

  const [verdict] = await judge.judgeFragments({ ...CLAIM, context: CONTEXT }, [{ id: 'one', text, context: CONTEXT }])

  const asRead = 'Ferry pier : Works on the pier: Part Ferry pier, Rebuilt by harbour board, Year 1987'
  assert.ok(read.includes(asRead), read.join('\n'))
  assert.equal(verdict?.rationale, 'Ferry pier | harbour board | 1987')
})

test('LYRA 2.3: four passages are read however few a share of them is', () => {
  const plain = [0.9, 0.2, 0.5, 0.4, 0.3]

  assert.deepEqual([...likeliest(plain, (one) => one, { asked: 5, share: 0.2 })], [0.2, 0.3, 0.4, 0.5])
  assert.equal(likeliest(plain.slice(0, 3), (one) => one, { asked: 3, share: 0.2 }).size, 3)
})
