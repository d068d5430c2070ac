import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SUPPORT_BAR, supportStrength } from '../../src/domain/confidence.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { weighClaim } from '../../src/research/graph/claim-confidence.ts'

const UNDAMPED = { trust: { ofPage: () => ({ level: 'GOVERNMENT' }) }, damping: () => new Map() } as never

function nodeWith(edge: Readonly<Record<string, unknown>>) {
  const page = { id: 'p', domain: 'a.example', url: 'https://a.example/', is_retracted: false }
  const text = 'The bridge was opened to traffic in 1931.'
  const fragment = {
    ...{ id: 'f', text_content: text, extraction_method: 'html', fragment_type: 'paragraph', quality_score: 1 },
  }
  const evidence = [{ id: 'e', relation: 'supports', rationale: text, page, fragment, human_corrected: false, ...edge }]
  return { claim: { task_id: 't' }, evidence } as never
}

test('GRAPH 4.1: a support at the bar of the judge makes two sources that agree 0.6 sure, a surer one more', () => {
  const at = (probability: number) =>
    weighClaim(UNDAMPED, nodeWith({ nli_confidence: probability, nli_signals: [0] })).value

  assert.equal(SUPPORT_BAR, defaultSettings.judgement.support_threshold)
  assert.equal(supportStrength(SUPPORT_BAR), 0.55)
  assert.equal(supportStrength(1), 1)
  assert.ok(at(SUPPORT_BAR) >= 0.6)
  assert.ok(at(0.7) > at(SUPPORT_BAR))
})

test('GRAPH 4.1: what a person or an outside model says of a pair, and a refutation, weigh as they were said', () => {
  const said = (edge: Readonly<Record<string, unknown>>) =>
    weighClaim(UNDAMPED, nodeWith(edge)).contributions.map(({ nli_confidence }) => nli_confidence)

  assert.deepEqual(said({ nli_confidence: 0.5, nli_signals: null }), [0.5])
  assert.deepEqual(said({ nli_confidence: 0.5, nli_signals: [0], human_corrected: true }), [0.5])
  assert.deepEqual(said({ nli_confidence: 0.5, nli_signals: [0], relation: 'refutes' }), [0.5])
})
