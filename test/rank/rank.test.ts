import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsSchema } from '../../src/domain/settings.ts'
import type { Embedder } from '../../src/models/types.ts'
import { bm25Index } from '../../src/rank/bm25.ts'
import { fuse, normalise } from '../../src/rank/fuse.ts'
import { rankFragments } from '../../src/rank/rank.ts'
import { createAnalyser } from '../../src/rank/tokens.ts'

const settings = settingsSchema.parse({}).ranking
const analyser = await createAnalyser()

/** Places texts on two axes by the topic they name, so that similarity is known beforehand. */
function topicEmbedder(): Embedder & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    modelId: 'topics',
    dimension: 2,
    asked,
    embed: async (texts) => {
      asked.push(...texts)
      return texts.map((text) => {
        const angle = /lead|鉛/.test(text) ? (/filter/.test(text) ? 0.5 : 0) : Math.PI / 2
        return new Float32Array([Math.cos(angle), Math.sin(angle)])
      })
    },
  }
}

test('BM25 (EXPLORE 4.3): hand-computed scores with k1 1.2 and b 0.75', () => {
  const index = bm25Index([['lead', 'pipe'], ['lead', 'lead', 'water', 'tap'], ['tea']])
  const scores = [...index.scores(['lead', 'pipe', 'lead'])]
  const rarity = (having: number) => Math.log(1 + (3 - having + 0.5) / (having + 0.5))
  const damp = (length: number) => 1.2 * (0.25 + (0.75 * length) / (7 / 3))
  const first = (rarity(2) * 2.2) / (1 + damp(2)) + (rarity(1) * 2.2) / (1 + damp(2))
  const second = (rarity(2) * 2 * 2.2) / (2 + damp(4))
  assert.deepEqual(
    scores.map((score) => score.toFixed(10)),
    [first, second, 0].map((score) => score.toFixed(10)),
  )
})

test('BM25: no documents, no scores; an empty document scores nothing', () => {
  assert.deepEqual([...bm25Index([]).scores(['lead'])], [])
  assert.deepEqual([...bm25Index([[]]).scores(['lead'])], [0])
})

test('fusion (EXPLORE 4.3): 0.3 BM25 + 0.7 embedding, each as its share of the best', () => {
  assert.deepEqual(normalise([2, 4, 8]), [0.25, 0.5, 1])
  assert.deepEqual(normalise([3, 3]), [1, 1])
  assert.deepEqual(normalise([0, 0]), [0, 0])
  assert.deepEqual(normalise([-0.5, 0.5]), [0, 1])
  const fused = fuse([10, 0, 5], [0.2, 0.8, 0.4], settings)
  assert.deepEqual(
    fused.map((score) => score.toFixed(6)),
    ['0.475000', '0.700000', '0.500000'],
  )
})

const CANDIDATES = [
  { id: 'f5', text: 'The weather stayed dry for most of the week.' },
  { id: 'f2', text: 'A filter removes lead from the tap.' },
  { id: 'f1', text: 'Lead pipes raise the level of lead in drinking water.' },
  { id: 'f4', text: 'The team won the second game on Sunday.' },
  { id: 'f3', text: '水道水の鉛は古い管から溶け出す。' },
]

test('ranking (EXPLORE 4.3): best first, ties by id, the cutoff marked', async () => {
  const candidates = [
    ...CANDIDATES,
    { id: 'f7', text: 'Tickets for the concert are sold at the door.' },
    { id: 'f6', text: 'The museum opens at ten on weekdays.' },
  ]
  const ranked = await rankFragments('lead in drinking water', candidates, {
    analyser,
    embed: topicEmbedder(),
    settings,
  })
  assert.deepEqual(
    ranked.map((entry) => [entry.id, entry.kept]),
    [
      ['f1', true],
      ['f2', true],
      ['f3', true],
      ['f4', false],
      ['f5', false],
      ['f6', false],
      ['f7', false],
    ],
  )
  assert.equal(ranked[0]?.final, 1)
  assert.equal(ranked[3]?.final.toFixed(6), '0.000000')
})

test('ranking: the order of the candidates does not change the answer', async () => {
  const context = { analyser, embed: topicEmbedder(), settings }
  const forward = await rankFragments('lead in drinking water', CANDIDATES, context)
  const backward = await rankFragments('lead in drinking water', [...CANDIDATES].reverse(), context)
  assert.deepEqual(backward, forward)
})

test('ranking: known vectors are used and only the others are embedded', async () => {
  const embed = topicEmbedder()
  const vectors = (id: string) => (id === 'f1' ? new Float32Array([1, 0]) : null)
  await rankFragments('lead', CANDIDATES.slice(0, 3), { analyser, embed, vectors, settings })
  assert.deepEqual(embed.asked, [
    'lead',
    'A filter removes lead from the tap.',
    'The weather stayed dry for most of the week.',
  ])
})

test('ranking (EXPLORE 4.3.3): what BM25 leaves behind stands last, unembedded and not kept', async () => {
  const embed = topicEmbedder()
  const ranked = await rankFragments('lead pipes', CANDIDATES, {
    analyser,
    embed,
    settings: { ...settings, bm25_top_k: 2 },
  })
  assert.deepEqual(
    ranked.map((entry) => [entry.id, entry.kept, entry.final > 0]),
    [
      ['f1', true, true],
      ['f2', true, true],
      ['f3', false, false],
      ['f4', false, false],
      ['f5', false, false],
    ],
  )
  assert.equal(embed.asked.length, 3)
})

test('ranking (EXPLORE 4.3): the nearest sentence of a passage counts as much as the whole of it', async () => {
  const angles: Readonly<Record<string, number>> = {
    'lead in water': 0,
    'Tea is popular. Lead was found in the water.': 1.2,
    'Tea is popular.': 1.5,
    'Lead was found in the water.': 0.1,
    'Lead pipes carry water.': 0.8,
  }
  const embed: Embedder = {
    modelId: 'angles',
    dimension: 2,
    embed: async (texts) =>
      texts.map((text) => new Float32Array([Math.cos(angles[text] as number), Math.sin(angles[text] as number)])),
  }
  const candidates = [
    { id: 'long', text: 'Tea is popular. Lead was found in the water.' },
    { id: 'short', text: 'Lead pipes carry water.' },
  ]
  const ranked = await rankFragments('lead in water', candidates, { analyser, embed, settings })
  const meaning = Object.fromEntries(ranked.map((entry) => [entry.id, entry.embedding.toFixed(4)]))
  assert.deepEqual(meaning, {
    long: ((Math.cos(1.2) + Math.cos(0.1)) / 2).toFixed(4),
    short: Math.cos(0.8).toFixed(4),
  })
})

test('ranking (REQ 3.3.3): quality problems damp the score by at most 80 %, before the cut', async () => {
  const text = 'Lead pipes raise the level of lead in drinking water.'
  const rank = async (...qualities: (number | undefined)[]) => {
    const candidates = qualities.map((quality, index) => ({
      id: `f${index + 1}`,
      text,
      ...(quality === undefined ? {} : { quality }),
    }))
    const ranked = await rankFragments('lead in drinking water', candidates, {
      analyser,
      embed: topicEmbedder(),
      settings: { ...settings, min_results: 1 },
    })
    return ranked.map((entry) => [entry.id, Number(entry.final.toFixed(6)), entry.kept])
  }
  assert.deepEqual(await rank(0.2, 1), [
    ['f2', 1, true],
    ['f1', 0.2, true],
  ])
  // Never below a fifth; and who was not judged loses nothing.
  assert.deepEqual(await rank(0.05, undefined, 0.5), [
    ['f2', 1, true],
    ['f3', 0.5, true],
    ['f1', 0.2, true],
  ])
  // Seven copies of one text: alike they are all kept, and the cut falls where the quality falls.
  const kept = async (...qualities: number[]) =>
    (await rank(...qualities)).flatMap(([id, , kept]) => (kept ? [id] : []))
  assert.deepEqual(await kept(1, 1, 1, 1, 1, 1, 1), ['f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7'])
  assert.deepEqual(await kept(0.2, 0.2, 0.2, 1, 0.2, 0.2, 0.2), ['f4'])
})

test('ranking: no candidates, no ranking', async () => {
  assert.deepEqual(await rankFragments('lead', [], { analyser, embed: topicEmbedder(), settings }), [])
})
