import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryDelayMs } from '../../src/net/backoff.ts'
import type { NetResult } from '../../src/net/types.ts'

const settings = { backoff_attempts: 3, backoff_base_seconds: 1, backoff_max_seconds: 60 }
const middle = { next: () => 0.5 }
const refused = (outcome: 'rate_limited' | 'not_found', retryAfterMs?: number): NetResult => ({
  outcome,
  reason: outcome,
  route: 'http',
  archive: null,
  elapsedMs: 0,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
})

test('REQ 4.3.5: an API is asked again after 1 and 2 seconds, and its third answer stands', () => {
  const delays = [0, 1, 2].map((attempt) => retryDelayMs(refused('rate_limited'), attempt, settings, middle))
  assert.deepEqual(delays, [1000, 2000, null])
})

test('REQ 4.3.5: what a second try cannot change is not asked for again', () => {
  assert.equal(retryDelayMs(refused('not_found'), 0, settings, middle), null)
})

test('REQ 4.3.5: Retry-After makes the wait longer, up to the longest wait there is', () => {
  const delays = [500, 20_000, 3_600_000].map((ms) => retryDelayMs(refused('rate_limited', ms), 0, settings, middle))
  assert.deepEqual(delays, [1000, 20_000, 60_000])
})
