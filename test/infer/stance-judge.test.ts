import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createEmbedder } from '../../src/infer/embedder.ts'
import { createNli } from '../../src/infer/nli.ts'
import { createStanceJudge } from '../../src/infer/stance-judge.ts'
import { fuseWindow } from '../../src/infer/stance-score.ts'
import { stanceWindows } from '../../src/infer/stance-windows.ts'

const judge = createStanceJudge({
  nli: createNli({ home: 'no-home', model: 'lyra-nli-mini', threads: 2 }),
  embedder: createEmbedder({ home: 'no-home', model: 'lyra-embed-mini', threads: 2 }),
  settings: defaultSettings.judgement,
})

async function judgeOne(claim: string, text: string, language = 'en') {
  const [verdict] = await judge.judgeFragments({ text: claim, language }, [{ id: 'frag_1', text }])
  assert.ok(verdict)
  return verdict
}

test('REQ 3.3.1: supporting evidence in other words supports', async () => {
  const verdict = await judgeOne(
    'Coffee drinking lowers the risk of type 2 diabetes.',
    'People who drank more coffee had a lower incidence of type 2 diabetes.',
  )
  assert.equal(verdict.relation, 'supports')
})

test('REQ 3.3.1: a claim of 40 % is not supported by 14 %, and the rule is named', async () => {
  const verdict = await judgeOne(
    'Vitamin D supplements reduce falls by 40% in older adults.',
    'Vitamin D supplementation reduced falls by 14% in older adults.',
  )
  assert.equal(verdict.relation, 'refutes')
  assert.equal(verdict.notes.includes('number_mismatch'), true)
})

test('REQ 3.3.1: no significant difference speaks against an effect', async () => {
  const verdict = await judgeOne(
    'Vitamin D supplements reduce falls in older adults.',
    'There was no significant difference in the rate of falls between the vitamin D and placebo groups.',
  )
  assert.equal(verdict.relation, 'refutes')
  assert.deepEqual(verdict.notes, ['direction_mismatch'])
})

test('REQ 3.3.1: a topically unrelated fragment is neutral in both languages', async () => {
  const english = await judgeOne('Vitamin D supplements reduce falls.', 'The museum opens at nine on weekdays.')
  const japanese = await judgeOne('ビタミンDは転倒を減らす。', '本日の美術館の開館時間は午前九時からです。', 'ja')
  assert.equal(english.relation, 'neutral')
  assert.equal(japanese.relation, 'neutral')
})

test('REQ 3.3.1: a Japanese reversal is refuted when model and rule agree', async () => {
  const verdict = await judgeOne(
    '投与により再発率が上昇した。',
    '投与群では対照群に比べて再発率が有意に低下した。',
    'ja',
  )
  assert.equal(verdict.relation, 'refutes')
})

test('REQ 3.3.1: the deciding sentence of a long fragment is kept as rationale', async () => {
  const decisive = 'Vitamin D supplementation reduced the number of falls among older adults.'
  const verdict = await judgeOne(
    'Vitamin D reduces falls in older adults.',
    `The museum opens at nine. ${decisive} Tickets can be bought at the entrance on weekdays.`,
  )
  assert.equal(verdict.rationale, decisive)
})

test('REQ 4.6 replay: a verdict does not depend on the other fragments', async () => {
  const claim = { text: 'Vitamin D reduces falls in older adults.', language: 'en' }
  const one = { id: 'a', text: 'Vitamin D reduced falls in a trial of older women.' }
  const two = { id: 'b', text: '投与群では再発率が低下した。'.repeat(30) }
  const [alone] = await judge.judgeFragments(claim, [one])
  const [, among] = await judge.judgeFragments(claim, [two, one])
  assert.deepEqual(among, alone)
})

test('REQ 3.3.1: a fragment without a sentence is neutral and says why', async () => {
  const verdict = await judgeOne('Vitamin D reduces falls.', '   ')
  assert.equal(verdict.relation, 'neutral')
  assert.deepEqual(verdict.notes, ['no_sentence'])
})

test('model card: a Japanese refutation without a rule is neutral, and the rule is named', () => {
  const signals = {
    coverage: 0.6,
    amount: 'unknown',
    benefit: 'unknown',
    negation: 'unknown',
    numbers: { agree: 0, differ: 0, figuresDiffer: 0 },
  } as const
  const facts = { model: { supports: 0.05, refutes: 0.9, neutral: 0.05 }, similarity: 0.8, signals }
  const thresholds = { support: 0.55, refute: 0.55 }
  assert.equal(fuseWindow({ ...facts, japanese: false }, thresholds).relation, 'refutes')
  const japanese = fuseWindow({ ...facts, japanese: true }, thresholds)
  assert.equal(japanese.relation, 'neutral')
  assert.deepEqual(japanese.notes, ['japanese_refute_unconfirmed'])
})

test('REQ 3.3.1: windows are sentences, pairs around short ones, and the whole of a short fragment', () => {
  const text =
    'It failed. Vitamin D did not lower the number of falls in any of the three groups that were followed up. Why?'
  assert.deepEqual(
    stanceWindows(text).map(({ kind }) => kind),
    ['sentence', 'pair', 'sentence', 'pair', 'sentence', 'whole'],
  )
})
