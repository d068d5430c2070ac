import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { takeDates, wholeYears } from './dates.ts'
import { foldFigures } from './figure-spellings.ts'
import { JAPANESE_SCALES } from './japanese-figures.ts'
import { readUnit, type Unit, unitNamed } from './units.ts'

export interface Quantity {
  /** As printed, in its own unit; of a range the upper end. */
  readonly value: number
  readonly unit: string
  readonly kind: string
  /** False where nothing converts the unit into another of its kind. */
  readonly converts: boolean
  /** What it says, in the base of its kind: "at least 40" ends nowhere, "10 to 15" ends at 15. */
  readonly low: number
  readonly high: number
  /** Half of the last digit given: 40 is 39.5..40.5, 0.12 is 0.115..0.125. */
  readonly slack: number
  readonly bound: 'exact' | 'range' | 'least' | 'most'
  /** Where it stands in the folded text. */
  readonly at: number
}

/** When something was is no quantity of it. */
const DATES: ReadonlySet<string> = new Set(['date', 'day of the year', 'calendar'])

export function isDate({ kind }: Pick<Quantity, 'kind'>): boolean {
  return DATES.has(kind)
}

export interface ReadText {
  /** The text as the figures were read from it. */
  readonly text: string
  readonly figures: readonly Quantity[]
}

const SCALES: Readonly<Record<string, number>> = {
  hundred: 1e2,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  ...JAPANESE_SCALES,
}
const CURRENCIES: Readonly<Record<string, string>> = { $: 'usd', '€': 'eur', '¥': 'jpy', '£': 'gbp' }

const DIGITS = String.raw`\d+(?:,\d{3})+(?:\.\d+)?|\d*\.\d+|\d+`
const SCALE = Object.keys(SCALES)
  .sort((a, b) => b.length - a.length)
  .join('|')

/**
 * Digits inside names (BCL-2, CD44) are not figures: no letter before them, none right after a hyphen. Nor are powers
 * and notes (2021^1).
 */
const NUMBER = new RegExp(
  [
    String.raw`(?<![\p{Script=Latin}\d./^第-])(?<money>(?:us)?[$€¥£]\s?)?`,
    // A minus, not the hyphen of a range or a name.
    String.raw`(?<sign>(?<![\d%\p{Script=Latin}]\s?)-|(?<=\b(?:to|of|at|was|is|by|than) )-)?`,
    // The lower end of "10-15", "10 % to 15 %", "10〜15".
    String.raw`(?:(?<low>${DIGITS})\s?(?<lowScale>${SCALE})?\s?(?:%|°c|[a-zμ]{1,5}|[円人年])?\s?`,
    String.raw`(?:[-–—~〜]|\bto\b)\s?[$€¥£]?)?`,
    String.raw`(?<digits>${DIGITS})(?!\d*-\p{L})\s?(?<scale>${SCALE})?[\s-]?`,
    String.raw`(?<unit>%|°[cf]|か月|[ヶヵカケ]月|[\p{Script=Latin}μ]{1,14}(?:\/[\p{Script=Latin}]{1,5}\d?)?`,
    String.raw`|[\p{Script=Katakana}ー]{1,10}|\p{Script=Han}{1,3})?`,
  ].join(''),
  'giu',
)

/** Words after a figure that are no unit of it. */
const NO_UNIT = multilineRegExp('')`
  ^(?:of|in|and|or|to|into|for|the|was|were|is|are|per|with|at|by|on|from|as|had|have|vs|versus|a|an|it|than|that
    |but|about)$`
/** "type 2 diabetes", "day 3": a name or a place in a row. */
const NUMBERED_BEFORE = /\b(?:type|types|grade|stage|phase|vitamin|day|class|version)\s*$/
const YEAR = /^(?:1[5-9]|20)\d\d$/
/** "In 2019 vitamin D ...": the word after such a year is no unit of it. */
const YEAR_BEFORE = /\b(?:in|since|until|during|early|late|mid)[\s-]$/

/** The first that matches decides: "no more than" holds "more than". */
const BOUNDS_BEFORE: readonly (readonly [RegExp, 'least' | 'most'])[] = [
  [/\bnot? (?:more|greater|higher|longer) than\s*$|\bnot (?:to )?(?:over|above|exceed\w*)\s*$/, 'most'],
  [/\bnot? (?:less|fewer|lower|shorter) than\s*$|\bnot (?:under|below)\s*$/, 'least'],
  [/(?:\b(?:more|greater|higher|longer) than|\bover|\babove|\bat least|\bexceed\w*|\bminimum of|≥|>)\s*$/, 'least'],
  [
    /(?:\b(?:less|fewer|lower|shorter) than|\bunder|\bbelow|\bat most|\bup to|\bmaximum of|\bcapped at|≤|<)\s*$/,
    'most',
  ],
  [/(?:少なくとも|最低(?:でも|で)?)\s*$/, 'least'],
  [/(?:最大(?:で)?|最高(?:で)?|多くとも|高々|上限)\s*$/, 'most'],
]
const BOUNDS_AFTER: readonly (readonly [RegExp, 'least' | 'most'])[] = [
  [/^\s*(?:以上|超|余り|を超|を上回|or (?:more|higher|above|older|greater)\b|and (?:over|above|older)\b)/, 'least'],
  [/^\s*(?:以下|以内|未満|を下回|or (?:less|fewer|lower|below|under|younger)\b)/, 'most'],
]
/** "Over 12 weeks" is during them; "for over 12 weeks" is longer. */
const DURING = /(?<!\b(?:for|well|just|of|lasted|took) )\bover\s*$/
const ABOUT = /(?:\babout|\baround|\bapproximately|\broughly|\bsome|\bcirca|約|およそ|おおよそ|~)\s*$/
/** A little less than the figure. */
const NEARLY = /(?:\bnearly|\balmost|\bclose to|\bjust (?:under|below)|ほぼ)(?: about)?\s*$/
/** "About 20" allows a twentieth either way. */
const ROUGH = 0.05
/** "Nearly 20" begins at nine tenths of it. */
const NEARLY_SHARE = 0.9

/** "令和3年度から5年度", "2021年から23年", "8月8日に始まり29日に": the end of a date, not so many years or days. */
const SCHOOL_YEAR = /^年度/
const AFTER_YEAR =
  /(?:\d{4}|(?:明治|大正|昭和|平成|令和)(?:元|\d{1,2}))年(?:度)?(?:から|と|及び|および|または|、|・|[-–—~〜])\s?$/
const AFTER_DAY = /\d月(?:\d{1,2}日)?[^。\n]{0,24}$/
const DAY_OF_MONTH = /^日(?!間|後|前|以|ぶり|分|目|連続|余|あまり|超)/
/** Years of an era and years without their century are written with two figures. */
const SHORT_YEAR = /^\d{1,2}$/

/** `before` as the page has it: dates that were read are blanks in the rest. */
function isEndOfDate(raw: string, after: string, digits: string, before: string): boolean {
  if (!SHORT_YEAR.test(digits)) return false
  const follows = raw + after
  if (SCHOOL_YEAR.test(follows)) return true
  if (/^年(?!間|前|後|以|ぶり|目|連続|余|あまり|超)/.test(follows)) return AFTER_YEAR.test(before)
  return DAY_OF_MONTH.test(follows) && Number(digits) <= 31 && AFTER_DAY.test(before)
}

interface Found {
  readonly unit: Unit
  /** How much after the digits is unit. */
  readonly length: number
}

function unitAfter(raw: string, money: string, digits: string, before: string): Found | null {
  if (money !== '') return { unit: unitNamed(CURRENCIES[money.trim().slice(-1)] ?? 'usd'), length: 0 }
  const isYear = YEAR.test(digits)
  const date = { unit: unitNamed('date'), length: raw.startsWith('年') ? 1 : 0 }
  if (raw === '' || NO_UNIT.test(raw)) return isYear ? date : null
  if (isYear && (/^年(?!間)/.test(raw) || raw === 's')) return date
  const read = readUnit(raw)
  if (isYear && YEAR_BEFORE.test(before) && read.unit.kind === read.unit.name) return date
  return read.unit.name === '' ? null : read
}

function boundOf(before: string, after: string, kind: string): 'exact' | 'least' | 'most' {
  if (kind === 'time' && DURING.test(before)) return 'exact'
  // "Less than half" was folded to "less than about 50 %".
  const said = before.replace(/\babout\s*$/, '')
  const found =
    BOUNDS_BEFORE.find(([pattern]) => pattern.test(said)) ?? BOUNDS_AFTER.find(([pattern]) => pattern.test(after))
  return found?.[1] ?? 'exact'
}

const numberOf = (digits: string) => Number(digits.replaceAll(',', ''))

function measure(match: RegExpExecArray, text: string, whole: string): Quantity | null {
  const { money = '', sign, low, lowScale, digits = '', scale = '', unit: raw = '' } = match.groups ?? {}
  const before = text.slice(Math.max(0, match.index - 24), match.index)
  const found = unitAfter(raw, money, digits, before)
  if (found === null || NUMBERED_BEFORE.test(before)) return null
  const behind = match.index + match[0].length
  const told = whole.slice(Math.max(0, match.index - 36), match.index)
  if (low === undefined && isEndOfDate(raw, text.slice(behind, behind + 4), digits, told)) return null
  const { name, kind, inBase } = found.unit
  const end = match.index + match[0].length - raw.length + found.length
  const value = numberOf(digits) * (SCALES[scale] ?? 1)
  const place = { unit: name, kind, converts: inBase > 0, at: match.index }
  if (name === 'date') {
    const { first, last } = wholeYears(value)
    return { ...place, value, low: first, high: last, slack: 0, bound: 'exact' }
  }
  const base = inBase === 0 ? 1 : inBase
  const lower = low === undefined ? value : numberOf(low) * (SCALES[lowScale ?? scale] ?? 1)
  const decimals = digits.includes('.') ? digits.length - digits.indexOf('.') - 1 : 0
  const lastDigit = 0.5 * 10 ** -decimals * (SCALES[scale] ?? 1)
  const slack = base * Math.max(lastDigit, ABOUT.test(before) ? value * ROUGH : 0)
  // Below zero is a state only of a temperature: "a change of -5 %" and "fell by 5 %" are one figure.
  const signed = sign !== undefined && kind === 'temperature' ? -value : value
  const exact = { ...place, value: signed, slack }
  if (lower < value) return { ...exact, low: lower * base, high: value * base, bound: 'range' }
  if (NEARLY.test(before)) return { ...exact, low: value * NEARLY_SHARE * base, high: value * base, bound: 'range' }
  const bound = boundOf(before, text.slice(end), kind)
  const point = signed * base
  return {
    ...exact,
    low: bound === 'most' ? Number.NEGATIVE_INFINITY : point,
    high: bound === 'least' ? Number.POSITIVE_INFINITY : point,
    bound,
  }
}

/** Every figure with its unit, in the order of the text. */
export function readFigures(text: string): ReadText {
  const folded = foldFigures(text)
  const { dates, rest } = takeDates(folded)
  const days = dates.map(({ at, first, last, yearless }): Quantity => {
    const unit = yearless ? 'day of the year' : 'date'
    return { value: first, unit, kind: unit, converts: false, low: first, high: last, slack: 0, bound: 'exact', at }
  })
  const measured = [...rest.matchAll(NUMBER)].flatMap((match) => measure(match, rest, folded) ?? [])
  return { text: folded, figures: [...days, ...measured].sort((a, b) => a.at - b.at) }
}

export function quantities(text: string): readonly Quantity[] {
  return readFigures(text).figures
}
