import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { VERSION } from '../../app/version.ts'
import { systemClock } from '../../domain/clock.ts'
import type { WorkerTelemetry } from '../../worker/worker-telemetry.ts'
import { takePositionals } from '../arguments.ts'
import type { Call, Command } from '../command.ts'
import { serverOptions } from '../session.ts'
import { plural } from '../text.ts'
import { hubUrl, withBundles } from './hub.ts'

export const workerCommand: Command = {
  name: 'worker',
  summary: 'Work off the searches of a hub on this machine',
  usage: '--hub <url>',
  details: [
    'Takes a search, runs it in a home of its own made from the last bundle of the task, publishes the new bundle ' +
      'and removes the home. Any number of workers, on any number of machines; killed at any moment a worker loses ' +
      'nothing: after the lease another one runs the search. No two workers send requests to one domain at once.',
    'Runs until Ctrl-C or SIGTERM, which give the search under way back to the queue. The user of the address has ' +
      'the role worker. Pages behind a login of this machine and of private addresses do not reach the hub.',
    'What is missing: docs/hub.md.',
  ],
  flags: {
    hub: { type: 'string', value: '<url>', about: 'postgres://user:token@host/database (LYRA_HUB)' },
    bundles: { type: 'string', value: '<place>', about: 'Where the bundles of the hub lie for this machine' },
    name: { type: 'string', value: '<name>', about: 'Name in the audit; default: host, process and a random part' },
    health: {
      type: 'string',
      value: '<port>',
      about: 'Answer /health/live, /health/ready and /metrics there; <host>:<port> for more than loopback',
    },
    otlp: {
      type: 'string',
      value: '<url>',
      about: 'Send traces to this collector of OpenTelemetry (OTEL_EXPORTER_OTLP_ENDPOINT)',
    },
    'until-empty': { type: 'boolean', about: 'End when no search is queued or under way' },
  },
  examples: [
    { line: 'lyra worker --hub postgres://worker1:TOKEN@db.example/lyra', about: 'until it is stopped' },
    { line: 'lyra worker --health 9464', about: 'with probes and metrics on http://127.0.0.1:9464' },
    { line: 'lyra worker --until-empty --json', about: 'the hub of LYRA_HUB; what became of how many searches' },
  ],
  run: async (call) => {
    takePositionals(call.positionals, [], 'worker')
    const url = hubUrl(call)
    const [
      { connectHub },
      { leaseMsOf },
      { requireHubVersion },
      { openTerms },
      { fewTimes, workOffQueue },
      { log, home },
    ] = await Promise.all([
      import('../../hub/connection.ts'),
      import('../../hub/queue/boss.ts'),
      import('../../hub/migrate.ts'),
      import('../../app/text-terms.ts'),
      import('../../worker/work-queue.ts'),
      serverOptions(call),
    ])
    const hub = await connectHub(url)
    try {
      await fewTimes(systemClock, () => requireHubVersion(hub))
      const name = call.flags.text('name') ?? `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`
      const { flags, replay } = call.open
      const leaseMs = await fewTimes(systemClock, () => leaseMsOf(hub))
      await using watched = await watch(call, name, leaseMs)
      const outcomes = await withBundles(call, hub, (bundles) =>
        workOffQueue({
          ...{ hub, name, log, bundles, clock: systemClock, terms: openTerms, observation: watched.observation },
          folder: join(home, 'worker'),
          open: { flags, ...(replay === undefined ? {} : { replay }) },
          openLyra: call.world.openLyra,
          signal: call.world.signal,
          leaseMs,
          untilEmpty: call.flags.on('until-empty'),
          onSearch: ({ search, task, outcome }) => {
            if (!call.json) call.world.stderr(`Search ${search} of ${task}: ${outcome.replaceAll('_', ' ')}\n`)
          },
        }),
      )
      const done = outcomes.published ?? 0
      return { document: { ok: true, name, ...outcomes }, text: `${plural(done, 'search', 'searches')} published` }
    } finally {
      await hub.close()
    }
  },
}

/** Probes, metrics and traces, where they are asked for. */
async function watch(call: Call, worker: string, leaseMs: number) {
  const [{ workerTelemetry }, { otlpExporter, otlpTarget }] = await Promise.all([
    import('../../worker/worker-telemetry.ts'),
    import('../../app/otlp-traces.ts'),
  ])
  const target = otlpTarget(call.world.env, call.flags.text('otlp'))
  const about = { 'service.version': VERSION, 'service.instance.id': worker }
  const spans = target === null ? null : otlpExporter(target, about)
  const telemetry = workerTelemetry({ clock: systemClock, worker, version: VERSION, leaseMs, spans })
  const place = call.flags.text('health')
  const server = place === undefined ? null : await listen(telemetry, place)
  if (server !== null && !call.json) call.world.stderr(`Probes at ${server.url}/health/ready\n`)
  return {
    observation: telemetry.observation,
    [Symbol.asyncDispose]: async () => {
      await server?.[Symbol.asyncDispose]()
      await spans?.[Symbol.asyncDispose]()
    },
  }
}

async function listen(telemetry: WorkerTelemetry, place: string) {
  const { probeAddress, startProbeServer } = await import('../../web/probe-server.ts')
  const probed = { readiness: async () => telemetry.readiness(), metrics: async () => telemetry.metrics() }
  return startProbeServer(probed, probeAddress(place))
}
