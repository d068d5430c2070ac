import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomIds, seededIds, stableId } from '../../src/domain/ids.ts'

test('a stable id follows from its parts and from nothing else', () => {
  assert.equal(stableId('page', 'https://a.example/'), stableId('page', 'https://a.example/'))
  assert.notEqual(stableId('page', 'ab', 'c'), stableId('page', 'a', 'bc'))
  assert.match(stableId('claim', '銀葉茶'), /^claim_[0-9a-f]{16}$/)
})

test('seeded ids repeat in every run, random ones do not', () => {
  const [first, second] = [seededIds('replay'), seededIds('replay')]

  assert.deepEqual([first.next('task'), first.next('task')], [second.next('task'), second.next('task')])
  assert.notEqual(randomIds().next('task'), randomIds().next('task'))
})
