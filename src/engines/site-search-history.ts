import { movingAverage, SHORT_ALPHA } from '../domain/moving-average.ts'
import type { EventStore } from '../store/types.ts'

/** What the event log says of a site's own search: it outlives the process, and every line of it can be read. */
export interface SiteSearchHistory {
  /** Failures in a row, today. */
  readonly failures: number
  /** Moving averages (REQ 4.6); null before the first try. */
  readonly success: number | null
  readonly harvest: number | null
  readonly tries: number
  readonly lastAt: number
}

export const SITE_SEARCHED = 'site_search'
export const SITE_HARVESTED = 'site_search_harvest'

export function siteSearchHistory(events: Pick<EventStore, 'about'>, domain: string, now: number): SiteSearchHistory {
  const today = new Date(now).toISOString().slice(0, 10)
  const record = { failures: 0, success: null as number | null, harvest: null as number | null, tries: 0, lastAt: 0 }
  for (const { kind, at, data } of events.about([domain])) {
    if (kind === SITE_HARVESTED) record.harvest = movingAverage(record.harvest, Number(data.useful) > 0, SHORT_ALPHA)
    if (kind !== SITE_SEARCHED || data.outcome === 'offline') continue
    const ok = data.outcome === 'ok'
    record.tries += 1
    record.success = movingAverage(record.success, ok, SHORT_ALPHA)
    record.lastAt = Date.parse(at)
    if (at.startsWith(today)) record.failures = ok ? 0 : record.failures + 1
  }
  return record
}

/** From this many tries on the averages mean something. */
const ENOUGH_TRIES = 3
/** Below these averages the form is not worth its ten seconds: it rarely works, or rarely leads to a useful page. */
const LEAST_SUCCESS = 0.3
const LEAST_HARVEST = 0.1
const PAUSE_MS = 7 * 24 * 3600_000
/** REQ 3.1.5: two failures in a row. */
const FAILURES_A_DAY = 2

/** REQ 3.1.5: two failures in a row, and the form is left alone today; a poor rate, and it is left alone for a week. */
export function formPause(record: SiteSearchHistory, domain: string, now: number): string | null {
  if (record.failures >= FAILURES_A_DAY) return `the form of ${domain} failed twice and is left alone today`
  if (record.tries < ENOUGH_TRIES || now - record.lastAt >= PAUSE_MS) return null
  if ((record.success ?? 1) < LEAST_SUCCESS) return `the form of ${domain} rarely works and is left alone for a week`
  if ((record.harvest ?? 1) < LEAST_HARVEST) return `the form of ${domain} rarely helps and is left alone for a week`
  return null
}
