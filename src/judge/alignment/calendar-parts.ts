import { foldFigures } from '../rules/figure-spellings.ts'
import { ENGLISH } from './lexicon-english.ts'
import { JAPANESE } from './lexicon-japanese.ts'
import { withDigits } from './number-words.ts'

/** Years, months and days that a text names. */
export interface CalendarParts {
  readonly years: ReadonlySet<number>
  /** First years of decades: the 1980s, 1980年代. */
  readonly decades: ReadonlySet<number>
  /** Month times 100 plus day. */
  readonly days: ReadonlySet<number>
  readonly months: ReadonlySet<number>
  /** Year times 100 plus month, where the two stand together. */
  readonly yearMonths: ReadonlySet<number>
  /** Days of a month that is not named: 24日, the 30th. */
  readonly bareDays: ReadonlySet<number>
  /** Years that it names by their distance from its own: last year, 昨年度. */
  readonly distances: ReadonlySet<number>
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?' +
  '|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const YEAR = /(?<![\d.,$€¥£/])((?:1[5-9]|20)\d\d)(?![\d%]|\.\d|,\d{3}|['’]?s\b|年代)/gu
const DECADE = /(?<![\d.,$€¥£/])((?:1[5-9]|20)\d0)(?:['’]?s\b|年代)/gu
/** 22年度 is a year, 22年で a span. */
const SHORT_FISCAL = /(?<!\d)(\d\d)年(?:度(?=から|まで|に|の|は|で|、|と)|(?=から|まで|は|に(?!わた|渡|及|一)))/gu
const ISO = /(?<!\d)(?:1[5-9]|20)\d\d[-/](\d{1,2})[-/](\d{1,2})(?!\d)/gu
const DAY_MONTH = new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ?${MONTH}\b`, 'gu')
const MONTH_DAY = new RegExp(String.raw`\b${MONTH}\.? (\d{1,2})(?:st|nd|rd|th)?\b(?!\d)`, 'gu')
const MONTH_YEAR = new RegExp(String.raw`\b${MONTH},? (?:of )?((?:1[5-9]|20)\d\d)\b`, 'gu')
const JAPANESE_YEAR_MONTH = /((?:1[5-9]|20)\d\d)年\s?(\d{1,2})月/gu
const MONTH_ALONE = new RegExp(String.raw`\b${MONTH}\b`, 'gu')
const JAPANESE_DAY = /(?<!\d)(\d{1,2})月\s?(\d{1,2})日/gu
const JAPANESE_MONTH = /(?<!\d)(\d{1,2})月/gu
const BARE_DAY = /(?<![\d月])(\d{1,2})日(?!間)|\bthe (\d{1,2})(?:st|nd|rd|th)\b/gu

/** Counted from the year that was named by its distance. */
const BEFORE_THAT = /前の年|前年|year before|year earlier|previous year/u

const monthOf = (name: string | undefined) => MONTHS.indexOf((name ?? '').slice(0, 3)) + 1

export function calendarParts(text: string): CalendarParts {
  const folded = foldFigures(withDigits(text))
  const years = new Set([...folded.matchAll(YEAR)].map(([, year]) => Number(year)))
  for (const [, year] of folded.matchAll(SHORT_FISCAL)) years.add(2000 + Number(year))
  const decades = new Set([...folded.matchAll(DECADE)].map(([, year]) => Number(year)))
  const days = new Set<number>()
  const months = new Set<number>()
  const put = (month: number, day: number) => {
    if (month < 1 || month > 12) return
    months.add(month)
    if (day >= 1 && day <= 31) days.add(month * 100 + day)
  }
  for (const [, month, day] of folded.matchAll(ISO)) put(Number(month), Number(day))
  for (const [, day, month] of folded.matchAll(DAY_MONTH)) put(monthOf(month), Number(day))
  for (const [, month, day] of folded.matchAll(MONTH_DAY)) put(monthOf(month), Number(day))
  for (const [, month, day] of folded.matchAll(JAPANESE_DAY)) put(Number(month), Number(day))
  for (const [, month] of folded.matchAll(JAPANESE_MONTH)) put(Number(month), 0)
  // "may" and "march" are verbs more often than months.
  for (const [, month] of folded.matchAll(MONTH_ALONE))
    if (month !== 'may' && month !== 'march' && month !== 'mar') put(monthOf(month), 0)
  const yearMonths = new Set<number>()
  for (const [, month, year] of folded.matchAll(MONTH_YEAR)) yearMonths.add(Number(year) * 100 + monthOf(month))
  for (const [, year, month] of folded.matchAll(JAPANESE_YEAR_MONTH)) yearMonths.add(Number(year) * 100 + Number(month))
  const bareDays = new Set([...folded.matchAll(BARE_DAY)].map(([, one, other]) => Number(one ?? other)))
  const lower = text.toLowerCase()
  const relative = [...ENGLISH.relativeYears, ...JAPANESE.relativeYears]
  const distances = new Set(relative.flatMap(([words, back]) => (lower.includes(words) ? [back] : [])))
  if (distances.has(1) && BEFORE_THAT.test(lower)) distances.add(2)
  return { years, decades, days, months, yearMonths, bareDays, distances }
}
