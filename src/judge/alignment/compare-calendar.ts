import type { CalendarParts } from './calendar-parts.ts'
import type { PreparedSentence, PreparedSource } from './prepared-source.ts'

export interface CalendarComparison {
  /** Years that the source names nowhere, nor tells by their distance from its own date. */
  readonly missing: readonly string[]
  /** The same of days and months. */
  readonly daysMissing: readonly string[]
  /** Years that it names elsewhere, while other ones stand where the statement lies. */
  readonly far: readonly string[]
}

/** `anchors` are the sentences that hold what the statement is told by: its figures and days, else its words. */
export function compareCalendar(
  stated: CalendarParts,
  source: PreparedSource,
  anchors: readonly PreparedSentence[],
): CalendarComparison {
  const told = yearsTold(source)
  const years = [...stated.years]
  const missing = years.filter((year) => !told.has(year))
  const within = (decade: number) => [...told].some((year) => year >= decade && year < decade + A_DECADE)
  const decades = [...stated.decades].filter((decade) => !source.calendar.decades.has(decade) && !within(decade))
  const dated = anchors.length > 0 && anchors.every(({ calendar }) => calendar.years.size > 0)
  const there = new Set(
    anchors.flatMap((anchor) => [
      ...[...anchor.calendar.years, ...distant(source, anchor.calendar)],
      ...(SAME_YEAR.test(anchor.folded) ? yearsBefore(source, anchor) : []),
    ]),
  )
  // A page tells of its own year without naming it, beside years of long ago.
  const own = source.year !== null && years.includes(source.year) && !anchors.some(({ isRow }) => isRow)
  const far = dated && !own && years.length > 0 && !years.some((year) => there.has(year)) ? years : []
  const misdated = [...stated.yearMonths]
    .filter((pair) => isOfOtherYear(source, pair))
    .map((pair) => Math.floor(pair / 100))
  const days = [...stated.days].filter((day) => !hasDay(source, day))
  const months = [...stated.months].filter(
    (month) => !hasMonth(source, month) && ![...stated.days].some((day) => Math.floor(day / 100) === month),
  )
  return {
    missing: [...missing.map(String), ...decades.map((decade) => `${decade}s`)],
    daysMissing: [...days.map(dayText), ...months.map((month) => `month ${month}`)],
    far: [...new Set([...far, ...misdated])].filter((year) => !missing.includes(year)).map(String),
  }
}

const A_DECADE = 10

/** February 2024, where the source has February in several places, and each time of another year. */
function isOfOtherYear(source: PreparedSource, pair: number): boolean {
  const [year, month] = [Math.floor(pair / 100), pair % 100]
  const told = source.sentences.filter(({ calendar }) => calendar.months.has(month))
  return (
    told.length > 0 &&
    told.every((one) => one.calendar.years.size > 0 && !one.calendar.years.has(year)) &&
    source.year !== year
  )
}

/** Told of the year that a sentence before names. */
const SAME_YEAR = /\b(?:the same|that) year\b|同じ年|同年|その年/u

function yearsBefore({ sentences }: PreparedSource, { at }: PreparedSentence): readonly number[] {
  const dated = sentences.slice(0, at).findLast(({ calendar }) => calendar.years.size > 0)
  return dated === undefined ? [] : [...dated.calendar.years]
}

const dayText = (day: number) => `${Math.floor(day / 100)}-${String(day % 100).padStart(2, '0')}`

/** Compared with the year before one that is named. */
const YEAR_BEFORE = /\b(?:a|the|one) year (?:before|earlier|ago)|previous year|前年|前の年|昨年/u

/** Its own year, those it names, and those it counts from its own. */
function yearsTold(source: PreparedSource): ReadonlySet<number> {
  const own = source.year === null ? [] : [source.year]
  const told = [...source.calendar.years, ...own]
  const before = YEAR_BEFORE.test(source.folded) ? told.map((year) => year - 1) : []
  return new Set([...told, ...before, ...distant(source, source.calendar)])
}

function distant({ year }: PreparedSource, { distances }: CalendarParts): readonly number[] {
  return year === null ? [] : [...distances].map((back) => year - back)
}

/** A day without its month is of the month of the text, or of the one before. */
function hasDay({ calendar, month }: PreparedSource, day: number): boolean {
  if (calendar.days.has(day)) return true
  return calendar.bareDays.has(day % 100) && hasMonthOf(calendar, month, Math.floor(day / 100))
}

function hasMonth({ calendar, month }: PreparedSource, wanted: number): boolean {
  return hasMonthOf(calendar, month, wanted)
}

function hasMonthOf(calendar: CalendarParts, own: number | null, wanted: number): boolean {
  if (calendar.months.has(wanted)) return true
  return own !== null && (own === wanted || (own === 1 ? 12 : own - 1) === wanted)
}
