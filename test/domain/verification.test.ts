import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSetAside, type VerificationFacts, verifyClaim } from '../../src/domain/verification.ts'

const facts = (change: Partial<VerificationFacts>): VerificationFacts => ({
  trust: 'UNVERIFIED',
  confidence: 0.8,
  origins: 2,
  vouched: true,
  contradiction: null,
  superseded: null,
  ...change,
})

test('LYRA 2.9: two origins, one of which may vouch, and a confidence of 0.6 verify a claim', () => {
  const outcome = verifyClaim(facts({ confidence: 0.6 }))

  assert.deepEqual(outcome, { status: 'verified', reason: '2 independent sources agree' })
})

test('LYRA 2.9: each of the three is needed, and the reason says which is missing', () => {
  const missing = [facts({ origins: 1 }), facts({ vouched: false }), facts({ confidence: 0.59 })].map(verifyClaim)

  assert.deepEqual(missing, [
    { status: 'pending', reason: 'fewer than two independent sources' },
    { status: 'pending', reason: '2 sources agree, none of them listed above UNVERIFIED' },
    { status: 'pending', reason: 'its confidence is below 0.6' },
  ])
})

test('TRUST 1.2: the low side of a misinformation is rejected, however many agree', () => {
  assert.equal(verifyClaim(facts({ contradiction: 'rejected', origins: 5 })).status, 'rejected')
  assert.equal(verifyClaim(facts({ trust: 'TRUSTED', contradiction: 'rejected' })).status, 'rejected')
})

test('TRUST 1.2: a dispute among equals keeps the claim as contested, however many sources agree', () => {
  assert.equal(verifyClaim(facts({ trust: 'ACADEMIC', contradiction: 'contested', origins: 4 })).status, 'contested')
})

test('LYRA 2.9: what its own source took back is superseded, not rejected', () => {
  const outcome = verifyClaim(facts({ superseded: 'its source was retracted', contradiction: 'rejected' }))

  assert.deepEqual(outcome, { status: 'superseded', reason: 'its source was retracted' })
})

test('TRUST 0.2: what a blocked domain says is not adopted, whoever agrees with it', () => {
  const outcome = verifyClaim(facts({ trust: 'BLOCKED', origins: 4 }))

  assert.deepEqual(outcome, { status: 'rejected', reason: 'its source is blocked' })
})

test('TRUST 4.1: rejected and superseded claims are set aside, contested ones are not', () => {
  const aside = (['pending', 'verified', 'rejected', 'contested', 'superseded'] as const).filter(isSetAside)

  assert.deepEqual(aside, ['rejected', 'superseded'])
})
