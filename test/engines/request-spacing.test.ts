import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshHealth } from '../../src/engines/circuit-breaker.ts'
import { parsedReport, serpRequest } from '../../src/engines/load-serp.ts'
import { createDailyCount, engineWaitMs } from '../../src/engines/request-spacing.ts'
import { cacheKey } from '../../src/engines/serp-cache.ts'
import { unmetParts } from '../../src/engines/serp-place.ts'
import { refusal } from '../../src/engines/web-search.ts'
import { table } from './web-search-world.ts'

const [alpha] = table
const scarce = table.find(({ name }) => name === 'scarce')
assert.ok(alpha && scarce)
const now = Date.parse('2026-03-01T00:00:10.000Z')
const request = { query: '緑茶 血圧', taskId: 'task_1', causeId: 'cause_1' }

test('REQ 4.3: an engine waits for its interval with a random part, and not at all the first time', () => {
  const used = '2026-03-01T00:00:09.000Z'
  assert.equal(engineWaitMs(null, 4, 0, now), 0)
  assert.deepEqual([engineWaitMs(used, 4, 0, now), engineWaitMs(used, 4, 1, now)], [3000, 4000])
  assert.equal(engineWaitMs('2026-02-01T00:00:00.000Z', 4, 0, now), 0)
})

test('REQ 4.6: where a replay stands before the last use, the wait is one interval', () => {
  assert.equal(engineWaitMs('2026-09-01T00:00:00.000Z', 4, 0, now), 4000)
})

test('REQ 3.1.1: the count of a day begins anew at midnight', () => {
  let at = now
  const count = createDailyCount({ now: () => at, sleep: async () => {} })
  count.add('scarce')
  count.add('scarce')
  const today = count.today('scarce')
  at += 24 * 3600_000
  assert.deepEqual([today, count.today('scarce'), count.today('alpha')], [2, 0, 0])
})

test('REQ 3.1.4: an open circuit and a used-up day are named refusals', () => {
  const health = freshHealth('scarce', 1)
  const open = { ...health, state: 'open', consecutive_failures: 2, open_until: '2026-03-01T00:30:00.000Z' } as const
  assert.equal(refusal(scarce, health, 1, now), null)
  assert.equal(refusal(scarce, health, 2, now)?.outcome, 'rate_limited')
  assert.equal(refusal(scarce, open, 0, now)?.outcome, 'circuit_open')
  assert.equal(refusal(alpha, freshHealth('alpha', 1), 999, now), null)
})

test('REQ 5.1.2: one result page has one key, whatever the width, case and spacing of the query', () => {
  const key = cacheKey('alpha', request)
  assert.equal(cacheKey('alpha', { ...request, query: ' 緑茶　血圧 ' }), key)
  assert.equal(cacheKey('alpha', { ...request, page: 1 }), key)
  const others = [
    cacheKey('beta', request),
    cacheKey('alpha', { ...request, page: 2 }),
    cacheKey('alpha', { ...request, period: { after: '2026-01-01' } }),
    cacheKey('alpha', { ...request, language: 'ja' }),
  ]
  assert.equal(new Set([key, ...others]).size, 5)
})

test('REQ 3.1.4: operators an engine does not know are named with its results', () => {
  assert.deepEqual(unmetParts(alpha, 'tea site:who.int', {}), [
    'engine alpha has no operator for site:who.int: left out',
  ])
  assert.deepEqual(unmetParts(alpha, 'tea', {}), [])
})

test('REQ 3.1.4: only a page that cannot be read is named with where it lies', () => {
  const archive = { file: 'a.warc.gz', recordId: 'r1' }
  const broken = { outcome: 'parser_broken', reason: 'changed', items: [] } as const
  assert.deepEqual(parsedReport(alpha, broken, archive).page, archive)
  assert.equal(parsedReport(alpha, { ...broken, outcome: 'captcha' }, archive).page, undefined)
})

test('REQ 3.1.1: an engine that is asked sparingly tells the gateway so', () => {
  assert.deepEqual(
    [alpha, scarce].map((engine) => serpRequest(engine, request, 30_000).dayLimit),
    [undefined, 2],
  )
})
