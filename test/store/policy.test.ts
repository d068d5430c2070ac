import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markScreened } from '../../src/domain/screened.ts'
import type { DomainRow } from '../../src/store/types.ts'
import { AT, task, testStore } from './graph-fixture.ts'

const blockedRow: DomainRow = {
  domain: 'miracle-cure.example',
  trust_level: 'BLOCKED',
  trust_source: 'verification',
  category: null,
  blocked_at: AT,
  blocked_reason: 'more than 30 % of its claims were rejected',
  contradicting_claims: ['claim_1', 'claim_2'],
  original_trust_level: 'UNVERIFIED',
}

test('TRUST 0.1: the trust of a domain is stored whole, and blocked domains are listed', () => {
  using opened = testStore()
  const { store } = opened
  const low: DomainRow = { ...blockedRow, domain: 'ja.wikipedia.org', trust_level: 'LOW', trust_source: 'allowlist' }

  store.domains.setTrust(blockedRow, AT, 'cause_test')
  store.domains.setTrust(low, AT, 'cause_test')

  assert.deepEqual(store.domains.get('ja.wikipedia.org'), low)
  assert.deepEqual(store.domains.blocked(), [blockedRow])
})

test('REQ 4.3.5: a cool-down survives a change of trust, and is no statement about trust', () => {
  using opened = testStore()
  const { store } = opened

  store.domains.setCooldown('miracle-cure.example', '2025-11-15T10:00:00.000Z', 3, AT, 'cause_test')
  const before = store.domains.get('miracle-cure.example')
  store.domains.setTrust(blockedRow, AT, 'cause_test')

  assert.equal(before, null)
  assert.deepEqual(store.domains.get('miracle-cure.example'), blockedRow)
  assert.equal(store.domains.cooldownUntil('miracle-cure.example'), '2025-11-15T10:00:00.000Z')
  assert.equal(store.domains.failures('miracle-cure.example'), 3)
  store.domains.setCooldown('miracle-cure.example', null, 0, AT, 'cause_test')
  assert.equal(store.domains.cooldownUntil('miracle-cure.example'), null)
  assert.equal(store.domains.failures('unknown.example'), 0)
  assert.deepEqual(store.domains.get('miracle-cure.example'), blockedRow)
})

test('REQ 8: events are a numbered log in which each names its cause', () => {
  using opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))

  const first = store.events.append({ kind: 'search.started', taskId: 'task_1', causeId: 'cause_root' })
  store.events.append({
    kind: 'page.fetched',
    taskId: 'task_1',
    subjectType: 'page',
    subjectId: 'page_1',
    data: { route: 'http' },
    causeId: first,
  })
  store.events.append({ kind: 'elsewhere', causeId: 'cause_root' })

  const all = store.events.ofTask('task_1', 10)
  assert.deepEqual(
    all.map(({ kind, subject_id, data, cause_id }) => ({ kind, subject_id, data, cause_id })),
    [
      { kind: 'search.started', subject_id: null, data: {}, cause_id: 'cause_root' },
      { kind: 'page.fetched', subject_id: 'page_1', data: { route: 'http' }, cause_id: first },
    ],
  )
  assert.deepEqual(
    store.events.ofTask('task_1', 1).map(({ kind }) => kind),
    ['page.fetched'],
  )
  assert.deepEqual(
    store.db
      .prepare('SELECT seq FROM events ORDER BY seq')
      .all()
      .map(({ seq }) => seq),
    [1, 2, 3],
  )
})

test('REQ 8: decisions and the audit trail are written with the clock of the store', () => {
  using opened = testStore()
  const { store } = opened

  store.events.decide({
    kind: 'stop',
    taskId: null,
    inputs: { novelty: 0.05 },
    outcome: 'exhausted',
    causeId: 'cause_1',
  })
  store.events.audit({ layer: 'L2', pattern: 'ignore previous', position: 14, causeId: 'cause_1' })

  const decision = store.db.prepare('SELECT at, inputs, outcome FROM decisions').get()
  const entry = store.db.prepare('SELECT at, layer, pattern, position FROM audit').get()
  assert.deepEqual(
    { ...decision },
    { at: '2025-11-15T09:00:00.001Z', inputs: '{"novelty":0.05}', outcome: '"exhausted"' },
  )
  assert.deepEqual(
    { ...entry },
    { at: '2025-11-15T09:00:00.002Z', layer: 'L2', pattern: 'ignore previous', position: 14 },
  )
})

test('REQ 3.1.4: engine health is kept by engine', () => {
  using opened = testStore()
  const { store } = opened
  const health = {
    engine: 'mojeek',
    state: 'open' as const,
    consecutive_failures: 2,
    success_rate_1h: 0.5,
    success_rate_24h: 0.75,
    captcha_rate: 0.1,
    http_error_rate: 0.25,
    median_latency_ms: null,
    ban_suspected: true,
    weight: 0.6,
    open_until: '2025-11-15T09:30:00.000Z',
    last_used_at: AT,
  }

  store.engines.save({ ...health, state: 'closed' }, AT, 'cause_test')
  store.engines.save(health, AT, 'cause_test')

  assert.deepEqual(store.engines.get('mojeek'), health)
  assert.deepEqual(store.engines.all(), [health])
  assert.equal(store.engines.get('brave'), null)
})

test('REQ 5.1.2: a result page is reused until it expires, and hits are counted', () => {
  using opened = testStore()
  const { store } = opened
  const items = [
    {
      title: '添付文書',
      url: 'https://pmda.go.jp/1',
      snippet: '…',
      date: null,
      engine: 'brave',
      rank: 1,
      source_tag: 'web',
    },
  ]
  const entry = { key: 'brave|sitagliptin', engine: 'brave', items, outcome: 'ok', createdAt: AT, taskId: 'task_1' }
  store.caches.saveSerp({ ...entry, items: items.map(markScreened), expiresAt: '2025-11-16T09:00:00.000Z' })

  const fresh = store.caches.serp(entry.key, '2025-11-16T08:59:59.999Z', 'task_2')
  const expired = store.caches.serp(entry.key, '2025-11-16T09:00:00.000Z', 'task_2')

  assert.deepEqual(fresh, { items, outcome: 'ok' })
  assert.equal(expired, null)
  assert.equal(store.db.prepare('SELECT hits FROM serp_cache').get()?.hits, 1)
})

test('REQ 5.1.2, 3.6.1: expired result pages and sessions are removed, the others stay', () => {
  using opened = testStore()
  const { store } = opened
  const saveSerp = (key: string, expiresAt: string) =>
    store.caches.saveSerp({
      key,
      engine: 'brave',
      items: [],
      outcome: 'ok',
      createdAt: AT,
      expiresAt,
      taskId: 'task_1',
    })
  const saveSession = (domain: string, expires_at: string | null) =>
    store.people.sessions.save({ domain, cookies: [], user_agent: null, stored_at: AT, expires_at }, 'cause_1')
  saveSerp('old', '2025-11-16T09:00:00.000Z')
  saveSerp('fresh', '2025-11-16T09:00:00.001Z')
  saveSession('old.example', '2025-11-16T08:00:00.000Z')
  saveSession('fresh.example', '2025-11-17T08:00:00.000Z')
  saveSession('forever.example', null)

  const removed = store.pruneExpired('2025-11-16T09:00:00.000Z')
  const again = store.pruneExpired('2025-11-16T09:00:00.000Z')

  assert.deepEqual(removed, { serp_cache: 1, serp_cache_uses: 1, sessions: 1 })
  assert.deepEqual(again, {})
  const left = (sql: string) =>
    store.db
      .prepare(sql)
      .all()
      .map((row) => Object.values(row)[0])
  assert.deepEqual(left('SELECT key FROM serp_cache'), ['fresh'])
  assert.deepEqual(left('SELECT domain FROM sessions ORDER BY domain'), ['forever.example', 'fresh.example'])
})

test('REQ 4.3: validators of a URL are those of the last fetch', () => {
  using opened = testStore()
  const { store } = opened
  const first = { etag: '"a"', lastModified: null, warcFile: 'a.warc.gz', warcRecordId: 'urn:uuid:1' }

  store.caches.saveValidators({ url: 'https://pmda.go.jp/', ...first, fetchedAt: AT })
  store.caches.saveValidators({ url: 'https://pmda.go.jp/', ...first, etag: '"b"', fetchedAt: AT })

  assert.deepEqual(store.caches.validators('https://pmda.go.jp/'), { ...first, etag: '"b"' })
  assert.equal(store.caches.validators('https://pmda.go.jp/2'), null)
})
