import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { seededIds } from '../../src/domain/ids.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createDomainPolicy } from '../../src/net/domain-policy.ts'
import { createHysteresis } from '../../src/net/hysteresis.ts'
import { httpRoute } from '../../src/net/routes.ts'
import type { NetResult, Route } from '../../src/net/types.ts'
import { memoryDomainPolicyStore } from '../../src/store/domain-policy.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { EventInput } from '../../src/store/types.ts'
import { ask, fetcherOf, openWorld, serve } from './loopback.ts'

function policyWith(changes: Partial<typeof defaultSettings.net> = {}, rows = memoryDomainPolicyStore()) {
  let time = Date.parse('2026-05-15T12:00:00Z')
  const events: EventInput[] = []
  const policy = createDomainPolicy({
    rows,
    settings: { ...defaultSettings.net, ...changes },
    clock: { now: () => time, sleep: async () => {} },
    events: {
      append: (event) => {
        events.push(event)
        return 'event'
      },
    },
  })
  const pass = (seconds: number) => {
    time += seconds * 1000
  }
  return { policy, rows, events, pass }
}

test('REQ 4.6: a dial stays in its bounds, has a dead band, and does not turn before its hold is over', () => {
  const dial = createHysteresis({ levels: [1, 2, 4], raiseAbove: 0.5, lowerBelow: 0.2, holdMs: 300_000 })
  const at = (seconds: number, metric: number) => [dial.note('d', metric, seconds * 1000)?.to ?? null, dial.level('d')]

  assert.deepEqual(at(0, 0.6), [2, 2])
  assert.deepEqual(at(10, 0.9), [null, 2])
  assert.deepEqual(at(299, 0.1), [null, 2])
  assert.deepEqual(at(300, 0.35), [null, 2])
  assert.deepEqual(at(301, 0.9), [4, 4])
  assert.deepEqual(at(700, 0.9), [null, 4])
  assert.deepEqual(at(701, 0.1), [2, 2])
  assert.deepEqual(at(1001, 0.1), [1, 1])
  assert.deepEqual(at(1301, 0), [null, 1])
})

test('REQ 4.3: refusals slow a domain down step by step, successes and time let it recover, each step in the event log', () => {
  const { policy, events, pass } = policyWith()
  for (let n = 0; n < 3; n += 1) policy.judged('kenshin.example', 'http', 'blocked', null, 'cause_1')
  const slowed = policy.intervalFactor('kenshin.example')
  for (let n = 0; n < 6; n += 1) policy.judged('kenshin.example', 'http', 'ok', null, 'cause_2')
  const held = policy.intervalFactor('kenshin.example')
  pass(301)
  const relaxed = policy.intervalFactor('kenshin.example')

  assert.deepEqual([slowed, held, relaxed], [2, 2, 1])
  assert.deepEqual(
    events.map(({ kind, subjectId, data, causeId }) => [kind, subjectId, data, causeId]),
    [
      ['domain.policy', 'kenshin.example', { parameter: 'interval_factor', from: 1, to: 2, metric: 0.51 }, 'cause_1'],
      ['domain.policy', 'kenshin.example', { parameter: 'interval_factor', from: 2, to: 1, metric: 0.077 }, 'cycle'],
    ],
  )
})

test('REQ 4.6: the cycle settles a domain that nobody asks for; nothing swings within five minutes', () => {
  const { policy, events, pass } = policyWith()
  for (let n = 0; n < 3; n += 1) policy.judged('kenshin.example', 'http', 'blocked', null, 'cause_1')
  for (let n = 0; n < 6; n += 1) policy.judged('kenshin.example', 'http', 'ok', null, 'cause_2')
  const told = () => events.map(({ data, causeId }) => [data?.parameter, data?.from, data?.to, causeId])

  pass(60)
  policy.cycle()
  const held = told()
  pass(241)
  policy.cycle()

  assert.deepEqual(held, [['interval_factor', 1, 2, 'cause_1']])
  assert.deepEqual(told(), [
    ['interval_factor', 1, 2, 'cause_1'],
    ['interval_factor', 2, 1, 'cycle'],
  ])
})

test('REQ 4.3, 4.6: Tor in use and Tor taken back are changes of policy in the event log; the next day is a new try', () => {
  const { policy, events, pass } = policyWith()
  policy.sent('kenshin.example', 'tor', true, 'cause_1')
  policy.judged('kenshin.example', 'tor', 'blocked', null, 'cause_1')
  policy.sent('kenshin.example', 'tor', true, 'cause_2')

  const refused = policy.torRefusal('kenshin.example')
  pass(13 * 3600)
  const nextDay = policy.torRefusal('kenshin.example')

  assert.deepEqual([refused, nextDay], ['Tor has not helped with this domain', null])
  assert.deepEqual(
    events.map(({ data, causeId }) => [data?.parameter, data?.from, data?.to, causeId]),
    [
      ['tor_in_use', 0, 1, 'cause_1'],
      ['tor_allowed', 1, 0, 'cause_1'],
      ['tor_allowed', 0, 1, 'cycle'],
    ],
  )
})

test('REQ 4.3: the day budget of a domain is counted, and starts anew the next day', async (t) => {
  const { policy, pass } = policyWith({ domain_day_budget: 3 })
  for (let n = 0; n < 3; n += 1) policy.sent('kenshin.example', 'http', true, 'cause_1')

  assert.equal(policy.spent('kenshin.example'), "The day's 3 requests to kenshin.example are used up")
  assert.equal(policy.spent('other.example'), null)
  assert.equal(policy.spent('other.example', 0), "The day's 0 requests to other.example are used up")
  pass(13 * 3600)
  assert.equal(policy.spent('kenshin.example'), null)

  const { host, seen } = await serve(t, (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>x</p>'),
  )
  const { gateway } = await openWorld(t, { allow_private: [host], domain_day_budget: 2 })
  const outcomes = []
  for (const path of ['/a', '/b', '/c']) outcomes.push((await gateway.fetch(ask(`http://${host}${path}`))).outcome)
  assert.deepEqual(outcomes, ['ok', 'ok', 'budget_spent'])
  assert.deepEqual(seen, ['/robots.txt', '/a', '/b'])
})

test('REQ 4.3: what was learned of a domain survives the process, beside its trust and cool-down', (t) => {
  const store = temporaryStore(t)
  store.domains.setCooldown('kenshin.example', '2026-05-15T13:00:00.000Z', 2, '2026-05-15T12:00:00.000Z', 'cause_0')
  const first = policyWith({}, store.domainPolicy)
  first.policy.sent('kenshin.example', 'http', true, 'cause_1')
  first.policy.sent('kenshin.example', 'tor', false, 'cause_1')
  first.policy.judged('kenshin.example', 'tor', 'captcha', 'hcaptcha', 'cause_1')

  const row = store.domainPolicy.get('kenshin.example')

  assert.deepEqual(row, {
    block_score: 0.3,
    block_score_long: 0.1,
    captcha_rate: 0.3,
    headful_ratio: 0,
    headful_failures: 0,
    tor_success_rate: 0,
    tor_usage_ratio: 0.5,
    referer_match_rate: 0.7,
    last_captcha_at: '2026-05-15T12:00:00.000Z',
    captcha_type_last_seen: 'hcaptcha',
    requests_today: 2,
    requests_day: '2026-05-15',
    last_request_at: '2026-05-15T12:00:00.000Z',
  })
  assert.deepEqual(store.domainPolicy.totals('2026-05-15'), { requests: 2, tor: 1 })
  assert.equal(store.domains.cooldownUntil('kenshin.example'), '2026-05-15T13:00:00.000Z')
  assert.equal(store.domains.get('kenshin.example'), null)
})

test('REQ 3.1.2: where only the browser is served it goes first the next time, and the plain client not at all', async (t) => {
  const { host, seen } = await serve(t, (_request, response) => {
    response.writeHead(403, { 'content-type': 'text/html' }).end('<p>no</p>')
  })
  const { gateway } = await openWorld(t, { allow_private: [host], cooldown_minutes: 0 })
  const body = Buffer.from('<p>by browser</p>')
  const browser: Route = {
    name: 'browser',
    unavailable: () => null,
    fetch: async (request): Promise<NetResult> => ({
      outcome: 'ok',
      route: 'browser',
      response: { status: 200, headers: {}, body, finalUrl: request.url },
      archive: null,
      elapsedMs: 1,
    }),
  }
  const fetcher = fetcherOf([httpRoute(gateway), browser])

  const paths: string[] = []
  for (const path of ['/1', '/2', '/3']) {
    const { attempts } = await fetcher.fetchPage(ask(`http://${host}${path}`))
    paths.push(attempts.map(({ route }) => route).join(' '))
  }

  assert.deepEqual(paths, ['http browser', 'http browser', 'browser'])
  assert.deepEqual(seen, ['/robots.txt', '/1', '/2'])
})

test('REQ 4.3: while a domain is refused, a page that was waiting for its turn is not sent after it', async (t) => {
  const { host, seen } = await serve(t, (_request, response) => {
    setTimeout(() => response.writeHead(429, { 'content-type': 'text/html' }).end('<p>no</p>'), 30)
  })
  const { gateway } = await openWorld(t, { allow_private: [host] })

  const results = await Promise.all(['/a', '/b', '/c'].map((path) => gateway.fetch(ask(`http://${host}${path}`))))

  assert.deepEqual(results.map(({ outcome }) => outcome).toSorted(), ['cooling_down', 'cooling_down', 'rate_limited'])
  assert.equal(seen.length, 2)
})

function temporaryStore(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-policy-'))
  const clock = { now: () => Date.parse('2026-05-15T12:00:00Z'), sleep: async () => {} }
  const store = openStore({
    path: join(folder, 'lyra.db'),
    clock,
    ids: seededIds('test'),
    viewFolders: [],
    terms: null,
  })
  t.after(() => {
    store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return store
}
