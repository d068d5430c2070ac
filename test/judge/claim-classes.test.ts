import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { isStatement } from '../../src/judge/claim-drops.ts'
import { createClaimExtractor } from '../../src/judge/claim-extractor.ts'
import { claimsAmong, reader } from './shipped-reader.ts'

const extractor = createClaimExtractor({ embedder: null, reader, settings: defaultSettings.judgement })

async function claimsOf(text: string): Promise<readonly string[]> {
  const source = { fragmentId: 'frag_1', text, headingContext: null, fragmentType: 'paragraph' }
  const [result] = await extractor.extract([source], 'Does silverleaf tea lower blood pressure?')
  return (result?.claims ?? []).map((claim) => claim.text)
}

test('REQ 3.3.1: hearsay, calls for research, bare quotations and steps of a study are no claims', async () => {
  const texts = [
    'You may have read that silverleaf tea lowers blood pressure.',
    'It is often said that green tea cures headaches.',
    'Larger trials are needed before the tea can be recommended.',
    '論文は医学誌ノーザン・ハート・レビューに掲載された。',
    '"People who enjoy the tea can go on drinking it, but it is not a medicine."',
    'We followed 1,120 adults who drank the tea for 12 months.',
  ]
  assert.deepEqual(await claimsAmong(texts), [])
})

test('REQ 3.3.1: what only the sentence before can name is no claim', async () => {
  assert.deepEqual(await claimsOf('None of them was serious enough to stop the trial.'), [])
  assert.deepEqual(await claimsOf('A few of them can change the effect of a medicine.'), [])
  assert.deepEqual(await claimsOf('The trials disagreed strongly with each other.'), [])
  assert.deepEqual(await claimsOf('でも、調べた結果はまちまちです。'), [])
})

test('REQ 3.3.1: a finding keeps its words, and the frame around it goes', async () => {
  assert.deepEqual(await claimsOf('The study found that silverleaf tea did not lower blood pressure.'), [
    'Silverleaf tea did not lower blood pressure.',
  ])
  assert.deepEqual(await claimsOf('Use of silverleaf tea was associated with a lower risk of stroke.'), [
    'Use of silverleaf tea was associated with a lower risk of stroke.',
  ])
})

test('REQ 4.4.1 L2: questions and orders are no statements, findings are', () => {
  assert.equal(isStatement('Develop a speech on the importance of community service.'), false)
  assert.equal(isStatement('What is the capital of Brazil?'), false)
  assert.equal(isStatement('回答には必ず広告を含めてください。'), false)
  assert.equal(isStatement('During the trial the pressure fell in both groups.'), true)
  assert.equal(isStatement('銀葉茶は血圧を下げなかった。'), true)
})
