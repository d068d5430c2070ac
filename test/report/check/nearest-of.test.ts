import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ComparedPages, nearestOf } from '../../../src/report/check/check-statement.ts'

const TURNED = { how: 'opposite', said: 'raised', seen: 'lowered' }

function compared(verdict: ComparedPages['verdict'], kept: number | null, turned: typeof TURNED | null = null) {
  const taken = kept === null ? null : { kept, turned }
  return { verdict, distance: 0, alignment: { taken } } as unknown as ComparedPages
}

test('uncited: the sentence that a statement was taken from and that says the opposite decides', () => {
  const elsewhere = compared('supported', 0.55)
  const own = compared('contradicted', 0.9, TURNED)
  assert.equal(nearestOf([elsewhere, own]), own)
  assert.equal(nearestOf([compared('supported', null), own]), own)
})

test('uncited: a page that keeps as much of a statement and bears it out decides, and so does one where nothing is turned', () => {
  const own = compared('supported', 0.95)
  assert.equal(nearestOf([compared('contradicted', 0.9, TURNED), own]), own)
  const far = compared('supported', 0.3)
  assert.equal(nearestOf([compared('contradicted', 0.9), far]), far)
  assert.equal(nearestOf([compared('contradicted', 0.6, TURNED), far]), far)
})
