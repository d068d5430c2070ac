import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { withAuditLog } from '../../src/app/audit-log.ts'
import { prometheusText } from '../../src/app/prometheus.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { metricsOfHome, metricsOfTask } from '../../src/research/metrics/home-metrics.ts'
import { taskMetrics } from '../../src/research/metrics/task-metrics.ts'
import { taskStatus } from '../../src/research/status.ts'
import { createTask, stopTask } from '../../src/research/tasks.ts'
import { jobStore } from '../../src/store/jobs.ts'
import { startHttpServer } from '../../src/web/serve.ts'
import { fakeLyra } from '../mcp/fake-lyra.ts'
import { openSmallWeb, type SmallWebOptions } from './small-web.ts'

const QUERY = 'silverleaf tea blood pressure'
const NO_AUTH = {
  summary: { pending_count: 0, high_priority_count: 0, domains: [], oldest_queued_at: null, by_auth_type: {} },
  alerts: [],
}

async function searched(t: TestContext, options: Partial<SmallWebOptions> = {}, budget = {}) {
  const web = openSmallWeb({ path: ':memory:', ...options })
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
  assert.equal(metrics.largest_source_share, 1)
  assert.equal(metrics.duplicate_share, 0)
})

test('REQ 8.1: tasks, searches, jobs, slots and memory of the home, in the text format of Prometheus', async (t) => {
  const { parts, store, taskId } = await searched(t)
  stopTask(parts, taskId, 'completed')
  const memory = { rss: 90_000_000, heapUsed: 30_000_000, heapTotal: 0, external: 0, arrayBuffers: 0 }

  const lines = prometheusText(metricsOfHome(parts, jobStore(store), memory)).split('\n')

  for (const line of [
    '# HELP lyra_tasks Tasks by state',
    '# TYPE lyra_tasks gauge',
    'lyra_tasks{status="completed"} 1',
    'lyra_searches{status="partial"} 1',
    'lyra_jobs{state="done"} 1',
    'lyra_slot_running{slot="network_client"} 0',
    '# TYPE lyra_slot_work_total counter',
    'lyra_slot_work_total{outcome="done"} 3',
    'lyra_task_success_share 0',
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
  const lyra = fakeLyra({ metrics: () => ({ ok: true, metrics: metricsOfTask(parts, taskId) }) })
  const settings = { ...defaultSettings.server, port: 0, token: 'a-long-enough-token' }
  const server = await startHttpServer(async () => lyra, settings, { version: '0.0.0-test', log: silentLogger })
  t.after(() => server.close())

  const refused = await fetch(`${server.url}/metrics`)
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer a-long-enough-token' } })

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
