import type { Clock } from '../domain/clock.ts'
import { isoTime } from '../domain/clock.ts'
import { firstDay, takePeriod } from '../domain/date-range.ts'
import type { SearchOptions } from '../domain/task.ts'

/**
 * The period of a search in whole days: from the options, or from `after:` and `before:` in the query. With the day of
 * the question, which engines need that want both ends; it is kept with the search, so that a replay asks the same.
 */
export function withPeriod(query: string, options: SearchOptions, clock: Clock): SearchOptions {
  const named = takePeriod(query).range
  const after = options.period?.after ?? named.after
  const before = options.period?.before ?? named.before
  const { period: _, ...others } = options
  if (after === undefined && before === undefined) return others
  const whole = (day: string | undefined) => (day === undefined ? undefined : (firstDay(day) ?? undefined))
  const asked_on = whole(options.period?.asked_on) ?? isoTime(clock).slice(0, 10)
  return { ...others, period: { after: whole(after), before: whole(before), asked_on } }
}
