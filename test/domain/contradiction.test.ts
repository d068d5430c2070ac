import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classifyContradiction, handleContradiction } from '../../src/domain/contradiction.ts'
import type { TrustLevel } from '../../src/domain/trust.ts'

const cases: readonly (readonly [TrustLevel, TrustLevel, 'contested' | 'misinformation'])[] = [
  ['ACADEMIC', 'ACADEMIC', 'contested'],
  ['ACADEMIC', 'PRIMARY', 'contested'],
  ['GOVERNMENT', 'ACADEMIC', 'contested'],
  ['UNVERIFIED', 'ACADEMIC', 'misinformation'],
  ['LOW', 'ACADEMIC', 'misinformation'],
  ['TRUSTED', 'ACADEMIC', 'contested'],
  ['TRUSTED', 'GOVERNMENT', 'misinformation'],
  ['TRUSTED', 'UNVERIFIED', 'misinformation'],
  ['LOW', 'TRUSTED', 'contested'],
  ['UNVERIFIED', 'LOW', 'contested'],
  ['UNVERIFIED', 'UNVERIFIED', 'contested'],
  ['BLOCKED', 'LOW', 'misinformation'],
  ['BLOCKED', 'UNVERIFIED', 'contested'],
]

for (const [first, second, expected] of cases) {
  test(`TRUST 1.1: ${first} against ${second} is ${expected}, in either order`, () => {
    assert.equal(classifyContradiction(first, second), expected)
    assert.equal(classifyContradiction(second, first), expected)
  })
}

test('TRUST 1.2: misinformation rejects the lower side and upholds the higher', () => {
  assert.deepEqual(handleContradiction('misinformation', 'UNVERIFIED', 'ACADEMIC'), ['rejected', 'verified'])
  assert.deepEqual(handleContradiction('misinformation', 'ACADEMIC', 'UNVERIFIED'), ['verified', 'rejected'])
})

test('TRUST 1.2: a contested pair is kept on both sides', () => {
  assert.deepEqual(handleContradiction('contested', 'ACADEMIC', 'GOVERNMENT'), ['contested', 'contested'])
})
