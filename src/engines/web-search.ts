import type { Clock } from '../domain/clock.ts'
import type { Logger } from '../domain/log.ts'
import type { Random } from '../domain/random.ts'
import { createSerialQueue } from '../domain/serial-queue.ts'
import type { Settings } from '../domain/settings.ts'
import { registrableDomain } from '../domain/url.ts'
import type { EventLog } from '../store/event-log.ts'
import type { EngineHealth, EngineHealthStore } from '../store/types.ts'
import { chooseEngines, requireKnownEngines } from './choose-engines.ts'
import { openFor } from './circuit-breaker.ts'
import { createEngineMonitor } from './engine-monitor.ts'
import { engineReport } from './engine-report.ts'
import type { Engine, EngineTable } from './engine-table.ts'
import { loadSerp, type ResultPageLoader } from './load-serp.ts'
import { createDailyCount, engineWaitMs } from './request-spacing.ts'
import { createSerpCache, type SerpCacheStore } from './serp-cache.ts'
import { placeProblem, serpUrl, unmetParts } from './serp-place.ts'
import type { EngineReport, WebSearch, WebSearchRequest } from './types.ts'

export interface WebSearchParts {
  readonly table: EngineTable
  readonly browser: ResultPageLoader
  readonly health: Pick<EngineHealthStore, 'get' | 'save' | 'all'>
  readonly cache: SerpCacheStore
  readonly events: EventLog
  readonly settings: Settings['engines']
  readonly serpTimeoutMs: number
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}

export function createWebSearch(parts: WebSearchParts): WebSearch {
  const { table, clock, health, settings, random, log } = parts
  const names = table.map((engine) => engine.name)
  requireKnownEngines(settings.default, names, 'INVALID_CONFIG')
  /** One request at a time to one engine (REQ 3.1.1). */
  const queue = createSerialQueue()
  const requests = createDailyCount(clock)
  const cache = createSerpCache(parts.cache, settings.cache_hours, clock)
  const monitor = createEngineMonitor(parts)

  /** What needs no request: an option the engine has no place for, or a result page in the cache. */
  function withoutAsking(engine: Engine, request: WebSearchRequest): EngineReport | null {
    const problem = placeProblem(engine, request)
    return problem === null ? cache.get(engine, request) : engineReport(engine.name, 'unsupported_type', problem)
  }

  async function ask(engine: Engine, request: WebSearchRequest): Promise<EngineReport> {
    // Whoever came before in the queue may have asked the same.
    const cached = cache.get(engine, request)
    if (cached !== null) return cached
    const refused = refusal(engine, monitor.of(engine), requests.today(engine.name), clock.now())
    if (refused !== null) return refused
    const probing = monitor.probe(engine, request)
    try {
      await pause(engine, probing, request.signal)
    } catch {
      return engineReport(engine.name, 'cancelled', 'the caller cancelled the search')
    }
    const startedAt = clock.now()
    const url = serpUrl(engine, request.query, request)
    const loaded = await loadSerp({ ...parts, limit: settings.results }, engine, request)
    const answer = { ...ranked(loaded, request.page ?? 1, settings.results), url }
    // Nothing left this machine: the engine was not asked.
    if (answer.outcome === 'offline') return answer
    requests.add(engine.name)
    monitor.learn(engine, probing, answer, clock.now() - startedAt, request)
    if (answer.outcome === 'ok' || answer.outcome === 'no_results') cache.save(engine, request, answer)
    else log.warn('engine.failed', { engine: engine.name, outcome: answer.outcome, reason: answer.reason })
    return answer
  }

  async function pause(engine: Engine, known: EngineHealth, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (known.last_used_at === null) return
    const seconds = Math.max(settings.interval, engine.interval) * monitor.intervalFactor(engine)
    const waitMs = engineWaitMs(known.last_used_at, seconds, random.next(), clock.now())
    if (waitMs > 0) await clock.sleep(waitMs, signal)
  }

  return {
    engines: names,
    async search(request) {
      monitor.cycleIfDue()
      const chosen = chooseEngines(table, {
        named: request.engines,
        category: request.category,
        defaults: settings.default,
        health: (name) => health.get(name),
        now: clock.now(),
      })
      const answers = await Promise.allSettled(
        chosen.engines.map(async (engine) => {
          const report = withoutAsking(engine, request) ?? (await queue.run(engine.name, () => ask(engine, request)))
          return withNotes(engine, request, report)
        }),
      )
      const known = names.join(', ')
      const unknown = chosen.unknown.map((name) =>
        engineReport(name, 'unknown_engine', `no engine is called ${name}; known: ${known}`),
      )
      const reports = [...answers.map(settledReport), ...unknown]
      return chosen.withoutCategory ? reports.map((report) => withNote(report, categoryNote(request))) : reports
    },
    cycle: () => monitor.cycle(),
    challengePassed: (domain, causeId) => {
      const site = registrableDomain(`https://${domain}/`) ?? domain
      for (const engine of table)
        if (registrableDomain(engine.url) === site) monitor.closeCircuit(engine, { taskId: null, causeId })
    },
  }
}

/** Results of a further page rank behind those of the pages before it. */
function ranked(report: EngineReport, page: number, each: number): EngineReport {
  return page === 1
    ? report
    : { ...report, items: report.items.map((one) => ({ ...one, rank: one.rank + (page - 1) * each })) }
}

/** What the engine could not be told. Results dated outside a period it does not know are left out, by name, later. */
function withNotes(
  engine: Engine,
  { query, period, page, language }: WebSearchRequest,
  report: EngineReport,
): EngineReport {
  const notes = unmetParts(engine, query, { period, page, language })
  return notes.length === 0 ? report : { ...report, notes }
}

function withNote(report: EngineReport, note: string): EngineReport {
  return { ...report, notes: [...(report.notes ?? []), note] }
}

function categoryNote({ category }: WebSearchRequest): string {
  return `no engine is for ${category}: the usual ones were asked`
}

/** Why the engine is not asked now: its circuit is open, or its day is used up; null: it is. */
export function refusal(engine: Engine, health: EngineHealth, requestsToday: number, now: number): EngineReport | null {
  const { name, daily_limit: limit } = engine
  if (openFor(health, now) > 0) {
    const { consecutive_failures: failures, open_until: until } = health
    return engineReport(name, 'circuit_open', `${name} failed ${failures} times in a row and rests until ${until}`)
  }
  if (limit === undefined || requestsToday < limit) return null
  return engineReport(name, 'rate_limited', `the daily limit of ${limit} for ${name} is reached`)
}

function settledReport(answer: PromiseSettledResult<EngineReport>): EngineReport {
  if (answer.status === 'rejected') throw answer.reason
  return answer.value
}
