import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { silentLogger } from '../../../src/domain/log.ts'
import { registrableDomain } from '../../../src/domain/url.ts'
import { createPageFetcher } from '../../../src/net/page-fetcher.ts'
import { httpRoute, torRoute } from '../../../src/net/routes.ts'
import type { NetRequest } from '../../../src/net/types.ts'
import { startSocksDouble } from '../../acquisition/socks-double.ts'
import { openBenchWorld } from '../../acquisition/world.ts'
import { type Figure, type Measure, type MeasureContext, shareFigure } from '../measure.ts'

const EXIT = '127.0.0.77'
/** Asked for over Tor alone: nothing but a leak looks their names up, or comes from another address. */
const HIDDEN = 60
/** Sites that refuse every direct visitor, among sites that serve anybody. */
const REFUSING = 12
const SERVING = 28
const PAGES_EACH = 8

/** REQ 7 (13, 15): what the machine is asked while a request goes over Tor, and how much goes over it at most. */
export const measureDns: Measure = async (context) => {
  const direct = new Set<string>()
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const byTor = request.socket.remoteAddress === EXIT
    if (!byTor) direct.add(host)
    if (request.url === '/robots.txt') return void response.writeHead(404).end()
    const moved = host.startsWith('www.hidden') && Number(/\d+/.exec(host)?.[0]) % 3 === 0
    if (moved) {
      const location = `http://${host.replace('hidden', 'moved')}:${port}${request.url}`
      return void response.writeHead(302, { location }).end()
    }
    const refused = host.startsWith('www.refusing') && !byTor
    response
      .writeHead(refused ? 403 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(refused ? '<p>no</p>' : `<h1>${host}</h1><p>検診の案内 ${request.url}</p>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const tor = await startSocksDouble({ portOf: () => port, exitAddress: EXIT })
  try {
    return {
      'dns.leaks': await leaks(context, { port, torPort: tor.port, direct, asked: tor.asked }),
      'tor.limits': await limits(context, { port, torPort: tor.port }),
    }
  } finally {
    await tor.close()
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

interface Ports {
  readonly port: number
  readonly torPort: number
}

const named = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => `www.${kind}-${index}.example`)

function requestFor(host: string, port: number, path: string): NetRequest {
  const url = `http://${host}:${port}${path}`
  return { url, purpose: 'page', taskId: 'task_bench', causeId: 'cause_bench', timeoutMs: 5000 }
}

async function leaks(
  { folder }: MeasureContext,
  { port, torPort, direct, asked }: Ports & { readonly direct: ReadonlySet<string>; readonly asked: readonly string[] },
): Promise<Figure> {
  const hosts = [...named('hidden', HIDDEN), ...named('moved', HIDDEN)]
  const looked: string[] = []
  const world = openBenchWorld(
    join(folder, 'leaks'),
    { allow_private: hosts, tor_proxy: `socks5h://127.0.0.1:${torPort}`, tor_control: '', tor_share: 1 },
    {
      resolve: async (name) => {
        looked.push(name)
        return [{ address: '127.0.0.1', family: 4 }]
      },
    },
  )
  try {
    let got = 0
    for (const host of named('hidden', HIDDEN)) {
      const { outcome } = await world.gateway.fetchByTor(requestFor(host, port, '/a'))
      got += Number(outcome === 'ok')
    }
    const byName = hosts.filter((host) => asked.some((line) => line.endsWith(`@${host}:${port}`))).length
    const leaked = new Set([...looked, ...direct].filter((host) => hosts.includes(host)))
    const how =
      `${HIDDEN} sites asked for over Tor alone (a SOCKS double), a third of which lead on to ` +
      `another site; robots.txt of each included: names that the machine's resolver was asked, or ` +
      `sites that saw another address than Tor's. ${got} pages came, ${byName} names were handed to Tor as names.`
    return { value: got === 0 ? Number.NaN : leaked.size, shown: `${leaked.size} of ${HIDDEN}`, how }
  } finally {
    await world.close()
  }
}

async function limits({ folder }: MeasureContext, { port, torPort }: Ports): Promise<Figure> {
  const hosts = [...named('refusing', REFUSING), ...named('serving', SERVING)]
  const world = openBenchWorld(
    join(folder, 'limits'),
    { allow_private: hosts, tor_proxy: `socks5h://127.0.0.1:${torPort}`, tor_control: '', cooldown_minutes: 0 },
    { resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
  )
  const fetcher = createPageFetcher({
    routes: [httpRoute(world.gateway), torRoute(world.gateway)],
    log: silentLogger,
    events: world.store.events,
    warnings: [],
    firstVisitShare: 0,
  })
  try {
    for (let page = 0; page < PAGES_EACH; page += 1)
      for (const host of hosts) await fetcher.fetchPage(requestFor(host, port, `/${page}`))
    const sent = world.store.events
      .ofTask('task_bench', 1_000_000)
      .filter(({ kind, data }) => kind === 'net.fetch' && data.purpose === 'page')
      .map(({ subject_id: url, data }) => ({ domain: registrableDomain(url ?? '') ?? '', tor: data.route === 'tor' }))
    const byTor = (list: typeof sent) => list.filter(({ tor }) => tor).length
    const domains = [...Map.groupBy(sent, ({ domain }) => domain).values()]
    const most = Math.max(...domains.map((list) => byTor(list) / list.length))
    const day = shareFigure(byTor(sent), sent.length, '')
    return {
      value: Math.max(most, day.value),
      shown: `day ${day.shown}; domain with the most ${most.toFixed(3)}`,
      how:
        `${hosts.length} sites with ${PAGES_EACH} pages each, ` +
        `${REFUSING} of which refuse every direct visitor: share of ` +
        'Tor in the requests of the day and of each domain, whichever is larger. A domain may use Tor for its first ' +
        'page, whatever the share.',
    }
  } finally {
    await world.close()
  }
}
