import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCorrectionNote } from '../../src/domain/correction-note.ts'

const NOTES = [
  'Correction: the bridge carries 4,000 cars a day, not 14,000.',
  'An earlier version of this article gave the wrong year.',
  'The report originally stated that nobody was hurt.',
  'The figure has since been revised.',
  '【訂正】本文中の「12台」は「21台」の誤りでした。',
  'おわびして訂正します。',
]
const OTHERS = [
  'The teacher marked the corrections in red ink.',
  'Glasses give vision correction for long sight.',
  'The bridge carries 4,000 cars a day.',
  'Risks were corrected for age; one retracted study was left out.',
  '橋は1日に4000台の車が通る。',
]

test('LYRA 2.9: a note that takes back what was said is known by its words', () => {
  assert.deepEqual(
    NOTES.filter((text) => !isCorrectionNote(text)),
    [],
  )
  assert.deepEqual(
    OTHERS.filter((text) => isCorrectionNote(text)),
    [],
  )
})

test('LYRA 2.9: it may stand in any of the texts; what is missing says nothing', () => {
  assert.equal(isCorrectionNote(null, 'The bridge carries 4,000 cars.', 'Corrections: 12 May'), true)
  assert.equal(isCorrectionNote(null, null), false)
})
