import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  claimConfidence,
  type EvidenceWeight,
  fragmentReliability,
  reliabilityParts,
  spanStrength,
} from '../../src/domain/confidence.ts'

/** Worked by hand: the arithmetic stands beside the expected value, four decimals. */

type Case = readonly [name: string, edges: readonly EdgeText[], logOdds: number, confidence: number]
/** relation, reliability, stance probability, source */
type EdgeText = readonly ['+' | '-', number, number, string]

const CASES: readonly Case[] = [
  // 1 / (1 + e^0) = 1 / 2
  ['no evidence', [], 0, 0.5],
  // 0.855 x 0.9 = 0.7695; 1 / (1 + e^-0.7695) = 1 / 1.46324
  ['one clean paragraph', [['+', 0.855, 0.9, 'a']], 0.7695, 0.6834],
  // 1 x 0.95 = 0.95; 1 / (1 + 0.38674)
  ['one abstract', [['+', 1, 0.95, 'a']], 0.95, 0.7211],
  // -0.855 x 0.9 = -0.7695; 1 - 0.6834
  ['one refutation mirrors one support', [['-', 0.855, 0.9, 'a']], -0.7695, 0.3166],
  // 0.7695 + 0.95 = 1.7195; 1 / (1 + 0.17916)
  [
    'two independent supports add up',
    [
      ['+', 0.855, 0.9, 'a'],
      ['+', 1, 0.95, 'b'],
    ],
    1.7195,
    0.8481,
  ],
  // 0.95 - 0.95 = 0
  [
    'an even dispute stands at the prior',
    [
      ['+', 1, 0.95, 'a'],
      ['-', 1, 0.95, 'b'],
    ],
    0,
    0.5,
  ],
  // 0.95 + 0.7695 - 0.8 = 0.9195; 1 / (1 + 0.39872)
  [
    'two against one',
    [
      ['+', 1, 0.95, 'a'],
      ['+', 0.855, 0.9, 'b'],
      ['-', 1, 0.8, 'c'],
    ],
    0.9195,
    0.7149,
  ],
  // copies: max(0.7695, 0.684, 0.5985) = 0.7695 counts once
  [
    'three copies weigh as the heaviest',
    [
      ['+', 0.855, 0.9, 'a'],
      ['+', 0.855, 0.8, 'a'],
      ['+', 0.855, 0.7, 'a'],
    ],
    0.7695,
    0.6834,
  ],
  // 0.7695 (group a) + 0.513 (group b, 0.855 x 0.6) = 1.2825; 1 / (1 + 0.27734)
  [
    'two copies and one other',
    [
      ['+', 0.855, 0.9, 'a'],
      ['+', 0.855, 0.5, 'a'],
      ['+', 0.855, 0.6, 'b'],
    ],
    1.2825,
    0.7829,
  ],
  // one source on both sides: 0.7695 - 0.5985 = 0.171; 1 / (1 + 0.84282)
  [
    'a source that says both',
    [
      ['+', 0.855, 0.9, 'a'],
      ['-', 0.855, 0.7, 'a'],
    ],
    0.171,
    0.5426,
  ],
  // OCR: 0.57 x 0.9 = 0.513; 1 / (1 + 0.59870)
  ['a scanned page weighs less', [['+', 0.57, 0.9, 'a']], 0.513, 0.6255],
  // 0.2 x 0.9 = 0.18; 1 / (1 + 0.83527)
  ['an abstract of the worst quality', [['+', 0.2, 0.9, 'a']], 0.18, 0.5449],
  // 5 x 0.7695 = 3.8475; 1 / (1 + 0.02133)
  ['five independent supports', ['a', 'b', 'c', 'd', 'e'].map((s): EdgeText => ['+', 0.855, 0.9, s]), 3.8475, 0.9791],
  // 2 x 0.7695 - 3 x 0.7695 = -0.7695
  [
    'two for, three against',
    [
      ...['a', 'b'].map((s): EdgeText => ['+', 0.855, 0.9, s]),
      ...['c', 'd', 'e'].map((s): EdgeText => ['-', 0.855, 0.9, s]),
    ],
    -0.7695,
    0.3166,
  ],
  // a stance without probability weighs nothing: 0.855 x 0 = 0
  ['a stance of probability zero', [['+', 0.855, 0, 'a']], 0, 0.5],
]

const edges = (texts: readonly EdgeText[]): readonly EvidenceWeight[] =>
  texts.map(([sign, reliability, nliConfidence, sourceGroup], n) => ({
    edgeId: `e${n}`,
    relation: sign === '+' ? 'supports' : 'refutes',
    reliability,
    nliConfidence,
    sourceGroup,
  }))

for (const [name, texts, logOdds, confidence] of CASES)
  test(`GRAPH 4.1, worked example: ${name} gives ${confidence}`, () => {
    const result = claimConfidence(edges(texts))

    assert.equal(Number(result.logOdds.toFixed(4)), logOdds)
    assert.equal(Number(result.value.toFixed(4)), confidence)
  })

const RELIABILITY: readonly (readonly [string, string, number, number | undefined, number])[] = [
  // method x type x (0.2 + 0.8 x quality) x span
  ['api_abstract', 'abstract', 1, undefined, 1], // 1 x 1 x 1 x 1
  ['html', 'paragraph', 0.5, 1, 0.513], // 0.9 x 0.95 x 0.6
  ['pdf', 'table', 1, 1, 0.765], // 0.9 x 0.85
  ['ocr', 'paragraph', 1, 1, 0.57], // 0.6 x 0.95
  ['html', 'quote', 0.75, 1, 0.504], // 0.9 x 0.7 x 0.8
  ['html', 'heading', 1, 1, 0.36], // 0.9 x 0.4
  ['html', 'paragraph', 1, 0.8, 0.684], // 0.9 x 0.95 x 0.8
  ['user', 'paragraph', 1, 0.9, 0.855], // 1 x 0.95 x 0.9
  ['html', 'paragraph', 7, 1, 0.855], // a quality above 1 counts as 1
]

for (const [extractionMethod, fragmentType, quality, span, expected] of RELIABILITY)
  test(`GRAPH 4.2, worked example: ${extractionMethod} ${fragmentType}, quality ${quality}, span ${span ?? 1}: ${expected}`, () => {
    const features = {
      extractionMethod,
      fragmentType,
      quality,
      isRetracted: false,
      ...(span === undefined ? {} : { span }),
    }

    assert.equal(Number(fragmentReliability(features).toFixed(4)), expected)
  })

test('GRAPH 4.2: the parts of a reliability multiply to it', () => {
  const parts = reliabilityParts({
    extractionMethod: 'html',
    fragmentType: 'list',
    quality: 0.5,
    isRetracted: false,
    span: 0.9,
  })

  assert.deepEqual(parts, { extraction_method: 0.9, fragment_type: 0.85, quality: 0.6000000000000001, span: 0.9 })
})

test('GRAPH 4.2: a stance pinned to a sentence is strong, to a scrap weaker, to nothing weakest', () => {
  const text = 'シタグリプチンは HbA1c を0.7 %低下させた。副作用は軽微であった。'

  assert.equal(spanStrength(text, 'シタグリプチンは HbA1c を0.7 %低下させた。'), 1)
  assert.equal(spanStrength(text, '副作用は軽微'), 0.9)
  assert.equal(spanStrength(text, 'a sentence of another page'), 0.8)
  assert.equal(spanStrength(text, null), 0.8)
  assert.equal(spanStrength('短い文。', '短い文。'), 1)
})

test('GRAPH 5: the explanation names what was counted, what weighed as a copy and what was kept out', () => {
  const [first, copy, blocked] = edges([
    ['+', 0.855, 0.9, 'a'],
    ['+', 0.855, 0.8, 'a'],
    ['-', 0.855, 0.9, 'b'],
  ])
  assert.ok(first !== undefined && copy !== undefined && blocked !== undefined)

  const { contributions, logOdds } = claimConfidence([first, copy, { ...blocked, excluded: 'its domain is blocked' }])

  assert.deepEqual(
    contributions.map((part) => [part.edge_id, part.counted, part.reason]),
    [
      ['e0', true, null],
      ['e1', false, 'same source as e0, which weighs more'],
      ['e2', false, 'its domain is blocked'],
    ],
  )
  assert.equal(Number(logOdds.toFixed(4)), 0.7695)
})
