import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  INSTRUCTION_FLAG,
  isDangerous,
  MISLEADING_FLAG,
  POSTED_INSTRUCTION_FLAG,
  verifyByGraph,
} from '../../src/guard/l6-source-verification.ts'

const facts = {
  trust: 'UNVERIFIED',
  confidence: 0.7,
  origins: 1,
  vouched: false,
  contradiction: null,
  superseded: null,
  page: { quality_flags: [] },
  drawnBy: 'builtin',
} as const

test('REQ 4.4.1 L6: a new domain stays UNVERIFIED and pending until the graph knows more', () => {
  assert.deepEqual(verifyByGraph(facts), { status: 'pending', reason: 'fewer than two independent sources' })
})

test('REQ 4.4.1 L6: two independent sources, one of them known, verify without a contradiction', () => {
  assert.equal(verifyByGraph({ ...facts, origins: 2, vouched: true }).status, 'verified')
})

test('REQ 4.4.1 L6, TRUST 1.1: against a source of much higher trust it is rejected; among equals it is contested', () => {
  const lost = verifyByGraph({ ...facts, origins: 3, contradiction: 'rejected' })
  const open = verifyByGraph({ ...facts, origins: 3, contradiction: 'contested' })
  assert.deepEqual([lost.status, open.status], ['rejected', 'contested'])
})

test('LYRA 2.1: only the flags of what a page itself says speak against its domain; a post does not', () => {
  assert.equal(isDangerous(['ocr', 'truncated']), false)
  assert.equal(isDangerous([INSTRUCTION_FLAG]), true)
  assert.equal(isDangerous(['thin', MISLEADING_FLAG]), true)
  assert.equal(isDangerous([POSTED_INSTRUCTION_FLAG]), false)
})

test('REQ 4.4.1 L4, L6: what a misled model drew is rejected; what was read without it stays', () => {
  const page = { quality_flags: [MISLEADING_FLAG] }
  const drawn = (['llm', 'builtin'] as const).map((drawnBy) => verifyByGraph({ ...facts, page, drawnBy }).status)
  assert.deepEqual(drawn, ['rejected', 'pending'])
})
