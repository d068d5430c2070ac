import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toldReasons } from '../../../src/report/check/told-reasons.ts'

test('reasons: a thing that two comparisons find is told once, as the draft spells it', () => {
  const problem = 'the source says "lowered"'
  const reasons = toldReasons('Netting RAISED losses by 9.7 kPa.', [
    { ground: 'opposite', said: 'raised', problem },
    { ground: 'denial', said: 'Raised', problem: 'one of the two denies it' },
    { ground: 'figure', said: '9.7 kpa', problem: 'this figure is not in the source' },
  ])
  assert.deepEqual(
    reasons.map(({ ground, said }) => [ground, said]),
    [
      ['opposite', 'RAISED'],
      ['figure', '9.7 kPa'],
    ],
  )
})

test('reasons: what the draft does not spell out is told as it is', () => {
  const [reason] = toldReasons('A statement.', [
    { ground: 'far', said: '', problem: 'no passage of the source says this' },
  ])
  assert.equal(reason?.said, '')
})
