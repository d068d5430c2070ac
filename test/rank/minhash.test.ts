import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cachedSignatures } from '../../src/rank/minhash.ts'

test('REQ 3.3.1: a text is hashed once, until too many others came after it', () => {
  const signatureOf = cachedSignatures(2)
  const wire = signatureOf('The ministry approved the drug on Monday.')

  signatureOf('A museum in the harbour opens at nine.')
  assert.equal(signatureOf('The ministry approved the drug on Monday.'), wire)

  signatureOf('The weather stayed dry for most of the week.')
  const again = signatureOf('The ministry approved the drug on Monday.')
  assert.notEqual(again, wire)
  assert.deepEqual(again, wire)
})
