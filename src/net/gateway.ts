import { STATUS_CODES } from 'node:http'
import type { Exchange } from '../archive/types.ts'
import { isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { FetchRoute } from '../domain/page.ts'
import { registrableDomain } from '../domain/url.ts'
import { memoryDomainPolicyStore } from '../store/domain-policy.ts'
import { asStoreError } from '../store/store-error.ts'
import { createAddressFamilies } from './address-family.ts'
import { createAdmission } from './admission.ts'
import { classify, type Judgement } from './classify.ts'
import { backoffSeconds, createCooldowns, retryAfterMs } from './cooldown.ts'
import { createDnsCache } from './dns-cache.ts'
import { createDomainPolicy } from './domain-policy.ts'
import type { GatewayOptions, NetGateway, Visited } from './gateway-types.ts'
import { archiveUrl, requestHeaders, withoutCredentials } from './headers.ts'
import type { HttpAnswer } from './http-client.ts'
import { createHttpClients } from './http-clients.ts'
import { createIdentity, identityOfUserAgent } from './identity.ts'
import { logFetch } from './log-fetch.ts'
import { createOutbound } from './outbound.ts'
import { createRateLimiter, NO_SPACING } from './rate-limiter.ts'
import { redirectOf } from './redirect.ts'
import { type CachedCopy, createRevalidationCache } from './revalidation-cache.ts'
import { createSessions } from './sessions.ts'
import { createSsrfGuard, portOf, systemResolve } from './ssrf-guard.ts'
import { createTor } from './tor.ts'
import type { ArchiveRef, NetRequest, NetResponse, NetResult } from './types.ts'

export type { GatewayOptions, GatewayStore, NetGateway, Visited } from './gateway-types.ts'

type Failed = { readonly outcome: Exclude<Outcome, 'ok' | 'not_modified'>; readonly reason: string }

/** Outcomes that a second try may change, of an API only (REQ 4.3.5). */
const TRANSIENT: readonly Outcome[] = ['rate_limited', 'server_error', 'dns', 'tls', 'connection', 'timeout']

export function createGateway(options: GatewayOptions): NetGateway {
  const { settings, clock, log, archive, replay, events } = options
  const replaying = replay !== null
  const names = createDnsCache(options.resolve ?? systemResolve, settings.dns_memory_seconds, clock)
  const guard = createSsrfGuard(settings.allow_private, names.resolve)
  const families = createAddressFamilies(clock, events)
  const outbound = createOutbound(guard, families)
  const identity = createIdentity(settings, options.product)
  const lanes = replaying ? null : options.lanes
  const pace = createRateLimiter({
    concurrency: settings.concurrency,
    clock,
    random: options.random,
    lanes: lanes ?? null,
  })
  const cooldowns = createCooldowns({
    store: options.store?.domains ?? null,
    baseMinutes: settings.cooldown_minutes,
    maxMinutes: settings.cooldown_max_minutes,
    clock,
    events,
  })
  const held = createRevalidationCache(replaying ? null : (options.store?.caches ?? null), archive, clock)
  const senders = createHttpClients({ outbound, handshake: settings.handshake, log })
  const sessions = createSessions(clock, options.sessionFor)
  const tor = createTor({ settings, clock, log })
  const rows = options.store?.domainPolicy ?? memoryDomainPolicyStore()
  const policy = replaying ? null : createDomainPolicy({ rows, settings, clock, events })
  const admission = createAdmission({
    settings,
    replaying,
    guard,
    cooldowns,
    clock,
    policy,
    fetch: (request) => fetch(request),
  })

  async function fetch(request: NetRequest, route: 'http' | 'tor' = 'http'): Promise<NetResult> {
    const started = clock.now()
    const failed = (why: Failed) => failure(why, route, clock.now() - started)
    try {
      request.signal?.throwIfAborted()
      const result = request.purpose === 'api' ? await withBackoff(request) : await follow(request, route)
      logFetch(log, events, request, result)
      return result
    } catch (error) {
      if (request.signal?.aborted) return failed({ outcome: 'cancelled', reason: 'The request was cancelled' })
      throwOwn(error)
      const errorId = options.ids.next('err')
      log.error('net.failed', { error_id: errorId, error: String(error) })
      return failed({ outcome: 'connection', reason: `The request failed in an unexpected way (${errorId})` })
    }
  }

  async function withBackoff(request: NetRequest): Promise<NetResult> {
    for (let attempt = 0; ; attempt += 1) {
      const result = await follow(request, 'http')
      if (!TRANSIENT.includes(result.outcome) || attempt + 1 >= settings.backoff_attempts) return result
      const { backoff_base_seconds: base, backoff_max_seconds: max } = settings
      const asked = 'retryAfterMs' in result ? (result.retryAfterMs ?? 0) : 0
      const delay = Math.max(backoffSeconds(attempt, base, max, options.random) * 1000, Math.min(asked, max * 1000))
      log.debug('net.backoff', { host: new URL(request.url).host, outcome: result.outcome, delay_ms: delay })
      await clock.sleep(delay, request.signal)
    }
  }

  /** One try: the request and the redirects it leads to, each checked like a first request. */
  async function follow(request: NetRequest, route: 'http' | 'tor'): Promise<NetResult> {
    const started = clock.now()
    const seen = new Set<string>()
    let hop = request
    let lane: string | null = null
    for (let hops = 0; hops <= settings.max_redirects; hops += 1) {
      const admitted = await admission.check(hop, request.url)
      if (!admitted.ok) return failure(admitted, route, clock.now() - started)
      const copy = await held.of(hop)
      const session: Readonly<Record<string, string>> = replaying || route === 'tor' ? {} : sessions.headers(hop)
      const earned = session['user-agent']
      const who = earned === undefined ? identity.current() : identityOfUserAgent(earned)
      const headers = { ...requestHeaders(hop, settings, who), ...session, ...copy?.conditions }
      // Like a browser, go on at once where the redirect stays with the domain that has just been asked.
      const spacing = hops > 0 && admitted.lane === lane ? NO_SPACING : admitted.spacing
      seen.add(hop.url)
      lane = admitted.lane
      const current = hop
      let judgement: Judgement | null = null
      const ask = async () => {
        const answer = admission.stillAdmitted(current, request.url) ?? (await exchange(current, headers, route))
        // Before the turn ends: whoever waits for the next one must know of a refusal.
        if (answer.ok && redirectOf(current, answer) === null) {
          judgement = judgementOf(current, answer)
          admission.learn(current, request.url, answer.status === 304 ? 'not_modified' : judgement.outcome)
        }
        return answer
      }
      const sent = await (lane === null ? ask() : pace.run(lane, spacing, ask, hop.signal))
      if (!sent.ok) {
        if (route === 'tor') policy?.judged(domainOf(hop.url), route, sent.outcome, null, hop.causeId)
        return failure(sent, route, clock.now() - started)
      }
      sessions.receive(hop, sent.headers)
      const ref = await keep(hop, headers, sent, route, copy)
      if (sent.status === 304 && copy !== null) {
        const { ref: archive, response } = copy
        return { outcome: 'not_modified', route, response, archive, elapsedMs: clock.now() - started }
      }
      const next = redirectOf(hop, sent)
      if (next === null) {
        const response = { status: sent.status, headers: sent.headers, body: sent.body, finalUrl: hop.url }
        return judge(hop, response, ref, route, clock.now() - started, judgement ?? judgementOf(hop, response))
      }
      if (seen.has(next.url)) break
      hop = next
    }
    const loop = { outcome: 'redirect_loop', reason: 'The redirects do not end' } as const
    return failure(loop, route, clock.now() - started)
  }

  async function exchange(
    hop: NetRequest,
    headers: Readonly<Record<string, string>>,
    route: 'http' | 'tor',
  ): Promise<HttpAnswer> {
    if (replay !== null) {
      const found = await replay.find(hop.method ?? 'GET', archiveUrl(hop.url), hop.body)
      if (found === null)
        return { ok: false, outcome: 'replay_miss', reason: 'The replay archive does not hold this URL' }
      return {
        ok: true,
        status: found.status,
        statusText: found.statusText,
        headers: found.responseHeaders,
        body: found.body,
      }
    }
    countSent(hop, route)
    const seconds = hop.purpose === 'serp' ? settings.serp_timeout_seconds : settings.timeout_seconds
    return senders[hop.purpose === 'api' ? 'apis' : 'pages'].send({
      url: hop.url,
      method: hop.method ?? 'GET',
      headers,
      body: hop.body,
      maxBytes: hop.maxBytes ?? settings.max_bytes,
      timeoutMs: hop.timeoutMs ?? seconds * 1000,
      signal: hop.signal,
      socks: route === 'tor' && tor.proxy !== null ? { ...tor.proxy, circuit: tor.circuitOf(domainOf(hop.url)) } : null,
    })
  }

  /** REQ 4.3: a page nobody came to from another is a direct GET, and counted as one. */
  function countSent(hop: NetRequest, route: FetchRoute): void {
    if (hop.purpose !== 'page' && hop.purpose !== 'serp') return
    policy?.sent(domainOf(hop.url), route, hop.purpose === 'page' ? hop.referer !== undefined : null, hop.causeId)
  }

  function keep(
    hop: NetRequest,
    headers: Readonly<Record<string, string>>,
    answer: { status: number; statusText: string; headers: Readonly<Record<string, string>>; body: Uint8Array },
    route: FetchRoute,
    copy: CachedCopy | null,
  ): Promise<ArchiveRef> {
    const record: Exchange = {
      url: archiveUrl(hop.url),
      method: hop.method ?? 'GET',
      requestHeaders: withoutCredentials(headers),
      ...(hop.body === undefined ? {} : { requestBody: hop.body }),
      status: answer.status,
      statusText: answer.statusText,
      responseHeaders: answer.headers,
      body: answer.body,
      time: isoTime(clock),
    }
    const confirmed = answer.status === 304 && copy !== null ? copy.ref : undefined
    return archive.write(record, hop.taskId ?? '', { route, ...(confirmed === undefined ? {} : { confirmed }) })
  }

  function judge(
    hop: NetRequest,
    response: NetResponse,
    ref: ArchiveRef,
    route: FetchRoute,
    elapsedMs: number,
    judgement: Judgement,
  ): NetResult {
    if (hop.purpose === 'page' || hop.purpose === 'serp') {
      const challenge = 'challenge' in judgement ? (judgement.challenge ?? null) : null
      policy?.judged(domainOf(hop.url), route, judgement.outcome, challenge, hop.causeId)
    }
    if (judgement.outcome === 'ok') {
      if (route === 'http') held.remember(hop, response, ref)
      return { outcome: 'ok', route, response, archive: ref, elapsedMs }
    }
    const wait = retryAfterMs(response.headers['retry-after'], clock.now())
    return {
      ...judgement,
      route,
      response,
      archive: ref,
      elapsedMs,
      ...(wait === undefined ? {} : { retryAfterMs: wait }),
    }
  }

  /** The checks of a request that somebody else sends. */
  async function admitted(request: NetRequest) {
    const checked = await admission.check(request, request.url)
    if (!checked.ok || replaying) return checked
    const url = new URL(request.url)
    const resolved = await guard.resolve(url.hostname, portOf(url))
    return resolved.ok ? checked : resolved
  }

  async function visit<T>(request: NetRequest, work: () => Promise<T>): Promise<Visited<T>> {
    const started = clock.now()
    const refused = (why: Failed): Visited<T> => ({
      ok: false,
      result: failure(why, 'browser', clock.now() - started),
    })
    try {
      const checked = await admitted(request)
      if (!checked.ok) return refused(checked)
      const turn = async (): Promise<Visited<T>> => {
        const late = admission.stillAdmitted(request, request.url)
        if (late !== null) return refused(late)
        if (!replaying) countSent(request, 'browser')
        return { ok: true, value: await work() }
      }
      return await (checked.lane === null ? turn() : pace.run(checked.lane, checked.spacing, turn, request.signal))
    } catch (error) {
      if (!request.signal?.aborted) {
        throwOwn(error)
        throw error
      }
      return refused({ outcome: 'cancelled', reason: 'The request was cancelled' })
    }
  }

  return {
    replaying,
    guard,
    sessions,
    policy,
    tor,
    identity,
    outbound,
    connections: () => ({ families: families.counts(), names: names.counts(), handshake: senders.handshake() }),
    fetch: (request) => fetch(request),
    async preflight(request) {
      const sign = replaying || request.purpose !== 'page' ? null : await admission.foreseen(request)
      if (sign === null) return null
      const { taskId, causeId, url } = request
      const data = { sign, decision: 'browser' }
      events?.append({ kind: 'net.preflight', taskId, subjectType: 'url', subjectId: url, data, causeId })
      return 'browser'
    },
    fetchByTor: (request) => fetch(request, 'tor'),
    cacheRendered: (request, headers, rendered) =>
      held.remember(request, { status: 200, headers, body: new Uint8Array(), finalUrl: request.url }, rendered),
    replayedRoute: (url) => replay?.routeOf?.(archiveUrl(url)) ?? null,
    visit,
    async admit(request) {
      const started = clock.now()
      const checked = await admitted(request)
      return checked.ok ? null : failure(checked, 'browser', clock.now() - started)
    },
    async record(request, response, route, elapsedMs) {
      const hop = { ...request, url: response.finalUrl }
      const limit = request.maxBytes ?? settings.max_bytes
      if (response.body.length > limit) {
        return failure({ outcome: 'too_large', reason: `The body is larger than ${limit} bytes` }, route, elapsedMs)
      }
      const headers = request.headers ?? {}
      const answer = { ...response, statusText: STATUS_CODES[response.status] ?? '' }
      const ref = await keep(hop, headers, answer, route, null)
      const judgement = judgementOf(hop, response)
      admission.learn(hop, request.url, judgement.outcome)
      const result = judge(hop, response, ref, route, elapsedMs, judgement)
      logFetch(log, events, request, result)
      return result
    },
    close: () => senders.close(),
  }
}

/** A locked database or a full disk is no verdict on the page: the search keeps its job and asks again. */
function throwOwn(error: unknown): void {
  const told = asStoreError(error, 'The database')
  if (told instanceof LyraError) throw told
}

type Answered = Pick<NetResponse, 'status' | 'headers' | 'body'>

function judgementOf(hop: NetRequest, answer: Answered) {
  return classify({ status: answer.status, headers: answer.headers, body: answer.body, url: hop.url }, hop.purpose)
}

function domainOf(url: string): string {
  return registrableDomain(url) ?? url
}

function failure(why: Failed, route: FetchRoute, elapsedMs: number): NetResult {
  return { outcome: why.outcome, reason: why.reason, route, archive: null, elapsedMs }
}
