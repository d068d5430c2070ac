import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  claimConfidence,
  type EvidenceWeight,
  fragmentReliability,
  PRIOR_CONFIDENCE,
  reliabilityParts,
  spanStrength,
} from '../../src/domain/confidence.ts'

const edge = (
  id: string,
  relation: 'supports' | 'refutes',
  reliability: number,
  nli: number,
  group: string,
): EvidenceWeight => ({
  edgeId: id,
  relation,
  reliability,
  nliConfidence: nli,
  sourceGroup: group,
})

const close = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `expected ${expected}, got ${actual}`)

test('GRAPH 4.1: a claim without evidence stands at the prior 0.5', () => {
  assert.equal(claimConfidence([]).value, 0.5)
})

test('GRAPH 4.1: one support of reliability 0.9 and NLI 0.8 gives logistic(0.72)', () => {
  const result = claimConfidence([edge('e1', 'supports', 0.9, 0.8, 'domain a')])

  close(result.logOdds, 0.72)
  close(result.value, 1 / (1 + Math.exp(-0.72)))
})

test('GRAPH 4.1: supports and refutes are subtracted before the logistic', () => {
  const result = claimConfidence([
    edge('e1', 'supports', 1, 0.9, 'domain a'),
    edge('e2', 'supports', 0.5, 0.6, 'domain b'),
    edge('e3', 'refutes', 0.8, 0.5, 'domain c'),
  ])

  close(result.logOdds, 0.9 + 0.3 - 0.4)
})

test('REQ 3.1.7.3: ten copies of one press release weigh as the heaviest one of them', () => {
  const copies = Array.from({ length: 10 }, (_, i) => edge(`copy${i}`, 'supports', 0.9, 0.5 + i / 100, 'copies c1'))

  const result = claimConfidence(copies)

  close(result.logOdds, 0.9 * 0.59)
  assert.deepEqual(
    result.contributions.filter((part) => part.counted).map((part) => part.edge_id),
    ['copy9'],
  )
})

test('a source that both supports and refutes counts once on each side', () => {
  const result = claimConfidence([
    edge('e1', 'supports', 1, 0.7, 'domain a'),
    edge('e2', 'refutes', 1, 0.6, 'domain a'),
  ])

  close(result.logOdds, 0.1)
})

test('GRAPH 4.2: reliability comes from the fragment alone: 0.9 html x 0.95 paragraph x full quality', () => {
  close(
    fragmentReliability({ extractionMethod: 'html', fragmentType: 'paragraph', quality: 1, isRetracted: false }),
    0.855,
  )
})

test('REQ 3.3.3: the worst quality costs 80 %', () => {
  close(
    fragmentReliability({ extractionMethod: 'api_abstract', fragmentType: 'abstract', quality: 0, isRetracted: false }),
    0.2,
  )
})

test('a retracted paper has no weight', () => {
  assert.equal(
    fragmentReliability({ extractionMethod: 'api_abstract', fragmentType: 'abstract', quality: 1, isRetracted: true }),
    0,
  )
})

test('GRAPH 4.2: every way to read and every kind of passage has its factor, unknown ones a little less', () => {
  const parts = (extractionMethod: string, fragmentType: string) => {
    const found = reliabilityParts({ extractionMethod, fragmentType, quality: 1, isRetracted: false })
    return [found.extraction_method, found.fragment_type]
  }

  assert.deepEqual(parts('user', 'statement'), [1, 1])
  assert.deepEqual(parts('api_record', 'abstract'), [1, 1])
  assert.deepEqual(parts('ocr', 'figure'), [0.6, 0.7])
  assert.deepEqual(parts('pdf', 'code'), [0.9, 0.5])
  assert.deepEqual(parts('telepathy', 'song'), [0.7, 0.8])
})

test('a quotation of twenty characters is whole; a shorter one is whole only where the passage is no longer', () => {
  const passage = 'Falls fell by 14 % in the group.'

  assert.equal(spanStrength(passage, passage.slice(0, 20)), 1)
  assert.equal(spanStrength(passage, passage.slice(0, 19).trim()), 0.9)
  assert.equal(spanStrength('It fell.', 'It fell.'), 1)
  assert.equal(spanStrength(passage, 'It rose.'), 0.8)
})

test('without any evidence a claim is as likely as not; of two equal copies the first counts', () => {
  assert.equal(claimConfidence([]).value, PRIOR_CONFIDENCE)
  const { contributions } = claimConfidence([edge('e1', 'supports', 1, 1, 'g'), edge('e2', 'supports', 1, 1, 'g')])
  assert.deepEqual(
    contributions.map(({ counted }) => counted),
    [true, false],
  )
})
