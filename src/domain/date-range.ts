import { z } from 'zod'
import { DAY_MS } from './clock.ts'

/** A day, a month or a year: 2024-03-01, 2024-03, 2024. */
const DAY = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/

/** When something was published; `after` is the first day that counts, `before` the first that does not. */
export const dateRangeSchema = z
  .object({
    after: z.string().optional(),
    before: z.string().optional(),
    /** The day of the question: the end of an open range, for engines that need one. A replay asks with the same. */
    asked_on: z.string().optional(),
  })
  .readonly()
export type DateRange = z.infer<typeof dateRangeSchema>

/** The first day of a year, a month or a day: 2024 is 2024-01-01. Null when it is no date. */
export function firstDay(text: string): string | null {
  const [, year, month = '01', day = '01'] = DAY.exec(text) ?? []
  if (year === undefined) return null
  const written = `${year}-${month}-${day}`
  const at = Date.parse(`${written}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== written ? null : written
}

/** The last day that counts, for interfaces that want it named. */
export function lastDay({ before }: DateRange): string | undefined {
  if (before === undefined) return undefined
  return new Date(Date.parse(`${before}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)
}

/** What is not dated may lie inside. */
export function isOutside(date: string | null, { after, before }: DateRange): boolean {
  if (date === null) return false
  // A year alone is compared as a year: 2024 is not before 2024-06-01.
  const same = (bound: string) => bound.slice(0, date.length)
  if (after !== undefined && date < same(after)) return true
  return before !== undefined && (date.length < before.length ? date > same(before) : date >= before)
}

const PERIOD_WORDS = /(?<![^\s\u3000])(after|before):(\S+)/giu

/** The words of a query without `after:2024-01-01` and `before:2025`, and the range they name. */
export function takePeriod(query: string): { readonly words: string; readonly range: DateRange } {
  const named: { after?: string; before?: string } = {}
  const words = query.replace(PERIOD_WORDS, (whole: string, end: string, value: string) => {
    const day = firstDay(value)
    if (day === null) return whole
    named[end.toLowerCase() === 'after' ? 'after' : 'before'] = day
    return ' '
  })
  const changed = named.after !== undefined || named.before !== undefined
  return { words: changed ? words.replace(/\s+/gu, ' ').trim() : query, range: named }
}
