import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byConfidence } from '../../src/domain/claim-order.ts'

test('REQ 3.3.4: claims are listed by confidence, those of equal confidence by the quality of their extraction', () => {
  const claim = (id: string, confidence: number, extraction_quality: number) => ({ id, confidence, extraction_quality })
  const claims = [claim('d', 0.5, 0.4), claim('c', 0.5, 0.9), claim('b', 0.7, 0.1), claim('a', 0.5, 0.4)]

  assert.deepEqual(
    claims.sort(byConfidence).map(({ id }) => id),
    ['b', 'c', 'a', 'd'],
  )
})
