import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  INSTRUCTION_FLAG,
  isDangerous,
  MISLEADING_FLAG,
  verifyByGraph,
} from '../../src/guard/l6-source-verification.ts'

const facts = { trust: 'UNVERIFIED', independentSources: 1, contradiction: null, qualityFlags: [] } as const

test('REQ 4.4.1 L6: a new domain stays UNVERIFIED and pending until the graph knows more', () => {
  assert.deepEqual(verifyByGraph(facts), {
    status: 'pending',
    trust: 'UNVERIFIED',
    reason: 'fewer than two independent sources',
  })
})

test('REQ 4.4.1 L6: two independent sources without a contradiction lift it to LOW, no higher', () => {
  const { status, trust } = verifyByGraph({ ...facts, independentSources: 2 })
  assert.deepEqual([status, trust], ['verified', 'LOW'])
})

test('REQ 4.4.1 L6: orders to an AI on its page block it, however many sources agree', () => {
  const { status, trust } = verifyByGraph({ ...facts, independentSources: 9, qualityFlags: ['thin', INSTRUCTION_FLAG] })
  assert.deepEqual([status, trust], ['rejected', 'BLOCKED'])
})

test('REQ 4.4.1 L6, TRUST 1.1: against a source of much higher trust it is rejected; among equals it is contested', () => {
  const lost = verifyByGraph({ ...facts, independentSources: 3, contradiction: 'rejected' })
  const open = verifyByGraph({ ...facts, independentSources: 3, contradiction: 'contested' })
  assert.deepEqual([lost.status, lost.trust], ['rejected', 'BLOCKED'])
  assert.deepEqual([open.status, open.trust], ['contested', 'UNVERIFIED'])
})

test('REQ 4.4.1 L6: only the flags that L2 and L4 set cost the trust', () => {
  assert.equal(isDangerous(['ocr', 'truncated']), false)
  assert.equal(isDangerous([INSTRUCTION_FLAG]), true)
  assert.equal(isDangerous(['thin', MISLEADING_FLAG]), true)
})
