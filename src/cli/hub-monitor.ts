import type { HubConnection } from '../hub/connection.ts'
import { healthMetrics, hubHealth } from '../hub/hub-health.ts'
import { probeAddress, startProbeServer } from '../web/probe-server.ts'
import { aborted } from './aborted.ts'
import { takePositionals } from './arguments.ts'
import type { Call, Result } from './command.ts'

const ADDRESS = '127.0.0.1:9464'

/** `lyra hub monitor`: what the hub tells of itself, for a supervisor and for Prometheus, until it is stopped. */
export async function monitorHub(call: Call, words: readonly string[], hub: HubConnection): Promise<Result> {
  takePositionals(words, [], 'hub monitor')
  const probed = {
    readiness: async () => {
      const { connections, max_connections } = await hubHealth(hub)
      return { ready: true, reason: `the database answers; ${connections} of ${max_connections} connections` }
    },
    metrics: async () => healthMetrics(await hubHealth(hub)),
  }
  await probed.metrics()
  await using server = await startProbeServer(probed, probeAddress(call.flags.text('health') ?? ADDRESS))
  const places = { url: server.url, metrics: `${server.url}/metrics` }
  call.world.stdout(
    call.json ? `${JSON.stringify({ ok: true, ...places })}\n` : `Metrics at ${places.metrics}\nStop it with Ctrl-C.\n`,
  )
  await aborted(call.world.signal)
  return { document: undefined, text: '' }
}
