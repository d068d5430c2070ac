import { readUnit } from '../rules/units.ts'
import { isJapanese } from '../rules/words.ts'
import type { PreparedSentence } from './prepared-source.ts'
import { measuredAlike, type StatedFigure } from './stated-figures.ts'

/** Counters of Japanese, those of one kind of thing together: the same number of another kind is another figure. */
const COUNTERS: readonly RegExp[] = [
  /(?:人|名|世帯)$/u,
  /(?:冊|部|巻)$/u,
  /(?:台|両|隻|艘|機)$/u,
  /(?:戸|軒|棟|世帯)$/u,
  /(?:頭|匹|羽|尾)$/u,
  /(?:社|館|校|園|店|駅)$/u,
  /(?:本|基)$/u,
  /(?:枚|面)$/u,
  /(?:件|例)$/u,
  /(?:回|度)$/u,
  /票$/u,
  /席$/u,
  /便$/u,
]
/** Smaller counts meet by chance. */
const LEAST_COUNT = 13

/**
 * A figure of the statement that stands in the near text in another measure, and nowhere in its own: 98 feet for 98
 * metres, 28,000 people for 28,000 books.
 */
export function otherMeasure(
  stated: readonly StatedFigure[],
  near: readonly StatedFigure[],
  all: readonly StatedFigure[],
): readonly [string, string] | null {
  for (const figure of stated) {
    const equal = (seen: StatedFigure) => Math.abs(seen.value - figure.value) < 1e-9
    const [about, anywhere] = [near.filter(equal), all.filter(equal)]
    const other = about.find((seen) => differs(figure, seen))
    if (other !== undefined && !anywhere.some((seen) => agrees(figure, seen))) return [figure.text, other.text]
  }
  return null
}

function differs(one: StatedFigure, other: StatedFigure): boolean {
  if (one.measure !== null && other.measure !== null)
    return !measuredAlike(one.measure, other.measure) && !one.isFraction && !other.isFraction
  if (one.measure !== null || other.measure !== null || one.value < LEAST_COUNT) return false
  const [mine, theirs] = [countersOf(one), countersOf(other)]
  return mine.length > 0 && theirs.length > 0 && !mine.some((kind) => theirs.includes(kind))
}

function agrees(one: StatedFigure, other: StatedFigure): boolean {
  if (one.measure !== null) return other.measure !== null && measuredAlike(one.measure, other.measure)
  const [mine, theirs] = [countersOf(one), countersOf(other)]
  return other.measure === null && mine.some((kind) => theirs.includes(kind))
}

const countersOf = ({ text }: StatedFigure) => COUNTERS.filter((kind) => kind.test(text))

type Period = 'hour' | 'day' | 'week' | 'month' | 'year'

const ENGLISH_PERIODS: readonly (readonly [Period, RegExp])[] = [
  ['hour', /\b(?:an|per|each|every|one) hour\b|\bhourly\b/iu],
  ['day', /\b(?:a|per|each|every|one) (?:day|night)\b|\bdaily\b|\bnightly\b/iu],
  ['week', /\b(?:a|per|each|every|one) week\b|\bweekly\b/iu],
  ['month', /\b(?:a|per|each|every|one) month\b|\bmonthly\b/iu],
  ['year', /\b(?:a|per|each|every|one) year\b|\b(?:yearly|annual(?:ly)?)\b|\bper annum\b/iu],
]
const JAPANESE_PERIODS: readonly (readonly [Period, RegExp])[] = [
  ['hour', /毎時|(?<!\d)[1一]時間(?:あたり|当たり|に|ごと)|時間当たり/u],
  ['day', /毎日|毎晩|(?<![\d月])[1一]日(?:あたり|当たり|に|平均|\d)|日ごと/u],
  ['week', /毎週|週に|週\d|[1一]週間(?:あたり|当たり|に|ごと)|週ごと/u],
  ['month', /毎月|月に\d|月\d回|月ごと|月額|(?<!\d)[1一](?:か月|カ月|ヶ月|ヵ月)(?:あたり|当たり|に|ごと)/u],
  ['year', /毎年|年に\d|年\d回|年ごと|年額|年間(?=[\d約およ])|(?<!\d)[1一]年(?:間)?(?:あたり|当たり|に|ごと)/u],
]

function periodsOf(text: string): readonly string[] {
  const folded = text.normalize('NFKC')
  const periods = isJapanese(folded) ? JAPANESE_PERIODS : ENGLISH_PERIODS
  return periods.filter(([, pattern]) => pattern.test(folded)).map(([period]) => period)
}

const PER_UNIT = /\bper (\p{Script=Latin}{2,14})\b/giu
const MEASURED: ReadonlySet<string> = new Set(['mass', 'length', 'volume'])

/** Per litre, per kilo. */
function unitsOf(text: string): readonly string[] {
  return [...text.matchAll(PER_UNIT)].flatMap(([, word = '']) => {
    const { unit } = readUnit(word.toLowerCase())
    return MEASURED.has(unit.kind) ? [unit.name] : []
  })
}

/** A year in the statement, where the nearest sentence counts by the month; a litre for the millilitre. */
export function otherPeriod(statement: string, best: PreparedSentence | undefined): readonly [string, string] | null {
  return otherOf(periodsOf, statement, best?.text ?? '') ?? otherOf(unitsOf, statement, best?.text ?? '')
}

function otherOf(
  read: (text: string) => readonly string[],
  statement: string,
  sentence: string,
): readonly [string, string] | null {
  const [mine, theirs] = [read(statement), read(sentence)]
  const [own, other] = [mine[0], theirs[0]]
  return own === undefined || other === undefined || mine.some((one) => theirs.includes(one)) ? null : [own, other]
}
