import { createAddressFamilies } from './address-family.ts'
import { createAdmission } from './admission.ts'
import { retryDelayMs } from './backoff.ts'
import { createBrowserVisits } from './browser-visits.ts'
import { createCooldowns } from './cooldown.ts'
import { createDnsCache } from './dns-cache.ts'
import { createDomainPolicy } from './domain-policy.ts'
import type { GatewayOptions, NetGateway } from './gateway-types.ts'
import { archiveUrl } from './headers.ts'
import { createHttpClients } from './http-clients.ts'
import { BUNDLED, createIdentity } from './identity.ts'
import { logFetch } from './log-fetch.ts'
import { type Failure, failedResult } from './net-result.ts'
import { createOutbound } from './outbound.ts'
import { domainOf, noteSent } from './policy-notes.ts'
import { createProxiedOutbound } from './proxied-outbound.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { createRedirectChain } from './redirect-chain.ts'
import { createRevalidationCache } from './revalidation-cache.ts'
import { createSessions } from './sessions.ts'
import { createSsrfGuard } from './ssrf-guard.ts'
import { rethrowStoreError } from './store-errors.ts'
import { createTor } from './tor.ts'
import { type DirectRoute, liveTransport, replayTransport, type Transport } from './transport.ts'
import type { NetRequest, NetResult } from './types.ts'
import { createUplink, guardBehind, reachHost } from './uplink.ts'
import { createWreqClient } from './wreq-client.ts'

export type { GatewayOptions, GatewayStore, NetGateway, Visited } from './gateway-types.ts'

/** Every request of the program passes here: guard, robots, pace, cool-down, revalidation, archive, replay. */
export function createGateway(options: GatewayOptions): NetGateway {
  const { settings, clock, log, archive, replay, events, store } = options
  const replaying = replay !== null
  const dns = createDnsCache(options.resolve, settings.dns_memory_seconds, clock)
  const addresses = createSsrfGuard(settings.allow_private, dns.resolve)
  const uplink = createUplink((host) => reachHost(addresses, host), settings.online_hosts, clock)
  const guard = guardBehind(uplink, addresses)
  const families = createAddressFamilies(clock, events)
  const outbound =
    options.proxy === undefined
      ? createOutbound(guard, families, uplink)
      : createProxiedOutbound(options.proxy, options.resolve)
  const identity = createIdentity(settings, options.product ?? BUNDLED)
  const rateLimiter = createRateLimiter({
    concurrency: settings.concurrency,
    clock,
    random: options.random,
    lanes: replaying ? null : options.lanes,
  })
  const cooldowns = createCooldowns({
    store: store.domains,
    baseMinutes: settings.cooldown_minutes,
    maxMinutes: settings.cooldown_max_minutes,
    clock,
    events,
  })
  const revalidation = createRevalidationCache(replaying ? null : store.caches, archive, clock)
  const clients = createHttpClients({
    outbound,
    handshake: settings.handshake,
    log,
    openWreqClient: createWreqClient,
  })
  const sessions = createSessions(clock, options.sessionFor)
  const tor = createTor({ settings, clock, log })
  const policy = replaying ? null : createDomainPolicy({ rows: store.domainPolicy, settings, clock, events })
  const admission = createAdmission({
    ...{ settings, replaying, guard, cooldowns, clock, policy },
    fetch: (request, route) => fetch(request, route),
  })
  const socksFor = (hop: NetRequest, route: DirectRoute) =>
    route === 'tor' && tor.proxy !== null ? { ...tor.proxy, circuit: tor.circuitOf(domainOf(hop.url)) } : null
  const transport = replaying
    ? replayTransport(replay)
    : counted(liveTransport({ settings, clients, socksFor }), (hop, route) => noteSent(policy, hop, route))
  const shared = { settings, clock, admission, rateLimiter, archive, revalidation, policy, replaying }
  const follow = createRedirectChain({ ...shared, transport, identity, sessions })
  const fetch = createFetch(options, follow)
  return {
    ...createBrowserVisits({ ...shared, log, events, guard }),
    ...{ replaying, guard, sessions, policy, tor, identity, outbound },
    connections: () => ({ families: families.counts(), dns: dns.counts(), handshake: clients.handshake() }),
    fetch: (request) => fetch(request, 'http'),
    fetchByTor: (request) => fetch(request, 'tor'),
    async preflight(request) {
      const sign = replaying || request.purpose !== 'page' ? null : await admission.foreseen(request)
      if (sign === null) return null
      const { taskId, causeId, url } = request
      const data = { sign, decision: 'browser' }
      events.append({ kind: 'net.preflight', taskId, subjectType: 'url', subjectId: url, data, causeId })
      return 'browser'
    },
    cacheRendered: (request, headers, rendered) =>
      revalidation.remember(request, { status: 200, headers, body: new Uint8Array(), finalUrl: request.url }, rendered),
    replayedRoute: (url) => replay?.routeOf(archiveUrl(url)) ?? null,
    close: () => clients.close(),
  }
}

/** What did not leave this machine does not count for the domain. */
function counted(send: Transport, note: (hop: NetRequest, route: DirectRoute) => void): Transport {
  return async (hop, headers, route) => {
    const answer = await send(hop, headers, route)
    if (answer.ok || answer.outcome !== 'offline') note(hop, route)
    return answer
  }
}

type Follow = (request: NetRequest, route: DirectRoute) => Promise<NetResult>

/** One attempt for a page, several for an API or archive; failures become outcomes, except errors of the store. */
function createFetch(options: GatewayOptions, follow: Follow): Follow {
  const { settings, clock, log, events, random, ids } = options

  async function withBackoff(request: NetRequest): Promise<NetResult> {
    for (let attempt = 0; ; attempt += 1) {
      const result = await follow(request, 'http')
      const delay = retryDelayMs(result, attempt, settings, random)
      if (delay === null) return result
      log.debug('net.backoff', { host: new URL(request.url).host, outcome: result.outcome, delay_ms: delay })
      await clock.sleep(delay, request.signal)
    }
  }

  return async (request, route) => {
    const started = clock.now()
    const failed = (why: Failure) => failedResult(why, route, clock.now() - started)
    try {
      request.signal?.throwIfAborted()
      const patient = request.purpose === 'api' || request.again === true
      const result = patient ? await withBackoff(request) : await follow(request, route)
      logFetch(log, events, request, result)
      return result
    } catch (error) {
      if (request.signal?.aborted) return failed({ outcome: 'cancelled', reason: 'The request was cancelled' })
      rethrowStoreError(error)
      const errorId = ids.next('err')
      log.error('net.failed', { error_id: errorId, error: String(error) })
      return failed({ outcome: 'connection', reason: `The request failed in an unexpected way (${errorId})` })
    }
  }
}
