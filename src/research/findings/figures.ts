import { takeDates } from '../../judge/rules/dates.ts'
import { type Quantity, type ReadText, readFigures } from '../../judge/rules/quantities.ts'
import { numberWordsAsDigits } from './number-words.ts'

/** A figure of a statement: a quantity with its unit, a date, or a bare number as it stands in a table. */
export interface Figure {
  /** As printed with its scale, 3.2 million being 3,200,000; of a date its first day. */
  readonly value: number
  /** 'money', 'length', 'date', the word that is counted, or '' of a bare number. */
  readonly kind: string
  /** In the base of its kind. */
  readonly low: number
  readonly high: number
  readonly slack: number
  /** Two texts of one subject that share it speak of one thing: it has too many digits for chance. */
  readonly specific: boolean
}

export interface Numbers {
  readonly figures: readonly Figure[]
  /** Numbers that name what is spoken of: "level 2", "Brass 4.0". As printed. */
  readonly names: readonly string[]
}

const DATES: ReadonlySet<string> = new Set(['date', 'day of the year', 'calendar'])
/** What has a unit; anything else is counted, and counts are often small and often equal. */
const MEASURED: ReadonlySet<string> = new Set(
  'share multiple frequency money mass length speed volume pressure temperature power energy time age'.split(' '),
)
const DIGITS_OF_MEASURE = 2
const DIGITS_OF_COUNT = 3
const LARGE_COUNT = 1000
const LEAST_COUNT = 10

const DIGITS = /(?<![\p{L}\d.,])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\p{L}\d]|[.,]\d)/gu
/** What `readFigures` took for one figure: "£3.2", "10 to 15". */
const ONE_FIGURE = /^[-$€¥£\s]*\d[\d,.]*(?:\s?(?:[-–—~〜]|to)\s?[$€¥£]?\d[\d,.]*)?/
/** "Not 21 %", "from 68 seconds", "9万ではなく": a figure that the statement denies or leaves behind. */
const LEFT_BEFORE = /\b(?:not|instead of|rather than|from)\s(?:the\s|about\s)?[$€¥£]?\s?$/
const LEFT_AFTER =
  /^[^\d。、,.;]{0,8}(?:ではなく|でなく|じゃなく|から|だったのが|としたのは|ということはな|[はが](?:誤り|間違い)|(?:is|was) (?:wrong|incorrect))/
const VERSION = /^\d{1,2}\.\d{1,2}[\s-](?:series|versions?|releases?|branch|line|and|or)\b/
/** 12日 is a day of a month that stands elsewhere, 12日間 a duration. */
const DAY_OF_MONTH = /^\d{1,2}\s?日(?!間)/

/** The figures a statement stands for, and the numbers in it that are none. */
export function numbersOf(text: string): Numbers {
  const read = readFigures(numberWordsAsDigits(text))
  const stays = read.figures.filter(({ at }) => !isLeftBehind(read.text, at) && !isDayOfMonth(read, at))
  const named = stays.filter((figure) => isName(read, figure))
  const bare = bareNumbers(read)
  return {
    figures: [
      ...stays.filter((figure) => !named.includes(figure)).map(measured),
      ...bare.filter(isCount).map(({ value }) => bareFigure(value)),
    ],
    names: [
      ...named.map(({ value }) => String(value)),
      ...bare.filter((one) => !isCount(one)).map(({ digits }) => digits),
    ],
  }
}

interface BareNumber {
  readonly digits: string
  readonly value: number
}

/** What is neither a date nor a quantity with a unit. */
function bareNumbers({ text, figures }: ReadText): readonly BareNumber[] {
  let rest = takeDates(text).rest
  for (const { at } of figures)
    rest = rest.slice(0, at) + rest.slice(at).replace(ONE_FIGURE, (taken) => ' '.repeat(taken.length))
  return [...rest.matchAll(DIGITS)].flatMap(({ 0: digits, index }) =>
    isLeftBehind(text, index) ? [] : [{ digits, value: Number(digits.replaceAll(',', '')) }],
  )
}

/** "4.0" and "5" may be a version or a grade; from ten on a whole number is mostly a count. */
function isCount({ digits, value }: BareNumber): boolean {
  return value >= LEAST_COUNT && (!digits.includes('.') || digitsOf(value) >= DIGITS_OF_COUNT)
}

/** The word after "Brass 4" is no unit of it, and "the 3.2 series" counts nothing; "1.9 GB" does. */
function isName({ text }: ReadText, { kind, value, at }: Quantity): boolean {
  if (MEASURED.has(kind) || DATES.has(kind)) return false
  const isAbbreviation = kind.length <= 2
  return (value < LEAST_COUNT && !isAbbreviation) || VERSION.test(text.slice(at))
}

function isDayOfMonth({ text }: ReadText, at: number): boolean {
  return DAY_OF_MONTH.test(text.slice(at))
}

function isLeftBehind(text: string, at: number): boolean {
  const digits = ONE_FIGURE.exec(text.slice(at))?.[0].length ?? 0
  return LEFT_BEFORE.test(text.slice(Math.max(0, at - 24), at)) || LEFT_AFTER.test(text.slice(at + digits))
}

/** "At least 40" is told apart from "at least 50": of an open range the end that is given counts. */
function measured({ value, kind, low, high, slack }: Quantity): Figure {
  const from = Number.isFinite(low) ? low : high
  const to = Number.isFinite(high) ? high : low
  return { value, kind, low: from, high: to, slack, specific: isSpecific(kind, value) }
}

function bareFigure(value: number): Figure {
  return { value, kind: '', low: value, high: value, slack: 0, specific: isSpecific('', value) }
}

function isSpecific(kind: string, value: number): boolean {
  if (DATES.has(kind)) return false
  const isLarge = MEASURED.has(kind) || value >= LARGE_COUNT
  return digitsOf(value) >= (isLarge ? DIGITS_OF_MEASURE : DIGITS_OF_COUNT)
}

/** Digits that carry information: 655,000 has three, 40 has one. */
function digitsOf(value: number): number {
  return String(value)
    .replace(/[.-]/g, '')
    .replace(/^0+/, '')
    .replace(/(?<!0)0+$/, '').length
}

export function isDate({ kind }: Figure): boolean {
  return DATES.has(kind)
}
