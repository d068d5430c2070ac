import { DAY_MS } from '../domain/clock.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const UNIT_DAYS: Readonly<Record<string, number>> = {
  minute: 0,
  分: 0,
  hour: 1 / 24,
  時間: 1 / 24,
  day: 1,
  日: 1,
  week: 7,
  週間: 7,
  month: 30,
  か月: 30,
  ヶ月: 30,
  year: 365,
  年: 365,
}

/** A date as engines print it, to YYYY-MM-DD; null when it is none. `now` resolves "3 days ago" and 3日前. */
export function serpDate(text: string, now: number): string | null {
  const plain = text.normalize('NFKC').replace(/\s+/g, ' ').trim()
  return absoluteDate(plain) ?? relativeDate(plain, now)
}

function absoluteDate(text: string): string | null {
  const numeric = /(?<!\d)(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)/.exec(text)
  if (numeric) return ymd(numeric[1], numeric[2], numeric[3])
  const dotted = /(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/.exec(text)
  if (dotted) return ymd(dotted[3], dotted[2], dotted[1])
  const monthFirst = /\b([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})\b/.exec(text)
  if (monthFirst) return ymd(monthFirst[3], monthNumber(monthFirst[1]), monthFirst[2])
  const dayFirst = /\b(\d{1,2}) ([A-Za-z]{3,9})\.? (\d{4})\b/.exec(text)
  if (dayFirst) return ymd(dayFirst[3], monthNumber(dayFirst[2]), dayFirst[1])
  return null
}

function relativeDate(text: string, now: number): string | null {
  const match =
    /(\d+) (minute|hour|day|week|month|year)s? ago/i.exec(text) ?? /(\d+) ?(分|時間|日|週間|か月|ヶ月|年)前/.exec(text)
  const days = UNIT_DAYS[match?.[2]?.toLowerCase() ?? '']
  if (match === null || days === undefined) return null
  return new Date(now - Number(match[1]) * days * DAY_MS).toISOString().slice(0, 10)
}

function monthNumber(name: string | undefined): string | undefined {
  const index = MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase())
  return index < 0 ? undefined : String(index + 1)
}

function ymd(year: string | undefined, month: string | undefined, day: string | undefined): string | null {
  if (year === undefined || month === undefined || day === undefined) return null
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${iso}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso ? null : iso
}
