import type { Clock } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import { isSuccess } from '../domain/outcome.ts'
import { responseText } from '../net/response-text.ts'
import type { NetRequest, NetResult } from '../net/types.ts'
import type { EventLog } from '../store/event-log.ts'
import { engineReport } from './engine-report.ts'
import type { Engine } from './engine-table.ts'
import { type ParsedSerp, parseSerp } from './parse-serp.ts'
import { serpUrl } from './serp-place.ts'
import type { EngineReport, WebSearchRequest } from './types.ts'

/** What the search needs of the browser: one result page, rendered. */
export interface ResultPageLoader {
  load(request: NetRequest): Promise<NetResult>
}

export interface SerpLoaderParts {
  readonly browser: ResultPageLoader
  readonly events: EventLog
  readonly clock: Clock
  readonly serpTimeoutMs: number
  /** Results taken from one page. */
  readonly limit: number
}

/** One result page, loaded and read by the engine's description; only a missing browser is thrown. */
export async function loadSerp(
  parts: SerpLoaderParts,
  engine: Engine,
  request: WebSearchRequest,
): Promise<EngineReport> {
  let result: NetResult
  try {
    result = await parts.browser.load(serpRequest(engine, request, parts.serpTimeoutMs))
  } catch (error) {
    // A missing browser is the caller's error (CHROME_NOT_READY); any other failure is an outcome of this engine.
    if (error instanceof LyraError) throw error
    if (request.signal?.aborted) return engineReport(engine.name, 'cancelled', 'the caller cancelled the search')
    return engineReport(engine.name, 'connection', `the result page of ${engine.name} could not be loaded`)
  }
  if (!isSuccess(result.outcome) || result.response === undefined) {
    return engineReport(engine.name, result.outcome, 'reason' in result ? result.reason : null)
  }
  const parsed = await parseSerp(engine, {
    html: responseText(result.response),
    url: result.response.finalUrl,
    now: parts.clock.now(),
    limit: parts.limit,
  })
  if (parsed.outcome === 'parser_broken') parts.events.append(brokenParser(engine.name, parsed, result, request))
  return parsedReport(engine, parsed, result.archive)
}

export function serpRequest(engine: Engine, request: WebSearchRequest, timeoutMs: number): NetRequest {
  return {
    url: serpUrl(engine, request.query, request),
    purpose: 'serp',
    taskId: request.taskId,
    causeId: request.causeId,
    timeoutMs,
    ...(engine.daily_limit === undefined ? {} : { dayLimit: engine.daily_limit }),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  }
}

export function parsedReport(engine: Engine, parsed: ParsedSerp, archive: NetResult['archive']): EngineReport {
  const page = parsed.outcome === 'parser_broken' && archive !== null ? { page: archive } : {}
  return { ...engineReport(engine.name, parsed.outcome, parsed.reason), items: parsed.items, ...page }
}

/** REQ 3.1.4: a changed page is named with where its bytes lie, so that the description can be mended. */
function brokenParser(
  engine: string,
  { reason }: ParsedSerp,
  { archive, response }: NetResult,
  { taskId, causeId }: WebSearchRequest,
): Parameters<EventLog['append']>[0] {
  const data = {
    reason,
    warc_file: archive?.file ?? null,
    warc_record_id: archive?.recordId ?? null,
    bytes: response?.body.length ?? null,
  }
  return { kind: 'engine.parser_broken', taskId, subjectType: 'engine', subjectId: engine, data, causeId }
}
