import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { monthOf } from './month-names.ts'

/** Of 03/04/2024 the first number is the day nearly everywhere, the month in the United States. */
export type DayOrder = 'day-first' | 'month-first'

/** The year before the first of each era; 民國 counts the same way. */
const ERAS: Readonly<Record<string, number>> = {
  ...{ 令和: 2018, 平成: 1988, 昭和: 1925, 大正: 1911, 明治: 1867, 民國: 1911, 民国: 1911 },
  ...{ R: 2018, H: 1988, S: 1925 },
}
const BUDDHIST_YEARS = 543

/**
 * A machine-written date (meta, JSON-LD, <time>). The day is the one that was written: `2024-04-01T08:00+09:00` keeps
 * its zone, and a time without a zone gives its day alone.
 */
export function parseDate(value: string | null | undefined, order: DayOrder = 'month-first'): string | null {
  const text = value?.trim().slice(0, 100) ?? ''
  if (text === '') return null
  return moment(spelledOut(text)) ?? unixTime(text) ?? dateIn(text, order)
}

const COMPACT = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})?(?=Z|[+-])/

/** 20240305T120000Z with its marks. */
function spelledOut(text: string): string {
  return text.replace(COMPACT, (_all, year, month, day, hour, minute, second = '00') => {
    return `${year}-${month}-${day}T${hour}:${minute}:${second}`
  })
}

const MOMENT = multilineRegExp('i')`
  ^(\d{4})-(\d{1,2})-(\d{1,2})[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d{1,9})?\s?(?:(Z|UTC|GMT)
  |([+-]\d{2}):?(\d{2})?)`

function moment(text: string): string | null {
  const match = MOMENT.exec(text)
  if (match === null) return null
  const [, year, month, day, hour = '', minute = '', second = '00', utc, zoneHours, zoneMinutes = '00'] = match
  const date = dayOf(Number(year), Number(month), Number(day))
  if (date === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null
  const time = `${date}T${hour.padStart(2, '0')}:${minute}:${second}`
  const isUtc = utc !== undefined || (Number(zoneHours) === 0 && Number(zoneMinutes) === 0)
  return isUtc ? `${time}.000Z` : `${time}${zoneHours}:${zoneMinutes}`
}

/** Seconds or milliseconds since 1970, between 1990 and 2100. */
function unixTime(text: string): string | null {
  if (!/^\d{9,10}(?:\d{3})?$/.test(text)) return null
  const seconds = text.length > 10 ? Number(text) / 1000 : Number(text)
  return seconds > 631_152_000 && seconds < 4_102_444_800 ? new Date(seconds * 1000).toISOString() : null
}

/** The first date written in a text, in any form that names day, month and year. */
export function dateIn(text: string, order: DayOrder = 'month-first'): string | null {
  return firstDate(text, order)?.date ?? null
}

export interface FoundDate {
  readonly at: number
  readonly length: number
  readonly date: string
}

/** Where the first date of a text stands, in the text as `plainDigits` gives it. */
export function firstDate(text: string, order: DayOrder): FoundDate | null {
  const plain = plainDigits(text)
  if (!mayHoldDate(plain)) return null
  let first: FoundDate | null = null
  const isAscii = !BEYOND_ASCII.test(plain)
  for (const { find, isBeyondAscii } of FORMS) {
    if (isAscii && isBeyondAscii) continue
    const found = find(plain, order)
    if (found !== null && (first === null || found.at < first.at)) first = found
  }
  return first
}

const BEYOND_ASCII = /[\u0080-\uffff]/

/** Of the forms below only those with 年 and R6.3.5 do with fewer than four digits; the latter stands in short lines. */
export function mayHoldDate(plain: string): boolean {
  let digits = 0
  for (let at = 0; at < plain.length; at += 1) {
    const code = plain.charCodeAt(at)
    if (code >= 48 && code <= 57) digits += 1
    if (digits === 4 || code === 0x5e74) return true
  }
  return digits === 3 && plain.length <= SHORT_LINE
}

const SHORT_LINE = 60

/** Where the digits of other scripts begin: Arabic, Persian, Devanagari. Those of full width are ASCII to NFKC. */
const ZEROS = [0x660, 0x6f0, 0x966]

/** Every digit as ASCII, and the numbers before 年, 月 and 日. */
export function plainDigits(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text
  return text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => {
      const code = digit.charCodeAt(0)
      return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code))
    })
    .replace(/[〇零一二三四五六七八九十]{1,4}(?=[年月日])/g, kanjiNumber)
}

const KANJI_DIGITS = '〇一二三四五六七八九'

/** 二〇二四 digit by digit, 二十四 by its tens. */
function kanjiNumber(written: string): string {
  const digit = (sign: string) => String(Math.max(0, KANJI_DIGITS.indexOf(sign)))
  const ten = written.indexOf('十')
  if (ten < 0) return [...written].map(digit).join('')
  if (ten > 1 || written.length > ten + 2) return written
  return `${ten === 0 ? '1' : digit(written[0] ?? '')}${digit(written[ten + 1] ?? '〇')}`
}

interface Form {
  readonly find: (text: string, order: DayOrder) => FoundDate | null
  /** No text of ASCII alone has it. */
  readonly isBeyondAscii: boolean
}

const FORMS: readonly Form[] = [
  // 令和6年3月5日, 平成元年1月8日, R6年3月5日
  search(
    /(令和|平成|昭和|大正|明治|民國|民国|\b[RHS])\s{0,2}(元|\d{1,3})\s{0,2}年\s{0,2}(\d{1,2})\s{0,2}月\s{0,2}(\d{1,2})\s{0,2}日/g,
    ([, era = '', year, month, day]) => [
      (ERAS[era] ?? 0) + (year === '元' ? 1 : Number(year)),
      Number(month),
      Number(day),
    ],
    true,
  ),
  // 令和6.3.5, 令和6/3/5
  search(
    /(令和|平成|昭和)\s{0,2}(\d{1,2})([./-])(\d{1,2})\3(\d{1,2})(?![\d./-])/g,
    ([, era = '', year, , month, day]) => [(ERAS[era] ?? 0) + Number(year), Number(month), Number(day)],
    true,
  ),
  // R6.3.5 in a Japanese line: elsewhere it is a version
  search(
    /(?<=[\p{Script=Hira}\p{Script=Kana}\p{Script=Han}][\s:(（：]{0,3})([RHS])(\d{1,2})\.(\d{1,2})\.(\d{1,2})(?![\d.])/gu,
    ([, era = '', year, month, day]) => [(ERAS[era] ?? 0) + Number(year), Number(month), Number(day)],
    true,
  ),
  // 2024-03-05, 2024/3/5, 2024年3月5日, 2024년 3월 5일
  search(
    /(?<!\d)((?:19|20)\d{2})\s{0,2}[-/.年년]\s{0,2}(\d{1,2})\s{0,2}[-/.月월]\s{0,2}(\d{1,2})(?!\d)/g,
    ([, year, month, day]) => [Number(year), Number(month), Number(day)],
  ),
  // 05.03.2024, 3/5/2024, 03/05/24
  search(/(?<![\d./\p{L}-])(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?![\d/-]|\.\d)/gu, (match, order) =>
    numericDay(match, order),
  ),
  // 5 March 2024, 5. März 2024, 5 de marzo de 2024, 18-Nov-2019
  search(
    multilineRegExp('gu')`
  (?<![\d.,])(\d{1,2})(?:st|nd|rd|th|er|\.|º|ª|°|:e)?[\s-]{1,2}(?:of |de |d['’]
  |del )?(\p{L}[\p{L}\p{M}.׳॰]{2,14})[,،]?[\s-]{1,2}(?:de |del |of )?((?:19|20|25)\d{2})(?!\d)`,
    ([, day, word = '', year]) => [thaiYear(Number(year), word), namedMonth(word), Number(day)],
  ),
  // 5-Mar-24
  search(/(?<![\d\p{L}-])(\d{1,2})-(\p{L}{3})-(\d{2})(?![\d\p{L}-])/gu, ([, day, word = '', year]) => [
    fullYear(Number(year)),
    namedMonth(word),
    Number(day),
  ]),
  // March 5, 2024; Mar. 5th 2024
  search(
    /(?<![\p{L}\p{M}])(\p{L}[\p{L}\p{M}.]{2,14})\s{1,2}(\d{1,2})(?:st|nd|rd|th)?[,،]?\s{1,2}((?:19|20)\d{2})(?!\d)/gu,
    ([, word = '', day, year]) => [Number(year), namedMonth(word), Number(day)],
  ),
  // 2024. március 5., 2024 m. kovo 5 d., 2024-Mar-05
  search(
    /(?<!\d)((?:19|20)\d{2})[.,]?[\s-]{1,2}(?:m\. |gada |g\. )?(\p{L}[\p{L}\p{M}]{2,14})[\s-]{1,2}(\d{1,2})(?!\d)/gu,
    ([, year, word = '', day]) => [Number(year), namedMonth(word), Number(day)],
  ),
  // 5 tháng 3, 2024; ngày 5 tháng 3 năm 2024
  search(
    /(?<!\d)(\d{1,2})\s{1,2}tháng\s{1,2}(\d{1,2}),?\s{1,2}(?:năm\s{1,2})?((?:19|20)\d{2})/gi,
    ([, day, month, year]) => [Number(year), Number(month), Number(day)],
    true,
  ),
  // 20240305 alone
  search(/^\s{0,9}((?:19|20)\d{2})(\d{2})(\d{2})(?:\d{4,6})?\s{0,9}$/g, ([, year, month, day]) => [
    Number(year),
    Number(month),
    Number(day),
  ]),
]

/** Year, month and day as they were read; a month of 0 is none. */
type Reading = readonly [number, number, number]

function search(
  pattern: RegExp,
  read: (match: RegExpExecArray, order: DayOrder) => Reading,
  isBeyondAscii = false,
): Form {
  const find: Form['find'] = (text, order) => {
    for (const match of text.matchAll(pattern)) {
      const date = dayOf(...read(match, order))
      if (date !== null) return { at: match.index, length: match[0].length, date }
    }
    return null
  }
  return { find, isBeyondAscii }
}

function numericDay([, first = '', mark, second = '', year = '']: RegExpExecArray, order: DayOrder): Reading {
  const isShort = year.length === 2
  if (isShort && (first.length + second.length < 3 || mark === '-')) return [0, 0, 0]
  const full = isShort ? fullYear(Number(year)) : Number(year)
  const [a, b] = [Number(first), Number(second)]
  // Points stand between day and month, in this order, wherever they stand.
  const dayFirst = b > 12 ? false : a > 12 || mark === '.' || order === 'day-first'
  return dayFirst ? [full, b, a] : [full, a, b]
}

function fullYear(ofTwoDigits: number): number {
  return ofTwoDigits + (ofTwoDigits > 69 ? 1900 : 2000)
}

/** Hebrew puts its preposition before the name. */
function namedMonth(word: string): number {
  return monthOf(word) ?? (word.startsWith('ב') ? monthOf(word.slice(1)) : null) ?? 0
}

function thaiYear(year: number, word: string): number {
  return /^[\u0e00-\u0e7f]/.test(word) && year > 2400 ? year - BUDDHIST_YEARS : year
}

function dayOf(year: number, month: number, day: number): string | null {
  if (year < 1800 || year > 2100) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return date.toISOString().slice(0, 10)
}
