import { type Clock, isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import { stableId } from '../domain/ids.ts'
import type { Logger } from '../domain/log.ts'
import { isSuccess } from '../domain/outcome.ts'
import type { Random } from '../domain/random.ts'
import type { Settings } from '../domain/settings.ts'
import type { NetRequest, NetResponse, NetResult } from '../net/types.ts'
import type { CacheStore, EngineHealth, EngineHealthStore, EventStore } from '../store/types.ts'
import { chooseEngines, requireKnownEngines } from './choose-engines.ts'
import { openFor } from './circuit-breaker.ts'
import { createEngineMonitor } from './engine-monitor.ts'
import { type Engine, type EngineTable, placeProblem, serpUrl } from './engine-table.ts'
import { normaliseQuery, queryKey } from './normalise-query.ts'
import { parseSerp } from './parse-serp.ts'
import type { EngineOutcome, EngineReport, WebSearch, WebSearchRequest } from './types.ts'

/** What the search needs of the browser: one result page, rendered. */
export interface ResultPageLoader {
  load(request: NetRequest): Promise<NetResult>
}

export interface WebSearchParts {
  readonly table: EngineTable
  readonly browser: ResultPageLoader
  readonly health: Pick<EngineHealthStore, 'get' | 'save'> & Partial<Pick<EngineHealthStore, 'all'>>
  readonly cache: Pick<CacheStore, 'serp' | 'saveSerp'>
  readonly events: Pick<EventStore, 'append'>
  readonly settings: Settings['engines']
  readonly serpTimeoutMs: number
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}

const HOUR_MS = 3_600_000
/** Share of the interval added at random, so that requests do not tick. */
const JITTER = 0.25

export function createWebSearch(parts: WebSearchParts): WebSearch {
  const { table, clock, health, settings } = parts
  const names = table.map((engine) => engine.name)
  requireKnownEngines(settings.default, names, 'INVALID_CONFIG')
  /** One request at a time to one engine (REQ 3.1.1); the promise is the tail of its queue. */
  const queues = new Map<string, Promise<unknown>>()
  const today = new Map<string, { day: string; requests: number }>()
  const book = createEngineMonitor(parts)

  async function search(request: WebSearchRequest): Promise<readonly EngineReport[]> {
    book.cycleIfDue()
    const chosen = chooseEngines(table, {
      named: request.engines,
      defaults: settings.default,
      health: (name) => health.get(name),
      now: clock.now(),
    })
    const answers = await Promise.allSettled(chosen.engines.map((engine) => inTurn(engine, request)))
    const unknown = chosen.unknown.map((name) =>
      report(name, 'unknown_engine', `no engine is called ${name}; known: ${table.map((e) => e.name).join(', ')}`),
    )
    return [...answers.map(settledReport), ...unknown]
  }

  function inTurn(engine: Engine, request: WebSearchRequest): Promise<EngineReport> {
    const problem = placeProblem(engine, request)
    if (problem !== null) return Promise.resolve(report(engine.name, 'unsupported_type', problem))
    const cached = fromCache(engine, request)
    if (cached !== null) return Promise.resolve(cached)
    const before = queues.get(engine.name) ?? Promise.resolve()
    const mine = before.then(() => fromCache(engine, request) ?? ask(engine, request))
    queues.set(
      engine.name,
      mine.catch(() => undefined),
    )
    return mine
  }

  async function ask(engine: Engine, request: WebSearchRequest): Promise<EngineReport> {
    const known = book.of(engine)
    if (openFor(known, clock.now()) > 0)
      return report(
        engine.name,
        'circuit_open',
        `${engine.name} failed ${known.consecutive_failures} times in a row and rests until ${known.open_until}`,
      )
    if (!withinDailyLimit(engine))
      return report(
        engine.name,
        'rate_limited',
        `the daily limit of ${engine.daily_limit} for ${engine.name} is reached`,
      )
    const probing = book.probe(engine, request)
    try {
      await pause(engine, probing, request.signal)
    } catch {
      return report(engine.name, 'cancelled', 'the caller cancelled the search')
    }
    const startedAt = clock.now()
    const answer: EngineReport = { ...(await load(engine, request)), url: serpUrl(engine, request.query, request) }
    count(engine)
    book.learn(engine, probing, answer, clock.now() - startedAt, request)
    if (answer.outcome === 'ok' || answer.outcome === 'no_results') keep(engine, request, answer)
    else parts.log.warn('engine.failed', { engine: engine.name, outcome: answer.outcome, reason: answer.reason })
    return answer
  }

  async function load(engine: Engine, request: WebSearchRequest): Promise<EngineReport> {
    const url = serpUrl(engine, request.query, request)
    let result: NetResult
    try {
      result = await parts.browser.load({
        url,
        purpose: 'serp',
        taskId: request.taskId,
        causeId: request.causeId,
        timeoutMs: parts.serpTimeoutMs,
        ...(engine.daily_limit === undefined ? {} : { dayLimit: engine.daily_limit }),
        ...(request.signal === undefined ? {} : { signal: request.signal }),
      })
    } catch (error) {
      // No browser at all is the caller's to know (CHROME_NOT_READY); anything else is this engine's failure.
      if (error instanceof LyraError) throw error
      if (request.signal?.aborted) return report(engine.name, 'cancelled', 'the caller cancelled the search')
      return report(engine.name, 'connection', `the result page of ${engine.name} could not be loaded`)
    }
    if (!isSuccess(result.outcome) || result.response === undefined)
      return report(engine.name, result.outcome, 'reason' in result ? result.reason : null)
    const parsed = await parseSerp(engine, {
      html: decode(result.response),
      url: result.response.finalUrl,
      now: clock.now(),
      limit: settings.results,
    })
    const { dropped } = normaliseQuery(engine.operators, request.query)
    const note = dropped.length === 0 ? null : `${engine.name} has no operator for ${dropped.join(' ')}: left out`
    if (parsed.outcome === 'parser_broken') noteBroken(engine, parsed.reason, result, request)
    const page = parsed.outcome === 'parser_broken' && result.archive !== null ? { page: result.archive } : {}
    return { ...report(engine.name, parsed.outcome, parsed.reason ?? note), items: parsed.items, ...page }
  }

  async function pause(engine: Engine, known: EngineHealth, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (known.last_used_at === null) return
    const seconds = Math.max(settings.interval, engine.interval) * book.intervalFactor(engine)
    const interval = seconds * 1000 * (1 + JITTER * parts.random.next())
    const waitMs = Date.parse(known.last_used_at) + interval - clock.now()
    // A replay's clock may stand before the last live use: never wait longer than one interval.
    if (waitMs > 0) await clock.sleep(Math.min(waitMs, interval), signal)
  }

  /** REQ 3.1.4: a changed page is named with where its bytes lie, so that the description can be mended. */
  function noteBroken(engine: Engine, reason: string | null, result: NetResult, request: WebSearchRequest): void {
    parts.events.append({
      kind: 'engine.parser_broken',
      taskId: request.taskId,
      subjectType: 'engine',
      subjectId: engine.name,
      data: {
        reason,
        warc_file: result.archive?.file ?? null,
        warc_record_id: result.archive?.recordId ?? null,
        bytes: result.response?.body.length ?? null,
      },
      causeId: request.causeId,
    })
  }

  function fromCache(engine: Engine, request: WebSearchRequest): EngineReport | null {
    const hit = parts.cache.serp(cacheKey(engine, request), isoTime(clock))
    if (hit === null) return null
    const outcome = hit.outcome === 'no_results' ? 'no_results' : 'ok'
    return {
      ...report(engine.name, outcome, null),
      items: hit.items,
      url: serpUrl(engine, request.query, request),
      cached: true,
    }
  }

  function keep(engine: Engine, request: WebSearchRequest, answer: EngineReport): void {
    if (settings.cache_hours === 0) return
    const now = clock.now()
    parts.cache.saveSerp({
      key: cacheKey(engine, request),
      engine: engine.name,
      items: answer.items,
      outcome: answer.outcome,
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + settings.cache_hours * HOUR_MS).toISOString(),
    })
  }

  function withinDailyLimit(engine: Engine): boolean {
    const used = today.get(engine.name)
    if (engine.daily_limit === undefined) return true
    return (used?.day === isoTime(clock).slice(0, 10) ? used.requests : 0) < engine.daily_limit
  }

  function count(engine: Engine): void {
    const day = isoTime(clock).slice(0, 10)
    const used = today.get(engine.name)
    today.set(engine.name, { day, requests: (used?.day === day ? used.requests : 0) + 1 })
  }

  return { engines: names, search, cycle: () => book.cycle() }
}

/** REQ 5.1.2: normalised query, engine and period. */
function cacheKey(engine: Engine, { query, period, page = 1 }: WebSearchRequest): string {
  const place = period === undefined && page === 1 ? [] : [period ?? '', String(page)]
  return stableId('serp', engine.name, queryKey(query), ...place)
}

function report(engine: string, outcome: EngineOutcome, reason: string | null): EngineReport {
  return { engine, outcome, reason, items: [], cached: false }
}

function settledReport(answer: PromiseSettledResult<EngineReport>): EngineReport {
  if (answer.status === 'rejected') throw answer.reason
  return answer.value
}

function decode(response: NetResponse): string {
  const charset = /charset=["']?([\w-]+)/i.exec(response.headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(response.body)
  } catch {
    return new TextDecoder().decode(response.body)
  }
}
