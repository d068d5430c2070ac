import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noveltyExhausted, noveltyFlags, noveltyScore } from '../../src/domain/novelty.ts'

const TRIAL = 'In the trial, 240 adults drank silverleaf tea every morning for twelve weeks.'
const TRIAL_AGAIN = 'In the trial, 240 adults drank silverleaf tea each morning for twelve weeks.'
const NOTICE = '銀葉茶を飲用する場合は、主治医に相談してください。'

test('REQ 3.3.2: a reworded repetition is not new, another statement is', () => {
  assert.deepEqual(noveltyFlags([TRIAL, TRIAL_AGAIN, NOTICE]), [true, false, true])
})

test('REQ 3.1.7.4: the score is the share of new fragments among the last 20', () => {
  assert.equal(noveltyScore([]), 0)
  assert.ok(Math.abs(noveltyScore([TRIAL, TRIAL_AGAIN, NOTICE, NOTICE]) - 0.5) < 1e-9)
})

test('REQ 3.1.7.4: two cycles of ten without anything new end the search, one does not', () => {
  const repeated = (count: number) => [TRIAL, ...Array.from({ length: count }, () => TRIAL_AGAIN)]

  assert.equal(noveltyExhausted(repeated(20)), true)
  assert.equal(noveltyExhausted(repeated(10)), false)
})

test('REQ 3.1.7.4: one new fragment in ten is 10 % and not below it', () => {
  const cycle = (fresh: string) => [fresh, ...Array.from({ length: 9 }, () => TRIAL)]

  assert.equal(noveltyExhausted([TRIAL, ...cycle(NOTICE), ...cycle('A museum in the harbour opens at nine.')]), false)
})
