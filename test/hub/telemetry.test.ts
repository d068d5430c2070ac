import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { otlpExporter, otlpTarget, type Span } from '../../src/app/otlp-traces.ts'
import { LyraError } from '../../src/domain/errors.ts'
import type { HeldSearch } from '../../src/hub/queue/search-queue.ts'
import { probeAddress, startProbeServer } from '../../src/web/probe-server.ts'
import { workerTelemetry } from '../../src/worker/worker-telemetry.ts'

const HELD: HeldSearch = {
  id: 12,
  taskId: 'task_0123456789abcdef',
  job: { id: '00000000-0000-8000-8000-000000000007', retryCount: 0, retryLimit: 4 },
  useCase: 'search',
  query: 'a private question',
  options: {},
  attempt: 2,
  task: { question: 'a private question', config: {}, generation: 1, bundleSha256: null },
}

/** Moves only when it is told to. */
function handClock(start = 1_700_000_000_000) {
  let time = start
  const pass = (ms: number) => {
    time += ms
  }
  return { now: () => time, sleep: async () => {}, pass }
}

function telemetry(spans: Span[] = []) {
  const clock = handClock()
  let ids = 0
  const parts = { clock, worker: 'w1', version: '1.2.3', leaseMs: 60_000 }
  const kept = { add: (span: Span) => void spans.push(span), dropped: 0, [Symbol.asyncDispose]: async () => {} }
  const newSpanId = () => {
    ids += 1
    return String(ids).padStart(16, '0')
  }
  return { clock, told: workerTelemetry({ ...parts, spans: kept, newSpanId }) }
}

const figure = (told: ReturnType<typeof telemetry>['told'], name: string, label = '') =>
  told.metrics().find((one) => one.name === name && (label === '' || Object.values(one.labels).includes(label)))?.value

test('ADR 0056: a worker is ready while the hub answers, and not after a lease of silence', () => {
  const { clock, told } = telemetry()
  assert.equal(told.readiness().ready, false)
  told.observation.heard()
  clock.pass(60_000)
  assert.equal(told.readiness().ready, true)
  clock.pass(1)
  assert.deepEqual(told.readiness(), { ready: false, reason: 'the hub has not answered for 60 s' })
})

test('ADR 0056: a search is one trace over all tries, with its phases, and tells no text of the task', async () => {
  const spans: Span[] = []
  const { clock, told } = telemetry(spans)

  await told.observation.search(HELD, async (phase) => {
    await phase('search', async () => clock.pass(2500))
    assert.equal(figure(told, 'lyra_worker_busy'), 1)
    await phase('publish', async () => clock.pass(500))
    return 'published'
  })
  await told.observation.search({ ...HELD, attempt: 3 }, async () => 'lease_lost')

  const [first, second, root, later] = spans
  assert.deepEqual([first?.name, second?.name, root?.name], ['lyra.search', 'lyra.publish', 'lyra.worker.search'])
  assert.equal(first?.parentSpanId, root?.spanId)
  assert.equal(root?.parentSpanId, null)
  assert.equal((root?.endMs ?? 0) - (root?.startMs ?? 0), 3000)
  assert.equal(later?.traceId, root?.traceId)
  assert.match(root?.traceId ?? '', /^[0-9a-f]{32}$/)
  assert.deepEqual(root?.attributes, {
    'lyra.task_id': HELD.taskId,
    'lyra.search': 12,
    'lyra.attempt': 2,
    'lyra.generation': 1,
    'lyra.worker': 'w1',
    'lyra.outcome': 'published',
  })
  assert.equal(JSON.stringify(spans).includes('private'), false)
  assert.equal(figure(told, 'lyra_worker_phase_seconds_total', 'search'), 2.5)
  assert.equal(figure(told, 'lyra_worker_searches_total', 'published'), 1)
  assert.equal(figure(told, 'lyra_worker_searches_total', 'lease_lost'), 1)
  assert.equal(figure(told, 'lyra_worker_busy'), 0)
})

test('ADR 0056: a phase that fails is told by the code of its error, never by its message', async () => {
  const spans: Span[] = []
  const { told } = telemetry(spans)
  const fails = told.observation.search(HELD, (phase) =>
    phase('publish', async () => {
      throw new LyraError('BUNDLE_REJECTED', 'https://secret.example is not let in')
    }),
  )
  await assert.rejects(fails, { code: 'BUNDLE_REJECTED' })
  assert.deepEqual(
    spans.map(({ name, error }) => [name, error]),
    [
      ['lyra.publish', 'BUNDLE_REJECTED'],
      ['lyra.worker.search', 'BUNDLE_REJECTED'],
    ],
  )
})

test('ADR 0056: probes answer a supervisor and Prometheus, and name their paths to anybody else', async () => {
  const { told } = telemetry()
  const probed = { readiness: async () => told.readiness(), metrics: async () => told.metrics() }
  await using server = await startProbeServer(probed, probeAddress('0'))
  const ask = (path: string, method = 'GET') => fetch(`${server.url}${path}`, { method })

  assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.equal((await ask('/health/live')).status, 200)
  const silent = await ask('/health/ready')
  assert.deepEqual(
    [silent.status, await silent.json()],
    [...[503, { ok: false, reason: 'the hub has not answered for 60 s' }]],
  )
  told.observation.heard()
  assert.equal((await ask('/health/ready')).status, 200)
  const metrics = await ask('/metrics')
  assert.match(metrics.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const lines = (await metrics.text()).trimEnd().split('\n')
  // Every line of the format is a comment or one sample.
  const form = /^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="(?:[^"\\]|\\.)*",?)+\})? -?[\d.e+-]+)$/
  assert.deepEqual(
    lines.filter((line) => !form.test(line)),
    [],
  )
  assert.ok(lines.includes('lyra_worker_info{worker="w1",version="1.2.3"} 1'))
  assert.equal((await ask('/metrics', 'POST')).status, 405)
  assert.equal((await ask('/')).status, 404)
})

test('ADR 0056: a probe whose hub fails is not ready, by the code of the error', async () => {
  const fails = async () => {
    throw new LyraError('HUB_UNAVAILABLE', 'postgres://ana:TOKEN@db is away')
  }
  await using server = await startProbeServer({ readiness: fails, metrics: fails }, probeAddress('127.0.0.1:0'))
  const answer = await fetch(`${server.url}/health/ready`)
  assert.deepEqual([answer.status, await answer.json()], [...[503, { ok: false, reason: 'HUB_UNAVAILABLE' }]])
})

test('ADR 0056: the place of probes is a port, or a host and a port', () => {
  assert.deepEqual(probeAddress('9464'), { host: '127.0.0.1', port: 9464 })
  assert.deepEqual(probeAddress('0.0.0.0:9464'), { host: '0.0.0.0', port: 9464 })
  assert.deepEqual(probeAddress('[::1]:1'), { host: '::1', port: 1 })
  for (const wrong of ['', 'x', '70000', 'http://a:1', 'a b:1'])
    assert.throws(() => probeAddress(wrong), { code: 'INVALID_PARAMS' })
})

interface Received {
  readonly path: string | undefined
  readonly key: string | undefined
  readonly body: string
}

/** A collector on loopback that answers with the statuses it is given, then with 200. */
async function collector(statuses: number[] = []) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += String(piece)
    const key = request.headers['x-key']
    received.push({ path: request.url, key: Array.isArray(key) ? key[0] : key, body })
    response.writeHead(statuses.shift() ?? 200).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, received, [Symbol.dispose]: () => void server.close() }
}

const SPAN: Span = {
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  parentSpanId: null,
  name: 'lyra.worker.search',
  kind: 'consumer',
  startMs: 1_700_000_000_000.5,
  endMs: 1_700_000_001_000,
  attributes: { 'lyra.search': 12, 'lyra.share': 0.5, 'lyra.worker': 'w1', 'lyra.ok': true },
  error: 'BUNDLE_REJECTED',
}

test('ADR 0056: spans reach a collector as OTLP in JSON, with the headers of the environment', async () => {
  using there = await collector()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `${there.url}/`, OTEL_EXPORTER_OTLP_HEADERS: 'X-Key=a%20b' }
  const target = otlpTarget(env, undefined)
  assert.ok(target)
  {
    await using exporter = otlpExporter(target, { 'service.version': '1.2.3' })
    exporter.add(SPAN)
  }

  assert.deepEqual(
    there.received.map(({ path, key }) => [path, key]),
    [['/v1/traces', 'a b']],
  )
  const string = (key: string, stringValue: string) => ({ key, value: { stringValue } })
  assert.deepEqual(JSON.parse(there.received[0]?.body ?? ''), {
    resourceSpans: [
      {
        resource: { attributes: [string('service.version', '1.2.3'), string('service.name', 'lyra-worker')] },
        scopeSpans: [
          {
            scope: { name: 'lyra' },
            spans: [
              {
                traceId: 'a'.repeat(32),
                spanId: 'b'.repeat(16),
                name: 'lyra.worker.search',
                kind: 5,
                startTimeUnixNano: '1700000000000500000',
                endTimeUnixNano: '1700000001000000000',
                attributes: [
                  { key: 'lyra.search', value: { intValue: '12' } },
                  { key: 'lyra.share', value: { doubleValue: 0.5 } },
                  string('lyra.worker', 'w1'),
                  { key: 'lyra.ok', value: { boolValue: true } },
                ],
                status: { code: 2, message: 'BUNDLE_REJECTED' },
              },
            ],
          },
        ],
      },
    ],
  })
})

test('ADR 0056: what a collector refuses, or nobody takes, is counted as dropped and stops nothing', async () => {
  using refusing = await collector([400])
  const refused = otlpExporter(target(refusing.url), {})
  refused.add(SPAN)
  await refused[Symbol.asyncDispose]()
  assert.equal(refused.dropped, 1)

  const nobody = otlpExporter(target('http://127.0.0.1:1'), {})
  for (let n = 0; n < 2050; n += 1) nobody.add(SPAN)
  assert.equal(nobody.dropped, 2)
  await nobody[Symbol.asyncDispose]()
  assert.equal(nobody.dropped, 2050)
})

function target(url: string) {
  const found = otlpTarget({}, url)
  assert.ok(found)
  return found
}

test('ADR 0056: traces are off until a collector is named, and gRPC is refused', () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }
  assert.equal(otlpTarget({}, undefined), null)
  assert.equal(otlpTarget({ ...env, OTEL_SDK_DISABLED: 'true' }, undefined), null)
  assert.equal(otlpTarget(env, undefined)?.url.href, 'http://c:4318/v1/traces')
  const whole = { ...env, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://t/x', OTEL_SERVICE_NAME: 'mine' }
  assert.deepEqual(
    [otlpTarget(whole, undefined)?.url.href, otlpTarget(whole, undefined)?.service],
    [...['https://t/x', 'mine']],
  )
  assert.equal(otlpTarget(whole, 'http://flag:1')?.url.href, 'http://flag:1/v1/traces')
  for (const wrong of [
    { ...env, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { ...env, OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'file:///etc' },
  ])
    assert.throws(() => otlpTarget(wrong, undefined), { code: 'INVALID_PARAMS' })
})
