import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classifyContradiction } from '../../src/domain/contradiction.ts'
import { canBeDemoted, isHighTrust, TRUST_ORDER, type TrustLevel, trustIndex } from '../../src/domain/trust.ts'
import { shouldBlockByRejections, verifyClaim } from '../../src/domain/verification.ts'

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

const STATUS: readonly (readonly [string, Parameters<typeof verifyClaim>[0], string, TrustLevel])[] = [
  [
    'one source, no dispute',
    { trust: 'UNVERIFIED', independentSources: 1, contradiction: null, dangerPattern: false },
    'pending',
    'UNVERIFIED',
  ],
  [
    'two sources lift to LOW',
    { trust: 'UNVERIFIED', independentSources: 2, contradiction: null, dangerPattern: false },
    'verified',
    'LOW',
  ],
  [
    'two sources lift LOW no higher',
    { trust: 'LOW', independentSources: 5, contradiction: null, dangerPattern: false },
    'verified',
    'LOW',
  ],
  [
    'ACADEMIC stays',
    { trust: 'ACADEMIC', independentSources: 3, contradiction: null, dangerPattern: false },
    'verified',
    'ACADEMIC',
  ],
  [
    'LOW that lost is blocked',
    { trust: 'LOW', independentSources: 4, contradiction: 'rejected', dangerPattern: false },
    'rejected',
    'BLOCKED',
  ],
  [
    'TRUSTED that lost keeps its level',
    { trust: 'TRUSTED', independentSources: 1, contradiction: 'rejected', dangerPattern: false },
    'rejected',
    'TRUSTED',
  ],
  [
    'a winner is verified alone',
    { trust: 'ACADEMIC', independentSources: 1, contradiction: 'verified', dangerPattern: false },
    'verified',
    'ACADEMIC',
  ],
  [
    'danger outweighs a win',
    { trust: 'UNVERIFIED', independentSources: 3, contradiction: 'verified', dangerPattern: true },
    'rejected',
    'BLOCKED',
  ],
]

for (const [name, facts, status, trust] of STATUS)
  test(`L6 worked example: ${name}`, () => {
    const outcome = verifyClaim(facts)

    assert.deepEqual([outcome.status, outcome.trust], [status, trust])
  })

test('L6 worked example: 4 of 13 is 30.8 % and blocks, 3 of 10 is 30 % and does not', () => {
  assert.equal(shouldBlockByRejections('LOW', 4, 13), true)
  assert.equal(shouldBlockByRejections('LOW', 3, 10), false)
  assert.equal(shouldBlockByRejections('ACADEMIC', 13, 13), false)
})
