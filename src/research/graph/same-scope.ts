import { createLruCache } from '../../domain/lru-cache.ts'
import { multilineRegExp } from '../../domain/multiline-regexp.ts'

/** A statement, and what stands above it on its page: title, headings. */
export interface ScopedStatement {
  readonly text: string
  readonly context: readonly string[]
}

/**
 * Whether two statements speak of the same time and the same version, as far as they say so: only then can they be in
 * dispute (LYRA 2.9). "214 tonnes in 2023" does not contradict "318 tonnes in 2019", "the default of 3.2" not "the
 * default of 4.0". What a statement leaves open is taken to be the same.
 */
export function sameScope(first: ScopedStatement, second: ScopedStatement): boolean {
  return sameTime(first.text, second.text) && sameVersion(versionsOf(first), versionsOf(second))
}

/** The years and versions that a statement names, for whoever reads it. */
export interface StatementScope {
  readonly years: readonly number[]
  readonly versions: readonly string[]
}

export function scopeOf(statement: ScopedStatement): StatementScope {
  const { years, hasFigure } = readTime(statement.text)
  return { years: hasFigure ? [...years].sort((a, b) => a - b) : [], versions: [...new Set(versionsOf(statement))] }
}

/** The years that a text names. */
export function yearsOf(text: string): ReadonlySet<number> {
  return readTime(text).years
}

/** A year is a scope beside another figure; alone it is what is stated ("opened in 2017" against "in 2018"). */
function sameTime(first: string, second: string): boolean {
  const [a, b] = [readTime(first), readTime(second)]
  if (!a.hasFigure || !b.hasFigure || a.years.size === 0 || b.years.size === 0) return true
  return [...a.years].some((year) => b.years.has(year))
}

const MONTH = 'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?'
const LATER_MONTH = 'oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const ANY_MONTH = `(?:${MONTH}|${LATER_MONTH})\\.?`
/** Days and months: their figures are no quantity. */
const DAYS = new RegExp(
  `\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${ANY_MONTH}(?![a-z])|\\b${ANY_MONTH} \\d{1,2}(?:st|nd|rd|th)?\\b(?!\\d)` +
    '|\\d{1,2}月(?:\\d{1,2}日)?',
  'giu',
)
const ISO_DATE = /\b((?:19|20)\d{2})-\d{2}-\d{2}\b/gu
/** Four digits that count something are no year. */
const WESTERN_YEAR =
  /(?<![\d.,])((?:1[5-9]|20)\d{2})(?![.,]?\d)(?!\s?(?:%|[人台回件円万億個本名枚頭]|(?:[kcm]?m|[km]?g|m?l|kcal|tons?)\b))/gu
const ERA_YEAR = /(令和|平成|昭和|大正|明治)(元|\d{1,2})年/gu
const ERA_START: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925, 大正: 1911, 明治: 1867 }

interface ReadTime {
  readonly years: ReadonlySet<number>
  readonly hasFigure: boolean
}

/** What is read follows from the text alone; a review asks of the same sentences thousands of times. */
const TEXTS_CACHED = 4000
const times = createLruCache<ReadTime>(TEXTS_CACHED)
const versions = createLruCache<readonly string[]>(TEXTS_CACHED)

function readTime(text: string): ReadTime {
  const known = times.get(text)
  if (known !== undefined) return known
  const years = new Set<number>()
  const rest = text
    .normalize('NFKC')
    .replace(ISO_DATE, (_, year: string) => keep(years, Number(year)))
    .replace(ERA_YEAR, (_, era: string, year: string) =>
      keep(years, (ERA_START[era] ?? 0) + (year === '元' ? 1 : Number(year))),
    )
    .replace(DAYS, ' ')
    .replace(WESTERN_YEAR, (_, year: string) => keep(years, Number(year)))
  const time = { years, hasFigure: /\d/u.test(rest) }
  times.set(text, time)
  return time
}

function keep(years: Set<number>, year: number): string {
  years.add(year)
  return ' '
}

const VERSION = multilineRegExp('gu')`
  (?:\b[Vv](?:ersion|er\.?)?\s?|\b[Rr]elease\s|バージョン\s?|\b[A-Z][\p{L}\d+-]{0,30}\s)
  (\d{1,3}(?:\.\d{1,3}){1,3})(?!\.?\d)
  (?!\s?(?:%|percent|per\scent|[kmcMG]?[mgB]\b|tonnes?|tons?|million|billion|seconds?|minutes?|hours?|points?
    |times|[万億円倍秒分]))`

/** The words themselves first; what stands above them only where they name none. */
function versionsOf({ text, context }: ScopedStatement): readonly string[] {
  const own = read(text)
  return own.length > 0 ? own : read(context.join('\n'))
}

/** Major and minor: a patch release corrects what it is a patch of. */
function read(text: string): readonly string[] {
  const known = versions.get(text)
  if (known !== undefined) return known
  const found = [...text.matchAll(VERSION)].flatMap(([, version = '']) => version.split('.').slice(0, 2).join('.'))
  versions.set(text, found)
  return found
}

function sameVersion(first: readonly string[], second: readonly string[]): boolean {
  if (first.length === 0 || second.length === 0) return true
  return first.some((version) => second.includes(version))
}
