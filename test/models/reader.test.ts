import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reader } from '../judge/shipped-reader.ts'

const PAIR = { evidence: 'Vitamin D reduced falls by 14% in a trial.', claim: 'Vitamin D reduces falls.' }

test('REQ 4.6: a pair that was read is not read again, and its answer is the one that a first reading gives', async () => {
  const [first] = await reader.judge([PAIR])
  const [other, again] = await reader.judge([{ evidence: PAIR.claim, claim: PAIR.evidence }, PAIR])

  // The very object: nothing was computed for it.
  assert.equal(again, first)
  assert.notDeepEqual(other, first)
})

test('REQ 4.6: the same words are another question to another head', async () => {
  const [same] = await reader.sameQuantity([PAIR])
  const [sentence] = await reader.readSentences([{ before: PAIR.evidence, text: PAIR.claim }])

  assert.equal(typeof same, 'number')
  assert.equal(typeof sentence, 'object')
})
