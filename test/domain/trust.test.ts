import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classifyContradiction } from '../../src/domain/contradiction.ts'
import { canBeDemoted, isHighTrust, TRUST_ORDER, type TrustLevel, trustIndex } from '../../src/domain/trust.ts'

test('TRUST decision 2: ACADEMIC, GOVERNMENT and PRIMARY are high trust, index 4 and above', () => {
  assert.deepEqual(
    TRUST_ORDER.map((level) => [trustIndex(level), isHighTrust(level)]),
    [
      [0, false],
      [1, false],
      [2, false],
      [3, false],
      [4, true],
      [5, true],
      [6, true],
    ],
  )
})

test('TRUST 0.2: only UNVERIFIED and LOW can be demoted', () => {
  assert.deepEqual(TRUST_ORDER.filter(canBeDemoted), ['UNVERIFIED', 'LOW'])
})

/** TRUST 1.1 over all 49 pairs: m where the gap is two or more and not both are at index 4 or above. */
const TABLE: Readonly<Record<TrustLevel, string>> = {
  //            B U L T A G P
  BLOCKED: '    c c m m m m m',
  UNVERIFIED: ' c c c m m m m',
  LOW: '        m c c c m m m',
  TRUSTED: '    m m c c c m m',
  ACADEMIC: '   m m m c c c c',
  GOVERNMENT: ' m m m m c c c',
  PRIMARY: '    m m m m c c c',
}

for (const [first, row] of Object.entries(TABLE) as [TrustLevel, string][])
  test(`TRUST 1.1: ${first} against each level`, () => {
    const found = TRUST_ORDER.map((second) => classifyContradiction(first, second).slice(0, 1)).join(' ')

    assert.equal(found, row.trim())
  })
