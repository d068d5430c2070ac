import type { DayOrder } from './dates.ts'

/** Country domains that sites everywhere use. */
const WORLDWIDE = new Set('us io co ai tv me cc ly fm gg to sh so ws'.split(' '))
/** Regions of English that write the month first, or as often as not. */
const MONTH_FIRST_REGIONS = new Set('us ph ca'.split(' '))

/** How a page writes 03/04/2024, by its language (`en-GB`) and, in English, by the country of its address. */
export function dayOrderOf(language: string | null, url: string): DayOrder {
  const [, tongue, region] = /^([a-z]{2,3})(?:[-_](?:[a-z]{4}[-_])?([a-z]{2}))?(?:$|[-_])/i.exec(language ?? '') ?? []
  if (tongue !== undefined && tongue.toLowerCase() !== 'en') return 'day-first'
  const ending = /^https?:\/\/[^/?#:]{1,250}\.([a-z]{2})(?:[/?#:]|$)/i.exec(url)?.[1]?.toLowerCase() ?? null
  if (ending !== null && !WORLDWIDE.has(ending)) return MONTH_FIRST_REGIONS.has(ending) ? 'month-first' : 'day-first'
  const known = region?.toLowerCase()
  return known === undefined || MONTH_FIRST_REGIONS.has(known) ? 'month-first' : 'day-first'
}
