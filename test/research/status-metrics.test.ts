import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { withAuditLog } from '../../src/app/audit-log.ts'
import { createLyra } from '../../src/app/create-lyra.ts'
import { prometheusText } from '../../src/app/prometheus.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { metricsOfHome, metricsOfTask } from '../../src/research/metrics/home-metrics.ts'
import { taskMetrics } from '../../src/research/metrics/task-metrics.ts'
import { taskStatus } from '../../src/research/status.ts'
import { createTask, stopRequest, stopTask } from '../../src/research/tasks.ts'
import { startHttpServer } from '../../src/web/serve.ts'
import { fakeLyra } from '../mcp/fake-lyra.ts'
import { openSmallWeb, type SmallWebOptions } from './small-web.ts'

const QUERY = 'silverleaf tea blood pressure'
const NO_AUTH = {
  summary: { pending_count: 0, high_priority_count: 0, domains: [], oldest_queued_at: null, by_auth_type: {} },
  alerts: [],
}

async function searched(t: TestContext, options: Partial<SmallWebOptions> = {}, budget = {}) {
  const web = openSmallWeb(options)
  t.after(async () => {
    await web.conductor.close()
    web.store.close()
  })
  const { task_id: taskId } = createTask(web.parts, { query: 'Does silverleaf tea lower blood pressure?', budget })
  await web.conductor.search(taskId, QUERY, {}, {}).catch(() => undefined)
  return { ...web, taskId }
}

test('REQ 4.6: the metrics of a task with three pages, one of them refused', async (t) => {
  const { parts, taskId } = await searched(t, { pageOutcome: (url) => (url.includes('journal') ? 'captcha' : 'ok') })

  const metrics = taskMetrics(parts, taskId)

  assert.equal(metrics.harvest_rate, 1)
  assert.equal(metrics.domain_diversity, 1)
  assert.equal(metrics.refused_share, 1 / 3)
  assert.equal(metrics.captcha_share, 1 / 3)
  assert.equal(metrics.archived_share, 0)
  assert.equal(metrics.largest_source_share, 1 / 2)
  assert.equal(metrics.duplicate_share, 0)
})

test('REQ 8.1: tasks, searches, jobs, slots and memory of the home, in the text format of Prometheus', async (t) => {
  const { parts, store, taskId } = await searched(t)
  stopTask(parts, taskId, stopRequest('completed'))
  const memory = { rss: 90_000_000, heapUsed: 30_000_000, heapTotal: 0, external: 0, arrayBuffers: 0 }

  const lines = prometheusText(metricsOfHome(parts, store.jobs, memory, { used: 0.25 })).split('\n')

  for (const line of [
    '# HELP lyra_tasks Tasks by state',
    '# TYPE lyra_tasks gauge',
    'lyra_tasks{status="completed"} 1',
    'lyra_searches{status="satisfied"} 1',
    'lyra_jobs{state="done"} 1',
    'lyra_slot_running{slot="network_client"} 0',
    '# TYPE lyra_slot_work_total counter',
    'lyra_slot_work_total{outcome="done"} 4',
    'lyra_task_success_share 1',
    'lyra_pages{outcome="ok"} 3',
    'lyra_connections 0',
    'lyra_ipv6_share 0',
    'lyra_system_memory_used_share 0.25',
    'lyra_process_resident_bytes 90000000',
  ])
    assert.ok(lines.includes(line), line)
})

test('REQ 8.1: label values cannot break the format', () => {
  const text = prometheusText([{ name: 'lyra_x', help: 'x', kind: 'gauge', labels: { engine: 'a"b\\c\nd' }, value: 1 }])
  assert.equal(text, '# HELP lyra_x x\n# TYPE lyra_x gauge\nlyra_x{engine="a\\"b\\\\c\\nd"} 1\n')
})

test('REQ 8.1: `lyra serve` answers Prometheus at /metrics, behind the token', async (t) => {
  const { parts, taskId } = await searched(t)
  const lyra = fakeLyra({ getMetrics: () => ({ ok: true, metrics: metricsOfTask(parts, taskId) }) })
  const settings = { ...defaultSettings.server, port: 0, token: 'a-token-that-is-long-enough' }
  const server = await startHttpServer(
    createLyra(async () => lyra),
    settings,
    { version: '0.0.0-test', log: silentLogger },
  )
  t.after(() => server.close())

  const refused = await fetch(`${server.url}/metrics`)
  const headers = { authorization: 'Bearer a-token-that-is-long-enough' }
  const answer = await fetch(`${server.url}/metrics`, { headers })

  assert.equal(refused.status, 401)
  assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  assert.match(await answer.text(), /^lyra_task_harvest_rate\{task_id="task_[0-9a-f]{16}"\} 1$/m)
})

test('REQ 2.1.5: get_status of a paused task says why', async (t) => {
  const { parts, taskId } = await searched(t, { engineOutcome: 'circuit_open' })

  const status = taskStatus(parts, taskId, NO_AUTH)

  assert.equal(status.status, 'paused')
  assert.deepEqual(status.warnings, ['budget: 100 % left', 'paused: Every search engine is cooling down'])
})

test('REQ 3.1: get_status of a task out of pages names what it leaves open', async (t) => {
  const { parts, taskId } = await searched(t, {}, { max_pages: 2 })

  const status = taskStatus(parts, taskId, NO_AUTH)

  assert.equal(status.status, 'completed')
  assert.deepEqual(status.warnings, ['budget: 0 % left', `budget exhausted before this query was satisfied: ${QUERY}`])
})

test('REQ 8.2: a security finding is in the audit table and in the log apart, by name and position only', async (t) => {
  const { store } = await searched(t)
  const lines: unknown[] = []
  const audited = withAuditLog(store, { warn: (event, fields) => void lines.push([event, fields]) })
  const finding = { layer: 'L2', pattern: 'instruction:ignore_previous', position: 12, causeId: 'cause_1' }

  audited.events.audit(finding)

  assert.deepEqual(lines, [['L2', finding]])
  assert.equal(
    store.db.prepare("SELECT count(*) AS n FROM audit WHERE pattern = 'instruction:ignore_previous'").get()?.n,
    1,
  )
})

test('REQ 2.1.2: while a search runs, get_status counts what it has read, and so does the answer "running"', async (t) => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { promise: asked, resolve: journalAsked } = Promise.withResolvers<void>()
  const web = openSmallWeb({
    onAsk: async (what) => {
      if (!what.includes('journal')) return
      journalAsked()
      await gate
    },
  })
  t.after(async () => {
    await web.conductor.close()
    web.store.close()
  })
  const { task_id: taskId } = createTask(web.parts, { query: 'Does silverleaf tea lower blood pressure?' })
  const running = await web.conductor.search(taskId, QUERY, { wait_seconds: 0.2 }, {})
  await asked

  const meanwhile = taskStatus(web.parts, taskId, NO_AUTH)
  open()
  await web.conductor.settle(taskId)
  const after = taskStatus(web.parts, taskId, NO_AUTH)

  assert.deepEqual([running.status, running.pages_fetched], ['running', 2])
  assert.deepEqual(
    [meanwhile.searches[0]?.status, meanwhile.searches[0]?.pages_fetched, meanwhile.metrics.total_pages],
    ['running', 2, 2],
  )
  assert.equal(meanwhile.budget.pages_used, 2)
  assert.deepEqual([after.searches[0]?.status, after.searches[0]?.pages_fetched], ['satisfied', 3])
})

test('REQ 4.6: what a site refuses and what Lyra does not ask for are two shares; every browser counts as one', async (t) => {
  const { parts, store, taskId } = await searched(t)
  const [row] = store.searches.ofTask(taskId)
  assert.ok(row)
  const looked = store.searches.pagesOf(row.id)
  const outcomes = ['blocked', 'domain_blocked', 'robots_denied', 'cooling_down', 'rate_limited'] as const
  for (const [n, outcome] of outcomes.entries())
    store.searches.savePage({
      query_id: row.id,
      url: `https://refused-${n}.example/`,
      page_id: null,
      found_by: 'web',
      outcome,
      reason: null,
      attempts: [],
      counts_toward_budget: false,
      cause_id: row.cause_id,
    })
  const routes = ['browser', 'headful', 'undetected'] as const
  for (const [n, page] of store.pages.ofTask(taskId).entries())
    store.db.prepare('UPDATE pages SET route = ? WHERE id = ?').run(routes[n] ?? 'http', page.id)

  const { task_metrics: metrics } = taskStatus(parts, taskId, NO_AUTH)

  const of = looked.length + outcomes.length
  assert.deepEqual(
    [metrics.blocked_share, metrics.refused_share, metrics.withheld_share].map((share) => Math.round(share * of)),
    [1, 2, 3],
  )
  assert.equal(metrics.browser_share, 1)
})

test('REQ 4.6, 8.1: get_status carries the metrics of the task, as `lyra metrics` has them', async (t) => {
  const { parts, taskId } = await searched(t, { pageOutcome: (url) => (url.includes('journal') ? 'captcha' : 'ok') })

  const { task_metrics: metrics } = taskStatus(parts, taskId, NO_AUTH)

  assert.deepEqual(metrics, {
    harvest_rate: 1,
    novelty_latest: 1,
    unique_ngram_share: 0.878,
    satisfied_share: 0,
    duplicate_share: 0,
    domain_diversity: 1,
    narrative_diversity: 1,
    refused_share: 0.3333,
    blocked_share: 0,
    withheld_share: 0,
    captcha_share: 0.3333,
    primary_share: 0,
    disputed_share: 0,
    dated_share: 0,
    aggregator_share: 0,
    citation_loop_share: 0,
    largest_source_share: 0.5,
    archived_share: 0,
    browser_share: 0,
    headful_share: 0,
    tor_share: 0,
    not_modified_share: 0,
  })
  assert.deepEqual(
    metricsOfTask(parts, taskId).map(({ name }) => name.replace('lyra_task_', '')),
    Object.keys(metrics),
  )
})
