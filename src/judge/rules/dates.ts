import { kanjiValue } from './japanese-figures.ts'

/** A day, a month, a year or some years: the first and the last day of it, as the number YYYYMMDD. */
interface DateSpan {
  readonly at: number
  readonly first: number
  readonly last: number
  /** A day of the year without its year: MMDD. */
  readonly yearless: boolean
}

/** Year of the era before its first: 令和元年 is 2019. */
const ERAS: Readonly<Record<string, number>> = { 明治: 1867, 大正: 1911, 昭和: 1925, 平成: 1988, 令和: 2018 }
const ERA_YEAR = /(明治|大正|昭和|平成|令和)\s?(\d{1,2}|元|[一二三四五六七八九十]{1,3})\s?年(?!間)/g

/** 令和5年 as 2023年. */
export function foldEras(text: string): string {
  return text.replace(ERA_YEAR, (_, era: string, year: string) => {
    return `${(ERAS[era] ?? 0) + (year === '元' ? 1 : Number(kanjiValue(year)))}年`
  })
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?' +
  '|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?'
const YEAR = '(?<year>(?:1[5-9]|20)\\d\\d)'
const DAY = '(?<day>[0-3]?\\d)(?:st|nd|rd|th)?'
/** "may" without a year is mostly a verb. */
const NOT_MAY = '(?!may)'

/** Spellings of a date, the most exact first: what one of them has read, the next does not see. */
const SPELLINGS: readonly RegExp[] = [
  /(?<![\d-])(?<year>(?:1[5-9]|20)\d\d)[-/.](?<month>[01]\d)[-/.](?<day>[0-3]\d)(?![\d-])/g,
  /(?<year>(?:1[5-9]|20)\d\d)年\s?(?<month>1?\d)月(?:\s?(?<day>[0-3]?\d)日(?!間))?/g,
  new RegExp(`\\b${DAY}(?: of)? ${MONTH},? ${YEAR}\\b`, 'g'),
  new RegExp(`\\b${MONTH} ${DAY},? ${YEAR}\\b`, 'g'),
  new RegExp(`\\b${MONTH},? ${YEAR}\\b`, 'g'),
  new RegExp(`\\b${DAY} ${NOT_MAY}${MONTH}(?! \\d)`, 'g'),
  new RegExp(`\\b${NOT_MAY}${MONTH} ${DAY}\\b(?!\\s?%)`, 'g'),
  /(?<![\d年])(?<month>1?\d)月\s?(?<day>[0-3]?\d)日(?!間)/g,
  /(?<![\d.-])(?<year>(?:1[5-9]|20)\d)0(?:s\b|年代)(?<decade>)/g,
  // Of two years only the second may be short (2015-18); a figure with a unit is no year.
  new RegExp(
    `(?<![\\d.,-])${YEAR}年?\\s?(?:-|–|—|~|〜|to|into|and|から)\\s?(?<until>(?:(?:1[5-9]|20)\\d\\d` +
      '|\\d\\d(?=[\\s,.;)]|$)))(?=年|[,.;)]|$|\\s(?:of|in|and|or|for|the|was|were|is|are|with|at|by|on|as|had' +
      '|have)\\b)',
    'g',
  ),
]

function monthOf(spelling: string): number {
  return /^\d/.test(spelling) ? Number(spelling) : MONTHS.indexOf(spelling.slice(0, 3)) + 1
}

/** Whole years are read by `readFigures`, which sees the word after them. */
function spanOf(groups: Readonly<Record<string, string | undefined>>): Omit<DateSpan, 'at'> | null {
  const { year, month, day, until, decade } = groups
  if (decade !== undefined) {
    const first = Number(year) * 10
    return { first: first * 10_000, last: (first + 9) * 10_000 + 9999, yearless: false }
  }
  if (until !== undefined) {
    const last = until.length === 2 ? Number(`${year?.slice(0, 2)}${until}`) : Number(until)
    return last > Number(year) ? { ...wholeYears(Number(year), last), yearless: false } : null
  }
  const start = Number(year ?? 0) * 10_000 + monthOf(month ?? '') * 100
  return { first: start + Number(day ?? 0), last: start + Number(day ?? 99), yearless: year === undefined }
}

export function wholeYears(first: number, last = first): { readonly first: number; readonly last: number } {
  return { first: first * 10_000, last: last * 10_000 + 9999 }
}

/** The dates of a folded text, and the text with blanks in their place. */
export function takeDates(text: string): { readonly dates: readonly DateSpan[]; readonly rest: string } {
  const dates: DateSpan[] = []
  let rest = text
  for (const spelling of SPELLINGS)
    rest = rest.replace(spelling, (found: string, ...parts: unknown[]) => {
      const span = spanOf(parts.at(-1) as Record<string, string | undefined>)
      if (span === null) return found
      dates.push({ ...span, at: parts.at(-3) as number })
      return ' '.repeat(found.length)
    })
  return { dates, rest }
}
