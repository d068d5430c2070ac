import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stem } from '../../src/rank/stem.ts'
import { createAnalyser } from '../../src/rank/tokens.ts'

const analyser = await createAnalyser()

test('tokens (EXPLORE 4.3): Japanese words come as lemmas, particles and auxiliaries go', () => {
  assert.deepEqual(analyser.analyse('糖尿病の患者は薬を飲まなかった。'), ['糖尿', '病', '患者', '薬', '飲む'])
})

test('tokens: mixed text keeps Latin runs, numbers and identifiers whole', () => {
  assert.deepEqual(analyser.analyse('DPP-4阻害薬を1,500mg投与（doi:10.1001/jama.2020.1585）'), [
    'dpp-4',
    'dpp',
    '阻害',
    '薬',
    '1500mg',
    '投与',
    'doi:10.1001/jama.2020.1585',
    '10.1001/jama.2020.1585',
  ])
  assert.deepEqual(analyser.analyse('https://doi.org/10.1001/jama.2020.1585, 10.1001/jama.2020.1585.'), [
    'doi.org/10.1001/jama.2020.1585',
    '10.1001/jama.2020.1585',
    '10.1001/jama.2020.1585',
  ])
  assert.deepEqual(analyser.analyse('3/10.5'), ['3/10.5'])
})

test('tokens: full-width letters and half-width kana are folded', () => {
  assert.deepEqual(analyser.analyse('ＣＯＶＩＤとﾜｸﾁﾝ'), ['covid', 'ワクチン'])
})

test('tokens: English is stemmed lightly and stop words go', () => {
  assert.deepEqual(analyser.analyse('The treatments were effectively stopping infections in 2.5% of patients'), [
    'treat',
    'effectiv',
    'stop',
    'infection',
    '2.5',
    'patient',
  ])
})

test('tokens: inflections of a word meet', () => {
  assert.deepEqual(['study', 'studies', 'studied', 'studying'].map(stem), ['studi', 'studi', 'studi', 'studi'])
  assert.deepEqual(['increase', 'increased', 'increases', 'increasing'].map(stem), Array(4).fill('increas'))
  assert.deepEqual(['virus', 'bus', 'analysis'].map(stem), ['virus', 'bus', 'analysis'])
})

test('tokens: nothing comes of nothing', () => {
  assert.deepEqual(analyser.analyse(' ・、。…! '), [])
})

test('tokens: a Japanese text without a single mark is cut into pieces, not analysed as one word', {
  timeout: 20_000,
}, () => {
  const { terms, pairs } = analyser.analyseFully('血圧'.repeat(20_000))
  assert.equal(terms.length, 20_000)
  assert.deepEqual(new Set(terms), new Set(['血圧']))
  assert.equal(pairs.length, 39_999)
})
