import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lexicalIndex } from '../../src/rank/lexical.ts'
import { createAnalyser } from '../../src/rank/tokens.ts'

const analyser = await createAnalyser()
const order = (query: string, texts: readonly string[]) => {
  const scores = lexicalIndex(analyser, texts).scores(query)
  return [...scores.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number))
}

test('parts (EXPLORE 4.3): four letters of a Latin word with its borders, two characters of a Japanese run', () => {
  assert.deepEqual(analyser.analyseFully('Statins in 糖尿病の患者').parts, [
    ...['^sta', 'stat', 'tati', 'atin', 'tin$'],
    ...['糖尿', '尿病', '病の', 'の患', '患者'],
  ])
  assert.deepEqual(analyser.analyseFully('DNA').parts, ['^dna', 'dna$'])
  assert.deepEqual(analyser.analyseFully('6').parts, ['^6$'])
  assert.deepEqual(analyser.analyseFully('それから').parts, [])
})

test('lexical score (EXPLORE 4.3): another form of the word is found by its parts, behind the word itself', () => {
  const texts = ['The museum opens at nine.', 'Inflammatory markers fell.', 'Inflammation fell.']
  const scores = lexicalIndex(analyser, texts).scores('inflammation')
  assert.deepEqual(order('inflammation', texts), [2, 1, 0])
  assert.equal(scores[0], 0)
  assert.equal((scores[1] as number) > 0, true)
})

test('lexical score (EXPLORE 4.3): a Japanese compound that the dictionary cuts otherwise is still found', () => {
  const texts = ['美術館は九時に開く。', '抗凝固薬の服用歴がある。', '天気は晴れだった。']
  assert.equal(order('凝固', texts)[0], 1)
})

test('lexical score: a whole word counts once and its parts a fifth of themselves', () => {
  const scores = lexicalIndex(analyser, ['ab', 'cd']).scores('ab')
  const rarity = Math.log(1 + 1.5 / 1.5)
  const one = (rarity * 2.2) / (1 + 1.2)
  assert.equal(scores[0]?.toFixed(10), (one + 0.2 * one).toFixed(10))
  assert.equal(scores[1], 0)
})
