import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterEscalation, afterJudgement, afterRequest, rowOfDay, torShareRefusal } from '../../src/net/policy-row.ts'

const DAY = '2026-03-01'
const AT = '2026-03-01T10:00:00.000Z'
const fresh = rowOfDay(null, DAY)

test('REQ 4.3: a new day gives a domain its budget and its Tor back, and keeps what it learned', () => {
  const used = { ...fresh, requests_today: 7, tor_usage_ratio: 0.5, tor_success_rate: 0, block_score: 0.4 }
  assert.equal(rowOfDay(used, DAY), used)
  const { requests_today, tor_usage_ratio, tor_success_rate, block_score } = rowOfDay(used, '2026-03-02')
  assert.deepEqual([requests_today, tor_usage_ratio, tor_success_rate, block_score], [0, 0, null, 0.4])
})

test('REQ 4.3: each request counts, with its route and whether somebody led there', () => {
  const first = afterRequest(fresh, 'http', true, AT)
  const second = afterRequest(first, 'tor', null, AT)
  const counts = [first, second].map((row) => [row.requests_today, row.tor_usage_ratio, row.referer_match_rate])
  assert.deepEqual(counts, [
    [1, 0, 1],
    [2, 0.5, 1],
  ])
})

test('REQ 4.6: refusals raise the block score, successes lower it, a timeout says nothing', () => {
  const judged = (row: typeof fresh, outcome: 'captcha' | 'ok' | 'timeout') =>
    afterJudgement(row, { route: 'http', outcome, challenge: outcome === 'captcha' ? 'turnstile' : null }, AT)
  const refused = judged(fresh, 'captcha')
  const late = judged(refused, 'timeout')
  const served = judged(late, 'ok')
  assert.deepEqual([refused.block_score, late.block_score, served.block_score], [0.3, 0.3, 0.21])
  assert.deepEqual([refused.captcha_type_last_seen, refused.last_captcha_at], ['turnstile', AT])
})

test('REQ 4.3: only requests over Tor say how Tor does', () => {
  const by = (route: 'http' | 'tor') =>
    afterJudgement(fresh, { route, outcome: 'ok', challenge: null }, AT).tor_success_rate
  assert.deepEqual([by('http'), by('tor')], [null, 1])
})

test('REQ 3.1.2: a browser that was never needed changes nothing; one that helped or failed is remembered', () => {
  assert.equal(afterEscalation(fresh, 'not_needed'), null)
  const needed = afterEscalation(fresh, 'needed')
  const failed = afterEscalation(fresh, 'failed')
  assert.deepEqual([needed?.headful_ratio, needed?.headful_failures], [0.3, 0])
  assert.deepEqual([failed?.headful_ratio, failed?.headful_failures], [0, 1])
})

test("REQ 7: Tor's share is bounded over the day and of one domain, once there are enough requests to speak of", () => {
  const row = { ...fresh, requests_today: 9, tor_usage_ratio: 1 / 9 }
  const few = { ...fresh, requests_today: 4, tor_usage_ratio: 1 }
  assert.equal(torShareRefusal(few, { requests: 4, tor: 4 }, 0.2), null)
  assert.equal(torShareRefusal(row, { requests: 100, tor: 10 }, 0.2), null)
  assert.match(torShareRefusal(row, { requests: 100, tor: 20 }, 0.2) ?? '', /20 % of the day's requests/)
  assert.match(torShareRefusal(row, { requests: 100, tor: 10 }, 0.15) ?? '', /15 % of this domain's requests/)
})
