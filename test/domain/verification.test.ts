import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shouldBlockByRejections, type VerificationFacts, verifyClaim } from '../../src/domain/verification.ts'

const facts = (change: Partial<VerificationFacts>): VerificationFacts => ({
  trust: 'UNVERIFIED',
  independentSources: 1,
  contradiction: null,
  dangerPattern: false,
  ...change,
})

test('L6: two independent sources verify a claim and lift an unknown domain to LOW', () => {
  const outcome = verifyClaim(facts({ independentSources: 2 }))

  assert.equal(outcome.status, 'verified')
  assert.equal(outcome.trust, 'LOW')
})

test('L6: one source leaves the claim pending and the domain as it was', () => {
  const outcome = verifyClaim(facts({ independentSources: 1 }))

  assert.equal(outcome.status, 'pending')
  assert.equal(outcome.trust, 'UNVERIFIED')
})

test('TRUST 1.2: the low side of a misinformation is rejected and its domain blocked', () => {
  const outcome = verifyClaim(facts({ contradiction: 'rejected', independentSources: 5 }))

  assert.equal(outcome.status, 'rejected')
  assert.equal(outcome.trust, 'BLOCKED')
})

test('TRUST 0.2: TRUSTED and above is never demoted automatically', () => {
  assert.equal(verifyClaim(facts({ trust: 'TRUSTED', contradiction: 'rejected' })).trust, 'TRUSTED')
  assert.equal(verifyClaim(facts({ trust: 'ACADEMIC', dangerPattern: true })).trust, 'ACADEMIC')
})

test('TRUST 1.2: a dispute among equals keeps the claim as contested, however many sources agree', () => {
  assert.equal(
    verifyClaim(facts({ trust: 'ACADEMIC', contradiction: 'contested', independentSources: 4 })).status,
    'contested',
  )
})

test('L6: a dangerous pattern rejects before anything else is looked at', () => {
  const outcome = verifyClaim(facts({ dangerPattern: true, independentSources: 3 }))

  assert.equal(outcome.status, 'rejected')
  assert.equal(outcome.trust, 'BLOCKED')
})

test('TRUST 0.2: more than 30 % rejected blocks UNVERIFIED and LOW, exactly 30 % does not', () => {
  assert.equal(shouldBlockByRejections('UNVERIFIED', 4, 10), true)
  assert.equal(shouldBlockByRejections('LOW', 3, 10), false)
  assert.equal(shouldBlockByRejections('TRUSTED', 10, 10), false)
})

test('one rejected claim of one or two is no rate yet', () => {
  assert.equal(shouldBlockByRejections('UNVERIFIED', 1, 1), false)
  assert.equal(shouldBlockByRejections('UNVERIFIED', 2, 2), false)
  assert.equal(shouldBlockByRejections('UNVERIFIED', 1, 3), true)
})

test('TRUST 0.2: what a blocked domain says is not adopted, whoever agrees with it', () => {
  const outcome = verifyClaim(facts({ trust: 'BLOCKED', independentSources: 4 }))

  assert.equal(outcome.status, 'rejected')
  assert.equal(outcome.reason, 'its source is blocked')
})
