import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { compareQuantities } from '../rules/compare-quantities.ts'
import { takeDates } from '../rules/dates.ts'
import { JAPANESE_SCALES } from '../rules/japanese-figures.ts'
import { isDate, type Quantity, readFigures } from '../rules/quantities.ts'
import { readUnit } from '../rules/units.ts'
import { anyOf } from './any-of.ts'
import { isConverted } from './converted-figures.ts'
import { ENGLISH } from './lexicon-english.ts'
import { JAPANESE } from './lexicon-japanese.ts'
import { withDigits } from './number-words.ts'

/** A figure of a text as it is looked for in another one. */
export interface StatedFigure {
  readonly text: string
  readonly value: number
  /** What it is measured in, by one name; null where it counts things or says nothing. */
  readonly measure: string | null
  readonly quantity: Quantity | null
  readonly at: number
  /** Told as about, over or under so much; null where it is told as it is. */
  readonly rough: 'about' | 'over' | 'under' | null
  /** Told in words: half, a third; doubled, three times. */
  readonly isFraction: boolean
  readonly isMultiple: boolean
}

const ROUGH: readonly (readonly ['about' | 'over' | 'under', RegExp])[] = [
  [
    'over',
    /(?:\b(?:over|more than|at least|above|exceeding|in excess of|upwards of|well over)|[^\p{L}](?:優に))\s?[$€¥£]?$/iu,
  ],
  ['under', /\b(?:under|less than|fewer than|at most|below|just short of|up to|no more than)\s?[$€¥£]?$/iu],
  [
    'about',
    anyOf(
      'iu',
      /\b(?:about|around|roughly|some|nearly|almost|approximately|circa|close to)\s?[$€¥£]?$/iu,
      /\b(?:approaching|estimated|an? average of|just)\s?[$€¥£]?$/iu,
      /(?:約|およそ|おおよそ|ほぼ)\s?[$€¥£]?$/iu,
    ),
  ],
]
/** Between the digits and what tells how they are meant: what is counted, in no kana. */
const COUNTER = String.raw`^[\s%\p{Script=Han}\p{Script=Katakana}かヶー]{0,7}?`
const behindCounter = (words: string) => new RegExp(`${COUNTER}(?:${words})`, 'u')
const ROUGH_BEHIND: readonly (readonly ['about' | 'over' | 'under', RegExp])[] = [
  ['over', behindCounter('超|余り|あまり|以上|を上回|を超|余(?=[のがをにで])|強(?=[のがをにでだと、。）)]|$)')],
  ['under', behindCounter('未満|以下|弱(?=[のがをにでだと、。）)]|$)|足らず|を下回')],
  ['about', behindCounter('ほど|程度|近く|前後|ぐらい|くらい|(?<=[円%度歳割秒])台')],
  ['about', /^\s?(?:or so|odd)\b/u],
]

/** What stands before and behind a figure tells how it is meant. */
function roughness(text: string, from: number, to: number): StatedFigure['rough'] {
  const before = text.slice(Math.max(0, from - 24), from)
  const behind = text.slice(to, to + 12)
  return (
    ROUGH.find(([, pattern]) => pattern.test(before))?.[0] ??
    ROUGH_BEHIND.find(([, pattern]) => pattern.test(behind))?.[0] ??
    null
  )
}

const FRACTION_WORD = anyOf(
  'iu',
  /\b(?:half|halves|halved|thirds?|quarters?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?)\b|半数|半分|分の/iu,
  /\b(?:in|out of) (?:every )?(?:two|three|four|five|six|seven|eight|nine|ten)\b/iu,
)
const MULTIPLE_WORD = /\b(?:doubl|tripl|twice|thrice|quadrupl|times|fold|to one\b)|倍/iu

const SCALES: Readonly<Record<string, number>> = {
  ...{ hundred: 1e2, thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12, m: 1e6, bn: 1e9, k: 1e3 },
  ...JAPANESE_SCALES,
}
const MONEY: Readonly<Record<string, string>> = { $: 'usd', '€': 'eur', '¥': 'jpy', '£': 'gbp' }
const DIGITS = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`
const FIGURE = new RegExp(
  // Behind a hyphen only in a score or a range by itself (21-18), not in a code (P2-14).
  String.raw`(?<![\p{Script=Latin}\d.^第/]|\p{Script=Latin}-|(?<!(?:^|[\s(（])\d{1,3})(?<=\d)-)` +
    String.raw`(?<money>[$€¥£])?(?<digits>${DIGITS})(?![\d]|\.\d)` +
    String.raw`\s?(?<scale>hundred|thousand|million|billion|trillion|[十百千]?[万億兆]|[百千])?` +
    String.raw`[\s-]?(?<square>square |cubic |平方|立方)?-?(?<word>[%‰]|°[cf]` +
    String.raw`|[\p{Script=Latin}μ]{1,14}(?:-hours?|\/[\p{Script=Latin}]{1,5})?` +
    String.raw`|[\p{Script=Katakana}ー]{0,7}ワット時|[\p{Script=Katakana}ー]{1,10}|[\p{Script=Han}かヶヵカケ々]{1,4})?`,
  'giu',
)
/** Counts of people are told by many words; none of them is a measure. */
const COUNTS = new Set(['person', 'multiple', 'age', 'calendar'])

function measureOf(word: string, square: string): string | null {
  if (word === '') return null
  const plain = word.toLowerCase()
  if (plain === 'キロ') return KILO
  const spelled =
    ENGLISH.measures[plain] ?? Object.entries(JAPANESE.measures).find(([start]) => plain.startsWith(start))?.[1]
  if (spelled !== undefined) return `${square}${spelled}`
  const { unit } = readUnit(plain)
  // A word of no list is its own kind.
  if (unit.kind === unit.name || COUNTS.has(unit.kind)) return unit.name === '%' ? '%' : null
  return `${square}${unit.name}`
}

/** Nimbus 3.2, Unit 4: a number that belongs to a name; months and the first word of a sentence make none. */
const DESIGNATED = multilineRegExp('gu')`
  (?<=[\p{L}\p{N},;] |[(（「])(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b)
  (\p{Lu}[\p{L}]+) \d+(?:\.\d+)*(?![\d,%]|\.\d)
  |^(\p{Lu}[\p{L}]+) \d+\.\d+(?:\.\d+)*(?![\d,%])`
/** Version 3.2, level 2: a number that names one of a row of things. */
const NUMBERED = multilineRegExp('giu')`
  \b((?:version|release|series|level|stage|phase|step|chapter|section|page|line|room|tier|grade)s?)
  [ ]\d+(?:\.\d+)*(?![\d,%]|\.\d)`

/** The number of a line in a list. */
const LISTED = /^\d{1,2}[.)] /u

/** "From 9 in 2018 to 34": no span of years, which has a dash where its second year is short. */
const BEHIND_YEAR = /(?<=(?<!\d)(?:1[5-9]|20)\d\d) (?=(?:to|and) \d\d(?!\d))/gu

/** Figures that are no dates; what was read of a bound or a range stands beside them. */
export function statedFigures(text: string): readonly StatedFigure[] {
  const plain = text.replace(DESIGNATED, '$1$2').replace(NUMBERED, '$1').replace(BEHIND_YEAR, ', ')
  const { text: folded, figures } = readFigures(withDigits(plain))
  const { rest } = takeDates(folded)
  const found: StatedFigure[] = []
  for (const match of rest.matchAll(FIGURE)) {
    const { money = '', digits = '', scale = '', square = '', word = '' } = match.groups ?? {}
    const bare = Number(digits.replaceAll(',', ''))
    if (isCalendar({ digits, money, scale, word }) || (match.index === 0 && LISTED.test(rest))) continue
    const quantity = figures.find(({ at }) => at >= match.index - 2 && at <= match.index + digits.length) ?? null
    const measure = money === '' ? measureOf(word, square === '' ? '' : 'square ') : (MONEY[money] ?? null)
    found.push({
      text: match[0].trim(),
      value: bare * (SCALES[scale] ?? 1),
      measure,
      rough: roughness(rest, match.index, match.index + match[0].indexOf(digits) + digits.length + scale.length),
      isFraction: measure === '%' && FRACTION_WORD.test(text) && !text.includes(digits),
      isMultiple: /^(?:times|倍)/u.test(word) && MULTIPLE_WORD.test(text),
      quantity: quantity !== null && isDate(quantity) ? null : quantity,
      at: match.index,
    })
  }
  return sharedMeasures(rest, found)
}

const BETWEEN = anyOf(
  'u',
  /^[\s\p{L}]{0,32}?\b(?:to|into|rather than|instead of|down from|up from)\s(?:from\s)?$/u,
  /^[\p{Script=Han}\p{Script=Katakana}ー]{0,6}から$/u,
)

/** "From 14 to 11 minutes": what measures the one measures the other. */
function sharedMeasures(text: string, figures: readonly StatedFigure[]): readonly StatedFigure[] {
  return figures.map((figure, at) => {
    if (figure.measure !== null) return figure
    const [before, after] = [figures[at - 1], figures[at + 1]]
    const linked = (one: StatedFigure, two: StatedFigure) => {
      const digits = /^[$€¥£]?[\d.,]+/u.exec(one.text)?.[0] ?? one.text
      return BETWEEN.test(text.slice(one.at + digits.length, two.at))
    }
    if (after !== undefined && after.measure !== null && linked(figure, after))
      return { ...figure, measure: after.measure }
    const bare = /^[$€¥£]?[\d.,]+$/u.test(figure.text)
    if (bare && before !== undefined && before.measure !== null && linked(before, figure))
      return { ...figure, measure: before.measure }
    return figure
  })
}

interface Spelling {
  readonly digits: string
  readonly money: string
  readonly scale: string
  readonly word: string
}

const MONTH_NAME = new RegExp(
  '^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?' +
    '|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$',
  'u',
)

/** Years, months and days are compared as such (`calendar-parts.ts`). */
function isCalendar({ digits, money, scale, word }: Spelling): boolean {
  if (money !== '' || scale !== '') return false
  if (/^(?:1[5-9]|20)\d\d$/u.test(digits) && measureOf(word, '') === null) return true
  if (/^(?:年度|年|月|日)(?!間)/u.test(word) || MONTH_NAME.test(word)) return true
  return /^(?:st|nd|rd|th)$/u.test(word)
}

/** キロ alone is a length or a weight. */
const KILO = 'kilo'

/** So many things are counted by whoever reads of them one by one. */
const SMALL_COUNT = 5
export const isSmallCount = ({ value, measure }: StatedFigure) =>
  measure === null && Number.isInteger(value) && value <= SMALL_COUNT

/** The two may be one figure: 400 stalls and 400, £3 and 3; never 214 kg and 214 tonnes. */
export function measuredAlike(one: string | null, other: string | null): boolean {
  if (one === null || other === null || one === other) return true
  const pair = [one, other]
  if (pair.includes(KILO)) return pair.includes('km') || pair.includes('kg')
  return pair.includes('lb') && pair.includes('gbp')
}

/** So far a rough figure may lie from the one it stands for. */
const ABOUT = 0.05
const BOUND = 0.25
const MOST_APART = 2

function withoutZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

function isRoughly({ rough, value }: StatedFigure, { value: seen, rough: told }: StatedFigure): boolean {
  if (value <= 0 || seen <= 0) return false
  const ratio = seen / value
  if (rough === 'over') return ratio >= 1 && ratio <= 1 + BOUND
  if (rough === 'under') return ratio <= 1 && ratio >= 1 - BOUND
  const digits = withoutZeros(String(value)).length
  return (rough === 'about' || told === 'about') && Math.abs(ratio - 1) <= (digits < 2 ? 2 : 1) * ABOUT
}

/** 1.3キロ is 1,300 metres, or grams. */
function isThousandfold(one: StatedFigure, other: StatedFigure): boolean {
  const isPlain = other.measure === 'm' || other.measure === 'g'
  return one.measure === KILO && isPlain && Math.abs((one.value * 1000) / other.value - 1) < 1e-9
}

/** In the base of its kind. */
const sizeOf = ({ low, high }: Quantity) => (Number.isFinite(high) ? high : low)

/** 18 for 18.2, 2.4 million for 2,380,000: the seen one has more digits, of which the last are left out. */
function isRounded(claimed: StatedFigure, seen: StatedFigure): boolean {
  const digits = /\d[\d,]*(?:\.\d+)?/u.exec(claimed.text)?.[0].replaceAll(',', '') ?? ''
  const scale = claimed.value / Number(digits)
  const step = scale * 10 ** -(digits.split('.')[1]?.length ?? 0)
  if (!(step > 0) || claimed.value / step < LEAST_ROUNDED) return false
  const isFiner = Math.abs(seen.value / step - Math.round(seen.value / step)) > 1e-6
  return isFiner && Math.abs(seen.value - claimed.value) <= step / 2 + 1e-9
}

/** One digit alone is no rounding of another number. */
const LEAST_ROUNDED = 10

export function isSameFigure(claimed: StatedFigure, seen: StatedFigure): boolean {
  if (isThousandfold(claimed, seen) || isThousandfold(seen, claimed)) return true
  if (Math.abs(claimed.value - seen.value) < 1e-9) return measuredAlike(claimed.measure, seen.measure)
  if (measuredAlike(claimed.measure, seen.measure) && (isRoughly(claimed, seen) || isRounded(claimed, seen)))
    return true
  if (isConverted(claimed, seen)) return true
  if (claimed.quantity === null || seen.quantity === null) return false
  // "Up to 2 billion" holds for 2 million, and says something else.
  const [mine, theirs] = [sizeOf(claimed.quantity), sizeOf(seen.quantity)]
  if (theirs <= 0 || mine / theirs > MOST_APART || theirs / mine > MOST_APART) return false
  return compareQuantities(claimed.quantity, seen.quantity) === 'fits'
}
