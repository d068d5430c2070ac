import { DAY_MS } from '../domain/clock.ts'
import type { DateRange } from '../domain/date-range.ts'
import type { Engine } from './engine-table.ts'
import { normaliseQuery } from './normalise-query.ts'
import { languageOfQuery, queryLanguage } from './query-language.ts'
import { PERIODS, type Period } from './types.ts'

/** Which of an engine's result pages is meant. */
export interface SerpPlace {
  readonly period?: DateRange | undefined
  /** Result page, from 1. */
  readonly page?: number | undefined
  /** Language of the sources that the task wants. */
  readonly language?: string | undefined
}

/**
 * The address asked for a query: operators in the engine's own spelling, form encoding, which URL parsers leave as it
 * is.
 */
export function serpUrl(engine: Engine, query: string, place: SerpPlace = {}): string {
  const limit = limitPeriod(engine, place.period)
  const sent = normaliseQuery(engine.operators, [query, ...limit.operators].join(' ')).query
  const encoded = new URLSearchParams({ q: sent }).toString().slice(2)
  const language = queryLanguage(query, engine.languages, place.language)
  const url = engine.url.replaceAll('{language}', language).replaceAll('{query}', () => encoded)
  return [url, ...limit.parameters, ...languageParameter(engine, query, place), ...pageParameter(engine, place)].join(
    '&',
  )
}

/** Why the engine cannot show that page; null when it can. */
export function placeProblem(engine: Engine, { page = 1 }: SerpPlace): string | null {
  return page > 1 && engine.paging === undefined ? `${engine.name} has one result page only` : null
}

/** What of the question the engine has no way to say, so that nobody assumes it was applied (REQ 3.1.4). */
export function unmetParts(engine: Engine, query: string, { period }: SerpPlace): readonly string[] {
  const { dropped } = normaliseQuery(engine.operators, query)
  const { unmet } = limitPeriod(engine, period)
  return [
    ...(dropped.length === 0 ? [] : [`engine ${engine.name} has no operator for ${dropped.join(' ')}: left out`]),
    ...(unmet ? [`engine ${engine.name} cannot limit results to a period`] : []),
  ]
}

interface PeriodLimit {
  /** Put behind the query, where the engine's spelling of operators applies. */
  readonly operators: readonly string[]
  readonly parameters: readonly string[]
  readonly unmet: boolean
}

/** A range that needs a first day has this one. */
const EARLIEST = '1970-01-01'
const PERIOD_DAYS: Readonly<Record<Period, number>> = { day: 1, week: 7, month: 31, year: 366 }

/** By operators where the engine has them, else by a range of dates, else by "the last week". */
function limitPeriod(engine: Engine, period: DateRange | undefined): PeriodLimit {
  const { after, before, asked_on: today } = period ?? {}
  if (after === undefined && before === undefined) return { operators: [], parameters: [], unmet: false }
  const spelt = [
    ...(after !== undefined && engine.operators.after !== undefined ? [`after:${after}`] : []),
    ...(before !== undefined && engine.operators.before !== undefined ? [`before:${before}`] : []),
  ]
  const wanted = Number(after !== undefined) + Number(before !== undefined)
  if (spelt.length === wanted) return { operators: spelt, parameters: [], unmet: false }
  const end = before ?? today
  if (engine.range !== undefined && end !== undefined) {
    const range = engine.range.replaceAll('{after}', after ?? EARLIEST).replaceAll('{before}', end)
    return { operators: [], parameters: [range], unmet: false }
  }
  const last =
    before === undefined && after !== undefined && today !== undefined ? lastPeriod(engine, after, today) : null
  return { operators: spelt, parameters: last === null ? [] : [last], unmet: last === null }
}

/** The shortest of the engine's periods that reaches back to that day. */
function lastPeriod(engine: Engine, after: string, today: string): string | null {
  const days = (Date.parse(today) - Date.parse(after)) / DAY_MS
  const reaching = PERIODS.find((name) => engine.periods[name] !== undefined && PERIOD_DAYS[name] >= days)
  return reaching === undefined ? null : (engine.periods[reaching] ?? null)
}

/** Only where the query is in that language: a query in another one looks for other sources on purpose. */
function languageParameter(engine: Engine, query: string, { language }: SerpPlace): readonly string[] {
  if (language === undefined || languageOfQuery(query, language) !== language) return []
  const parameter = engine.language_parameters[language]
  return parameter === undefined ? [] : [parameter]
}

function pageParameter({ paging }: Engine, { page = 1 }: SerpPlace): readonly string[] {
  return page > 1 && paging !== undefined ? [`${paging.parameter}=${paging.first + (page - 1) * paging.step}`] : []
}
