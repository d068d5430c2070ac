import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { shortenText } from '../../src/domain/shorten-text.ts'
import { estimateTokens } from '../../src/domain/token-estimate.ts'

const TEXTS = {
  english:
    'In a trial with 240 adults the drink lowered systolic pressure by 4.1 mmHg after twelve weeks, ' +
    'compared with water.',
  japanese: '鎮静下内視鏡の偶発症の頻度は0.0013%であり、観察期間中に重篤な有害事象は報告されなかった。',
  address: `https://ja.example.org/wiki/${encodeURIComponent('鎮静下内視鏡の偶発症の頻度')}`,
  rows: JSON.stringify([
    { id: 'claim_cf055e7d8957ff2a', url: 'https://institute.example/reports/2024.pdf', confidence: 0.6517, adopted: 1 },
    { id: 'claim_007c0b7a71fe3604', url: 'https://agency.example/advice/tea', confidence: 0.3438, adopted: 0 },
  ]),
}

test('LYRA 3.8: the estimate of tokens is near what a model counts', () => {
  for (const [name, text] of Object.entries(TEXTS)) {
    const counted = countTokens(text)
    const share = estimateTokens(text) / counted
    assert.ok(share > 0.85 && share < 1.3, `${name}: ${estimateTokens(text)} for ${counted}`)
  }
})

test('a shortened text says how long it is and breaks no character', () => {
  assert.equal(shortenText('short', 5), 'short')
  assert.equal(shortenText('abcdefgh', 3), 'abc… [3 of 8 characters]')
  assert.equal(shortenText('a😀b', 2), 'a… [1 of 4 characters]')
})
