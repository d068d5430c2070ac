import { STATUS_CODES } from 'node:http'
import type { ArchiveWriter, Exchange } from '../archive/types.ts'
import type { Clock } from '../domain/clock.ts'
import { isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { IdSource } from '../domain/ids.ts'
import type { Logger } from '../domain/log.ts'
import { isSuccess, type Outcome } from '../domain/outcome.ts'
import type { FetchRoute } from '../domain/page.ts'
import type { Random } from '../domain/random.ts'
import type { Settings } from '../domain/settings.ts'
import type { EventStore, Store } from '../store/types.ts'
import { createAdmission } from './admission.ts'
import { classify } from './classify.ts'
import { backoffSeconds, createCooldowns, retryAfterMs } from './cooldown.ts'
import { createGuard, type Guard, type Resolve } from './guard.ts'
import { archiveUrl, requestHeaders, withoutCredentials } from './headers.ts'
import { createHeldCopies } from './held-copies.ts'
import { createPace, NO_SPACING } from './pace.ts'
import { redirectOf } from './redirect.ts'
import { createSend, type Sent } from './send.ts'
import type { ArchiveRef, Gateway, NetRequest, NetResponse, NetResult } from './types.ts'

/** ReplayArchive, or one that can also tell POST bodies apart. */
interface ReplaySource {
  find(method: string, url: string, body?: string): Promise<Exchange | null>
}

export interface GatewayOptions {
  readonly settings: Settings['net']
  readonly store: Pick<Store, 'caches' | 'domains'> | null
  readonly clock: Clock
  readonly random: Random
  readonly ids: IdSource
  readonly log: Logger
  /** Where it can also be read (LocalArchive), pages are revalidated instead of fetched again. */
  readonly archive: ArchiveWriter & { read?(file: string, recordId: string): Promise<Exchange | null> }
  readonly replay: ReplaySource | null
  readonly events?: EventStore
  /** Name look-up; the system's unless a test brings its own. */
  readonly resolve?: Resolve
}

export interface NetGateway extends Gateway {
  /** For the browser's own connections. */
  readonly guard: Guard
}

type Failed = { readonly outcome: Exclude<Outcome, 'ok' | 'not_modified'>; readonly reason: string }

/** Outcomes that a second try may change, of an API only (REQ 4.3.5). */
const TRANSIENT: readonly Outcome[] = ['rate_limited', 'server_error', 'dns', 'tls', 'connection', 'timeout']

export function createGateway(options: GatewayOptions): NetGateway {
  const { settings, clock, log, archive, replay, events } = options
  const replaying = replay !== null
  const guard = createGuard(settings.allow_private, options.resolve)
  const pace = createPace({ concurrency: settings.concurrency, clock, random: options.random })
  const cooldowns = createCooldowns({
    store: options.store?.domains ?? null,
    baseMinutes: settings.cooldown_minutes,
    maxMinutes: settings.cooldown_max_minutes,
    clock,
  })
  const held = createHeldCopies(replaying ? null : (options.store?.caches ?? null), archive, clock)
  const send = createSend(guard)
  const admission = createAdmission({
    settings,
    replaying,
    guard,
    cooldowns,
    clock,
    fetch: (request) => fetch(request),
  })

  async function fetch(request: NetRequest): Promise<NetResult> {
    const started = clock.now()
    const failed = (why: Failed) => failure(why, 'http', clock.now() - started)
    try {
      request.signal?.throwIfAborted()
      const result = request.purpose === 'api' ? await withBackoff(request) : await follow(request)
      tell(request, result)
      return result
    } catch (error) {
      if (request.signal?.aborted) return failed({ outcome: 'cancelled', reason: 'The request was cancelled' })
      if (error instanceof LyraError) throw error
      const errorId = options.ids.next('err')
      log.error('net.failed', { error_id: errorId, error: String(error) })
      return failed({ outcome: 'connection', reason: `The request failed in an unexpected way (${errorId})` })
    }
  }

  async function withBackoff(request: NetRequest): Promise<NetResult> {
    for (let attempt = 0; ; attempt += 1) {
      const result = await follow(request)
      if (!TRANSIENT.includes(result.outcome) || attempt + 1 >= settings.backoff_attempts) return result
      const { backoff_base_seconds: base, backoff_max_seconds: max } = settings
      const asked = 'retryAfterMs' in result ? (result.retryAfterMs ?? 0) : 0
      const delay = Math.max(backoffSeconds(attempt, base, max, options.random) * 1000, Math.min(asked, max * 1000))
      log.debug('net.backoff', { host: new URL(request.url).host, outcome: result.outcome, delay_ms: delay })
      await clock.sleep(delay, request.signal)
    }
  }

  /** One try: the request and the redirects it leads to, each checked like a first request. */
  async function follow(request: NetRequest): Promise<NetResult> {
    const started = clock.now()
    const seen = new Set<string>()
    let hop = request
    let lane: string | null = null
    for (let hops = 0; hops <= settings.max_redirects; hops += 1) {
      const admitted = await admission.check(hop, request.url)
      if (!admitted.ok) return failure(admitted, 'http', clock.now() - started)
      const copy = await held.of(hop)
      const headers = { ...requestHeaders(hop, settings), ...copy?.conditions }
      // Like a browser, go on at once where the redirect stays with the domain that has just been asked.
      const spacing = hops > 0 && admitted.lane === lane ? NO_SPACING : admitted.spacing
      seen.add(hop.url)
      lane = admitted.lane
      const current = hop
      const ask = () => exchange(current, headers)
      const sent = await (lane === null ? ask() : pace.run(lane, spacing, ask, hop.signal))
      if (!sent.ok) return failure(sent, 'http', clock.now() - started)
      const ref = await keep(hop, headers, sent)
      if (sent.status === 304 && copy !== null) {
        const { ref: archive, response } = copy
        return { outcome: 'not_modified', route: 'http', response, archive, elapsedMs: clock.now() - started }
      }
      const next = redirectOf(hop, sent)
      if (next === null) {
        const response = { status: sent.status, headers: sent.headers, body: sent.body, finalUrl: hop.url }
        return judge(hop, request.url, response, ref, 'http', clock.now() - started)
      }
      if (seen.has(next.url)) break
      hop = next
    }
    const loop = { outcome: 'redirect_loop', reason: 'The redirects do not end' } as const
    return failure(loop, 'http', clock.now() - started)
  }

  async function exchange(hop: NetRequest, headers: Readonly<Record<string, string>>): Promise<Sent> {
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
    const seconds = hop.purpose === 'serp' ? settings.serp_timeout_seconds : settings.timeout_seconds
    return send({
      url: hop.url,
      method: hop.method ?? 'GET',
      headers,
      body: hop.body,
      maxBytes: hop.maxBytes ?? settings.max_bytes,
      timeoutMs: hop.timeoutMs ?? seconds * 1000,
      signal: hop.signal,
    })
  }

  function keep(
    hop: NetRequest,
    headers: Readonly<Record<string, string>>,
    answer: { status: number; statusText: string; headers: Readonly<Record<string, string>>; body: Uint8Array },
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
    return archive.write(record, hop.taskId ?? '')
  }

  function judge(
    hop: NetRequest,
    askedUrl: string,
    response: NetResponse,
    ref: ArchiveRef,
    route: FetchRoute,
    elapsedMs: number,
  ): NetResult {
    const judgement = classify({ ...response, url: response.finalUrl }, hop.purpose)
    admission.learn(hop, askedUrl, judgement.outcome)
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

  /** The causal log has one line a request; a page's many assets are left out. */
  function tell(request: NetRequest, result: NetResult): void {
    if (request.purpose === 'asset') return
    const { outcome, route, elapsedMs } = result
    const reason = isSuccess(outcome) || !('reason' in result) ? null : result.reason
    log.debug('net.fetch', { host: URL.parse(request.url)?.host, purpose: request.purpose, outcome, elapsedMs })
    events?.append({
      kind: 'net.fetch',
      taskId: request.taskId,
      subjectType: 'url',
      subjectId: archiveUrl(request.url),
      data: {
        purpose: request.purpose,
        outcome,
        route,
        reason,
        status: result.response?.status ?? null,
        bytes: result.response?.body.length ?? null,
        warc_file: result.archive?.file ?? null,
        warc_record_id: result.archive?.recordId ?? null,
        elapsed_ms: elapsedMs,
      },
      causeId: request.causeId,
    })
  }

  return {
    replaying,
    guard,
    fetch,
    async admit(request) {
      const started = clock.now()
      const refused = (why: Failed) => failure(why, 'browser', clock.now() - started)
      try {
        const admitted = await admission.check(request, request.url)
        if (!admitted.ok) return refused(admitted)
        if (replaying) return null
        const url = new URL(request.url)
        const resolved = await guard.resolve(url.hostname, Number(url.port) || (url.protocol === 'https:' ? 443 : 80))
        if (!resolved.ok) return refused(resolved)
        if (admitted.lane !== null) await pace.run(admitted.lane, admitted.spacing, async () => {}, request.signal)
        return null
      } catch (error) {
        if (!request.signal?.aborted) throw error
        return refused({ outcome: 'cancelled', reason: 'The request was cancelled' })
      }
    },
    async record(request, response, route, elapsedMs) {
      const hop = { ...request, url: response.finalUrl }
      const headers = request.headers ?? {}
      const ref = await keep(hop, headers, { ...response, statusText: STATUS_CODES[response.status] ?? '' })
      const result = judge(hop, request.url, response, ref, route, elapsedMs)
      tell(request, result)
      return result
    },
  }
}

function failure(why: Failed, route: FetchRoute, elapsedMs: number): NetResult {
  return { outcome: why.outcome, reason: why.reason, route, archive: null, elapsedMs }
}
