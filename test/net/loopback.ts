import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type LocalArchive, openArchiveWriter } from '../../src/archive/writer.ts'
import { type Clock, systemClock } from '../../src/domain/clock.ts'
import { seededIds } from '../../src/domain/ids.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { seededRandom } from '../../src/domain/random.ts'
import { defaultSettings, type Settings } from '../../src/domain/settings.ts'
import { createGateway, type GatewayOptions, type NetGateway } from '../../src/net/gateway.ts'
import { memoryGatewayStore } from '../../src/net/memory-gateway-store.ts'
import { createPageFetcher } from '../../src/net/page-fetcher.ts'
import { systemResolve } from '../../src/net/ssrf-guard.ts'
import type { NetRequest, PageFetcher, Route } from '../../src/net/types.ts'
import { silentEvents } from '../../src/store/event-log.ts'

/** A server on loopback; `seen` lists what it was asked. */
export async function serve(t: TestContext, listener: RequestListener): Promise<{ host: string; seen: string[] }> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(request.url ?? '')
    if (request.url === '/robots.txt') response.writeHead(404).end()
    else listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

export const noWaits: Settings['net'] = {
  ...defaultSettings.net,
  domain_interval_min: 0,
  domain_jitter_min: 0,
  domain_jitter_max: 0,
  api_interval: 0,
  backoff_base_seconds: 0,
  // No test asks the outside whether it is there.
  online_hosts: [],
}

/** A gateway of one process that nobody listens to: the system's names, no browser known, no session earned. */
export const alone = {
  events: silentEvents,
  lanes: null,
  resolve: systemResolve,
  product: null,
  sessionFor: () => null,
} satisfies Partial<GatewayOptions>

export function fetcherOf(
  routes: readonly Route[],
  more: Partial<Parameters<typeof createPageFetcher>[0]> = {},
): PageFetcher {
  const silent = { log: silentLogger, events: silentEvents, warnings: [], firstVisitShare: 0 }
  return createPageFetcher({ routes, ...silent, ...more })
}

export interface World {
  readonly gateway: NetGateway
  readonly archive: LocalArchive
  readonly folder: string
}

export async function openWorld(
  t: TestContext,
  settings: Partial<Settings['net']>,
  more: Partial<GatewayOptions> & { clock?: Clock } = {},
): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'lyra-net-'))
  const clock = more.clock ?? systemClock
  const archive = openArchiveWriter({ folder, clock, software: 'test' })
  t.after(async () => {
    await archive.close()
    await rm(folder, { recursive: true, force: true })
  })
  const gateway = createGateway({
    settings: { ...noWaits, ...settings },
    store: memoryGatewayStore(),
    clock,
    random: seededRandom(7),
    ids: seededIds('test'),
    log: silentLogger,
    archive,
    replay: null,
    ...alone,
    ...more,
  })
  return { gateway, archive, folder }
}

export function ask(url: string, more: Partial<NetRequest> = {}): NetRequest {
  return { url, purpose: 'page', taskId: 'task_1', causeId: 'cause_1', ...more }
}

export function textOf(result: { readonly response?: { readonly body: Uint8Array } }): string {
  return Buffer.from(result.response?.body ?? []).toString()
}
