import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StanceRelation } from '../../src/domain/claim.ts'
import { type LabelledPair, readCheckSet } from '../../src/models/check/check-set.ts'
import { checkLabelOrder } from '../../src/models/check/label-order.ts'
import { type Measured, measureEmbedder } from '../../src/models/check/measure.ts'
import { fitTemperature, stanceFigures } from '../../src/models/check/stance-figures.ts'
import { vectorFigures } from '../../src/models/check/vector-figures.ts'
import { type InUse, judgeModel } from '../../src/models/check/verdict.ts'
import type { Embedder } from '../../src/models/types.ts'

const set = readCheckSet()
const ORDER: readonly StanceRelation[] = ['supports', 'refutes', 'neutral']

/** Logits of a model that is right in the first `right` pairs and says the next label in the others. */
function logitsOf(pairs: readonly LabelledPair[], right: number, sure: number): number[][] {
  return pairs.map(({ label }, at) => {
    const said = (ORDER.indexOf(label) + (at < right ? 0 : 1)) % 3
    return ORDER.map((_, column) => (column === said ? sure : 0))
  })
}

test('LYRA 7: the check set has as many pairs of each label and is of English, Japanese and both', () => {
  const count = <T>(items: readonly T[], what: (item: T) => boolean) => items.filter(what).length
  assert.deepEqual(
    ORDER.map((label) => count(set.pairs, (pair) => pair.label === label)),
    [40, 40, 40],
  )
  const mixed = (languages: string) => languages !== 'en' && languages !== 'ja'
  assert.deepEqual(
    [
      count(set.pairs, ({ languages }) => languages === 'en'),
      count(set.pairs, ({ languages }) => languages === 'ja'),
      count(set.pairs, ({ languages }) => mixed(languages)),
      count(set.triples, ({ languages }) => languages === 'en'),
      count(set.triples, ({ languages }) => languages === 'ja'),
      count(set.triples, ({ languages }) => mixed(languages)),
    ],
    [42, 39, 39, 20, 20, 20],
  )
  assert.equal(new Set(set.pairs.map(({ claim }) => claim)).size, 120)
})

test('LYRA 7: accuracy, macro-F1 and calibration are those of the answers', () => {
  const figures = stanceFigures(set.pairs, logitsOf(set.pairs, 90, 4), ORDER)
  assert.deepEqual(
    [figures.accuracy, figures.macro_f1.toFixed(3), figures.ece_raw.toFixed(3)],
    [0.75, '0.750', '0.215'],
  )
  assert.equal(figures.ece < 0.1, true)
})

test('REQ 3.3.4: the fitted temperature is the one at which the model is as sure as it is right', () => {
  const temperature = fitTemperature(set.pairs, logitsOf(set.pairs, 90, 4), ORDER)
  // Right in three of four: softmax([4, 0, 0] / T) has its log-loss least where the first is 0.75.
  assert.equal(temperature.toFixed(2), (4 / Math.log(6)).toFixed(2))
})

test('LYRA 7: a label map in another order than the model is found out, and the right one named', () => {
  const logits = logitsOf(set.pairs, 100, 5)
  const right = checkLabelOrder(set.pairs, logits, ORDER)
  assert.deepEqual([right.ok, right.macro_f1.toFixed(2)], [true, '0.83'])
  const wrong = checkLabelOrder(set.pairs, logits, ['refutes', 'neutral', 'supports'])
  assert.deepEqual(
    [wrong.ok, 'why' in wrong && wrong.why, 'best' in wrong && wrong.best],
    [false, 'another fits', ORDER],
  )
  const unnamed = checkLabelOrder(set.pairs, logits, null)
  assert.deepEqual([unnamed.ok, 'order' in unnamed && unnamed.order], [true, ORDER])
})

test('LYRA 7: a model whose labels fit in no order is refused, declared or not', () => {
  const same = set.pairs.map(() => [1, 0, 0])
  const told = [ORDER, null].map((declared) => checkLabelOrder(set.pairs, same, declared))
  assert.deepEqual(
    told.map((check) => [check.ok, 'why' in check && check.why]),
    [
      [false, 'none fits'],
      [false, 'none fits'],
    ],
  )
})

function measured(english: number, japanese: number): Measured {
  const order = { ok: true, order: ORDER, macro_f1: 0.7 } as const
  const rest = { pairs: 120, accuracy: 0.7, macro_f1: 0.7, ece: 0.1, ece_raw: 0.1, temperature: 1 }
  const figures = { ...rest, english, japanese }
  return { task: 'stance', model: 'a/b', figures, order, per_second: 10, megabytes: 100 }
}

test('LYRA 7: a model is taken for what it does better than the embedded one, and for nothing else', () => {
  const embedded = measured(0.76, 0.74)
  const settings = [measured(0.9, 0.85), measured(0.9, 0.4), measured(0.5, 0.8), measured(0.75, 0.73)].map((one) => {
    const verdict = judgeModel(one, embedded)
    return verdict.worth ? verdict.setting : verdict.reason
  })
  assert.deepEqual(settings, ['models.nli', 'models.nli_promotion', 'models.nli_japanese', 'worse than embedded'])
})

test('LYRA 7: a tie with the embedded model is no worse; against a model in use it has to hold for the same part', () => {
  const embedded = measured(0.76, 0.74)
  const settingOf = (english: number, japanese: number, inUse: InUse) => {
    const verdict = judgeModel(measured(english, japanese), embedded, inUse)
    return verdict.worth ? verdict.setting : verdict.reason
  }
  const nli = { 'models.nli': measured(0.9, 0.85) }
  assert.equal(settingOf(0.76, 0.74, {}), 'models.nli')
  assert.equal(settingOf(0.76, 0.74, nli), 'worse than the model in use')
  assert.equal(settingOf(0.9, 0.85, nli), 'models.nli')
  assert.equal(settingOf(0.92, 0.8, nli), 'models.nli_promotion')
  assert.equal(settingOf(0.8, 0.9, nli), 'models.nli_japanese')
  assert.equal(
    settingOf(0.8, 0.9, { ...nli, 'models.nli_japanese': measured(0.4, 0.95) }),
    'worse than the model in use',
  )
  assert.equal(settingOf(0.5, 0.5, nli), 'worse than embedded')
  assert.equal(
    judgeModel(measured(0.8, 0.8), embedded, nli).why,
    'english 0.80 against 0.76, japanese 0.80 against 0.74; models.nli is a/b with english 0.90, japanese 0.85',
  )
})

test('LYRA 7: a passage counts as found when it is nearer to its query than all others', () => {
  const rows = [
    { languages: 'en', query: 'q1', near: 'n1', far: 'f1' },
    { languages: 'ja', query: 'q2', near: 'n2', far: 'f2' },
  ] as const
  const figuresOf = (...vectors: readonly (readonly number[])[]) => {
    const {
      triples,
      cosine_near: near,
      cosine_unrelated: unrelated,
      ...shares
    } = vectorFigures(
      rows,
      vectors.map((row) => Float32Array.from(row)),
    )
    return { ...shares, cosines: [near.toFixed(2), unrelated.toFixed(2)], triples }
  }
  assert.deepEqual(figuresOf([1, 0], [0, 1], [0.8, 0.6], [0.7, 0.7], [0, 1], [1, 0]), {
    ...{ triples: 2, right_first: 0, english: 0, japanese: 0, nearer: 1 },
    cosines: ['0.75', '0.83'],
  })
  assert.deepEqual(figuresOf([1, 0], [0, 1], [1, 0], [0, 1], [0.6, 0.8], [0.8, 0.6]), {
    ...{ triples: 2, right_first: 1, english: 1, japanese: 1, nearer: 1 },
    cosines: ['1.00', '0.40'],
  })
})

/** A model of one axis a row of the set, all of them pressed together as the vectors of the E5 family are. */
function pressedEmbedder(common: number): Embedder {
  const { triples } = set
  const vectorOf = (text: string) => {
    const row = triples.findIndex(({ query, near, far }) => [query, near, far].includes(text))
    const own = Float32Array.from({ length: triples.length + 1 }, (_, at) => (at === row ? 1 : 0))
    own[triples.length] = common
    if (triples[row]?.far === text) own[row] = 0.5
    return own.map((value) => value / Math.hypot(...own))
  }
  return { modelId: 'pressed', dimension: 61, embed: async (texts) => texts.map(vectorOf) }
}

test('LYRA 7: where unrelated texts are alike for an encoder, what they have in common is measured and taken away', async () => {
  const centers: (readonly number[])[] = []
  const onCenter = (center: readonly number[]) => {
    centers.push(center)
  }
  const options = { set, now: () => 0 }
  const raw = await measureEmbedder(pressedEmbedder(2), options, null)
  const moved = await measureEmbedder(pressedEmbedder(2), { ...options, onCenter }, null)

  assert.deepEqual(
    [raw.figures.cosine_unrelated.toFixed(2), moved.figures.cosine_unrelated.toFixed(2)],
    ['0.83', '-0.02'],
  )
  assert.deepEqual([moved.figures.right_first, centers.length, centers[0]?.length], [1, 1, 61])
})

test('LYRA 7: vectors whose cosines mean something else than the embedded ones are not taken silently', () => {
  const figures = { triples: 60, english: 0.8, japanese: 0.8, nearer: 0.9 }
  const vectors = (first: number, near: number, unrelated: number): Measured => ({
    ...{ task: 'vectors', model: 'a/b', per_second: 10, megabytes: null },
    figures: { ...figures, right_first: first, cosine_near: near, cosine_unrelated: unrelated },
  })
  const embedded = vectors(0.73, 0.46, 0.04)
  const told = [vectors(0.9, 0.41, 0), vectors(0.9, 0.87, 0.78), vectors(0.7, 0.41, 0)].map((one) => {
    const verdict = judgeModel(one, embedded)
    return verdict.worth ? verdict.setting : verdict.reason
  })
  assert.deepEqual(told, ['models.embedding', 'cosines on another scale', 'worse than embedded'])
})
