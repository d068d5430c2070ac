import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../src/domain/random.ts'
import { softmax } from '../../src/domain/softmax.ts'
import { chooseUnits, kindShares, readWeights } from '../../src/extract/choose-units.ts'
import { indexCuts, scoreRows } from '../../src/extract/cut-index.ts'
import { probability, readForest, scoreOf, scores } from '../../src/extract/forest.ts'
import { readMetadata } from '../../src/extract/metadata.ts'
import { pageFeatures } from '../../src/extract/page-features.ts'
import { parseHtml } from '../../src/extract/parse-html.ts'
import { measureText } from '../../src/extract/text-measure.ts'
import { CONTEXT, phraseBits, unitTable } from '../../src/extract/unit-features.ts'
import { type Unit, unitsOf } from '../../src/extract/units.ts'
import { NEWS_JA } from './pages.ts'

test('forest: the sum of the leaves that a row reaches, a class after the other', () => {
  const forest = {
    features: 2,
    classes: 2,
    roots: Int32Array.from([0, 1]),
    split: Int32Array.from([0, 1]),
    cut: Float64Array.from([0.5, 3]),
    child: Int32Array.from([-1, -2, -3, -4]),
    leaf: Float64Array.from([0.25, -1, 2, 4]),
  }
  assert.deepEqual(scores(forest, Float32Array.from([0.5, 3]), 0), [0.25, 2])
  assert.deepEqual(scores(forest, Float32Array.from([9, 9, 0.6, 3.5]), 2), [-1, 4])
  assert.equal(probability(0), 0.5)
  assert.deepEqual(softmax([1, 1]), [0.5, 0.5])
})

test('cut index: the sum of every row is, to the bit, that of the walks from root to leaf', () => {
  const forest = readForest(new URL('../../config/extract/first.json', import.meta.url))
  const random = seededRandom(7)
  const [count, stride, shared] = [60, forest.features + 3, [200, 290] as const]
  const values = new Float32Array(count * stride)
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < forest.features; column += 1) {
      const isShared = row > 0 && column >= shared[0] && column < shared[1]
      // A value on the cut itself goes left, what is no number right.
      const onCut = forest.cut[forest.split.indexOf(column)] ?? 0
      const own = [onCut, Number.NaN, 0, 1, 40 * random.next() - 4][Math.floor(5 * random.next())] as number
      values[row * stride + column] = isShared ? (values[column] as number) : own
    }
  const walked = Array.from({ length: count }, (_, row) => scoreOf(forest, values, row * stride))
  assert.deepEqual([...scoreRows(indexCuts(forest), { values, stride, count, shared })], walked)
  assert.ok(new Set(walked).size > 50)
})

test('weights: their widths are those of the features of this version', () => {
  const weights = readWeights()
  const document = parseHtml(NEWS_JA)
  const units = unitsOf(document, new Set())
  const phrases = units.map((unit) => phraseBits(unit.text))
  const page = pageFeatures(
    document,
    units,
    phrases,
    readMetadata(document, 'https://a.example/'),
    'https://a.example/',
  )
  const kinds = kindShares(weights, page)
  const table = unitTable(document, units, phrases, 'x', { body: null, description: null }, [...page, ...kinds])
  assert.deepEqual(
    [weights.kind.features, weights.first.features, weights.second.features, weights.success.features, kinds.length],
    [page.length, table.width, table.width + CONTEXT, 22, 7],
  )
})

test('choice: the set with the largest expected F1, and that expectation', () => {
  const unit = (words: number): Unit => ({
    kind: 'paragraph',
    level: 0,
    text: 'w '.repeat(words).trim(),
    element: { tag: 'p', attributes: new Map(), children: [], parent: null, depth: 0, groups: 0 },
    measure: measureText('w '.repeat(words)),
    linkShare: 0,
    links: 0,
  })
  const units = [unit(10), unit(10), unit(10)]
  const choice = chooseUnits(units, Float64Array.from([0.9, 0.1, 0.6]))
  // {1st}: 18/(10+16); {1st, 3rd}: 30/(20+16); all: 32/(30+16)
  assert.deepEqual(choice.kept, [true, false, true])
  assert.equal(Math.round(choice.expected * 1000), 833)
})

test('measure: words of Latin, Japanese and Korean text', () => {
  assert.equal(measureText("The city's pipes, 1986.").words, 4)
  assert.equal(measureText('水道水の鉛').words, 2.5)
  assert.equal(measureText('수돗물의 납 기준').words, 3)
})
