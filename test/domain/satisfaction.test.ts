import assert from 'node:assert/strict'
import { test } from 'node:test'
import { satisfactionScore, searchStatus } from '../../src/domain/satisfaction.ts'

const close = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `expected ${expected}, got ${actual}`)

test('REQ 3.1.7.3: score = independent / 3 x 0.7 + 0.3 with a primary source, at most 1', () => {
  close(satisfactionScore(0, false), 0)
  close(satisfactionScore(1, false), 0.7 / 3)
  close(satisfactionScore(2, true), 1.4 / 3 + 0.3)
  close(satisfactionScore(3, false), 0.7)
  close(satisfactionScore(3, true), 1)
  close(satisfactionScore(9, true), 1)
})

test('LYRA 2.3: three independent sources, or a primary and one more, satisfy; fewer do not', () => {
  const statusOf = (sources: number, primary: boolean) =>
    searchStatus(satisfactionScore(sources, primary), sources, false)
  assert.equal(statusOf(3, false), 'satisfied')
  assert.equal(statusOf(2, true), 'satisfied')
  assert.equal(statusOf(2, false), 'partial')
  assert.equal(statusOf(1, true), 'partial')
  assert.equal(searchStatus(0.6999, 3, false), 'partial')
})

test('REQ 3.1.7.2: one or two sources are partial, none is exhausted, a stopped search is exhausted', () => {
  assert.equal(searchStatus(0.23, 1, false), 'partial')
  assert.equal(searchStatus(0, 0, false), 'exhausted')
  assert.equal(searchStatus(0.5, 2, true), 'exhausted')
})
