import { anyOf } from './any-of.ts'
import { type CalendarParts, calendarParts } from './calendar-parts.ts'
import { clausesOf } from './clauses.ts'
import { isDerivable } from './derivable-figures.ts'
import { isDerived } from './derived-figures.ts'
import { differingRuns } from './differing-runs.ts'
import { withDigits } from './number-words.ts'
import { otherMeasure, otherPeriod } from './other-measures.ts'
import type { PreparedSentence, PreparedSource } from './prepared-source.ts'
import { isSameFigure, isSmallCount, measuredAlike, type StatedFigure, statedFigures } from './stated-figures.ts'

export interface FigureComparison {
  readonly stated: number
  /** Nowhere in the source. */
  readonly missing: readonly string[]
  /** Of these, small counts. */
  readonly counts: readonly string[]
  /** The same, where the source has no other figure of the measure to set against it. */
  readonly absent: readonly string[]
  /** All but those that follow from figures of the source: what their places are compared for. */
  readonly open: readonly StatedFigure[]
  /** Of the missing ones, those that follow by arithmetic from figures about where the statement lies. */
  readonly derivable: readonly string[]
  /** In the source, but not about where the statement lies. */
  readonly far: readonly string[]
  /** Of the missing ones, those in whose very place the nearest sentence has another figure. */
  readonly inPlace: readonly string[]
  /** A figure, and the same one in another measure about where the statement lies. */
  readonly otherMeasure: readonly [string, string] | null
  /** Counted by another length of time: a year for a month. */
  readonly otherPeriod: readonly [string, string] | null
  /** The nearest sentence holds all of them. */
  readonly inBest: boolean
  /** The two ends of a change stand there the other way round: from 330 to 500 for from 500 to 330. */
  readonly turned: boolean
}

export function compareFigures(
  statement: string,
  stated: readonly StatedFigure[],
  source: PreparedSource,
  around: readonly PreparedSentence[],
  best: PreparedSentence | undefined,
): FigureComparison {
  const near = around.flatMap(({ figures }) => figures)
  const said = calendarParts(statement)
  const present = stated.filter((figure) => isIn(figure, source.figures))
  const others = stated.filter((figure) => !present.includes(figure))
  const follows = (figure: StatedFigure) =>
    isDerived(figure, { text: statement, figures: stated }, source.sentences) || isSpan(figure, said, source)
  const explained = others.filter(follows)
  // The source may have 25 points of something else, and the difference of 25 all the same.
  const following = present.length > MOST_DERIVED ? [] : present.filter(follows)
  const absent = others.filter((figure) => !explained.includes(figure) && !isSpelledAlike(figure, statement, source))
  const missing = absent.filter((figure) => isContrasted(figure, stated, near, source.figures))
  const passages = missing.length === 0 ? [] : passagesOf(source, around)
  const slots = missing.length === 0 || best === undefined ? NO_SLOTS : figuresInPlace(statement, best.text)
  const far = stated.filter((figure) => !missing.includes(figure) && !isIn(figure, near))
  const derivable = missing
    .slice(0, MOST_DERIVED)
    .filter((figure) => isOnce(figure) || isDerivable(figure, stated, passages))
    .filter((figure) => !slots.has(figure.value))
  return {
    ...{ stated: stated.length, missing: texts(missing), far: texts(far), derivable: texts(derivable) },
    counts: texts(missing.filter((figure) => isSmallCount(figure) && !derivable.includes(figure))),
    absent: texts(absent.filter((figure) => !missing.includes(figure))),
    open: stated.filter(
      (figure) => !explained.includes(figure) && !following.includes(figure) && !derivable.includes(figure),
    ),
    inPlace: texts(missing.filter(({ value }) => slots.has(value))),
    otherMeasure: otherMeasure(
      // "Over 15 years" stands for 16 of them, whatever else there are 15 of.
      stated.filter((figure) => !explained.includes(figure) && (figure.measure === null || !present.includes(figure))),
      near,
      source.figures,
    ),
    otherPeriod: otherPeriod(statement, best),
    inBest: best !== undefined && stated.length > 0 && stated.every((figure) => isIn(figure, best.figures)),
    turned:
      (isChange(statement.toLowerCase()) && around.some((sentence) => isTurned(stated, sentence))) ||
      isBackwards(statement, stated, around) ||
      leansOtherwise(statement, stated, source.sentences),
  }
}

const NO_SLOTS: ReadonlySet<number> = new Set()
const LONGEST_SLOT = 2

/** Figures of the statement in whose very place, between words that both have, the sentence has another one. */
function figuresInPlace(statement: string, sentence: string): ReadonlySet<number> {
  const runs = differingRuns(withDigits(statement).normalize('NFKC'), withDigits(sentence).normalize('NFKC'))
  const numbers = (run: readonly { readonly word: string }[]) =>
    run.length > LONGEST_SLOT ? [] : run.flatMap(({ word }) => statedFigures(word).map(({ value }) => value))
  return new Set(runs.flatMap(([mine, theirs]) => (numbers(theirs).length === 0 ? [] : numbers(mine))))
}

/** Once a month, 月に1回: a source says it without a figure. */
const isOnce = ({ value, measure }: StatedFigure) => value === 1 && measure === null

/** Figures of a statement that arithmetic is tried for. */
const MOST_DERIVED = 12

function passagesOf({ sentences }: PreparedSource, around: readonly PreparedSentence[]) {
  const passages = [...new Set(around.map(({ passage }) => passage))]
  return [around, ...passages.map((passage) => sentences.filter((one) => one.passage === passage))]
}

/** Lengths of time that a reader counts from two dates. */
const SPANS: Readonly<Record<string, true>> = { year: true, month: true, week: true, day: true }

/**
 * An alarm wants a ground: another figure of the same measure about where the statement lies, or anywhere in the
 * source where it is no length of time; or the same figure in another measure.
 */
function isContrasted(
  figure: StatedFigure,
  stated: readonly StatedFigure[],
  near: readonly StatedFigure[],
  all: readonly StatedFigure[],
): boolean {
  const { measure, value } = figure
  // A cell of a table has its measure in the head of its column; a share is told as one.
  const isAlike = (seen: StatedFigure) =>
    measure === '%' ? seen.measure === '%' : measuredAlike(seen.measure, measure)
  const isOther = (seen: StatedFigure) =>
    isAlike(seen) ? seen.value !== value && !isIn(seen, stated) : seen.value === value
  if (near.some(isOther)) return true
  const isCounted = measure === null || measure === '%' || SPANS[measure] === true
  return !isCounted && all.some((seen) => seen.measure === measure && isOther(seen))
}

const dayOfYear = (day: number) => Math.round((Math.floor(day / 100) - 1) * MONTH_LENGTH) + (day % 100)
const MONTH_LENGTH = 30.4
/** Over five weeks are five and some days. */
const isWeeks = (days: number, weeks: number) => days >= 7 * weeks - 1 && days < 7 * weeks + 7

/** So many years, months or days from one date to another: counted by the reader, the first one with it or not. */
function isSpan({ value, measure }: StatedFigure, said: CalendarParts, { calendar, year }: PreparedSource): boolean {
  const apart = (dates: readonly number[]) => {
    const known = new Set(dates)
    return dates.some((one) => known.has(one + value) || known.has(one + value - 1))
  }
  if (measure === 'year') return apart([...said.years, ...calendar.years, ...(year === null ? [] : [year])])
  if (measure === 'month') return value > 1 && apart([...said.months, ...calendar.months])
  const days = (parts: CalendarParts) => [...parts.days].map((day) => dayOfYear(day))
  if (measure === 'week') {
    const dates = [...days(said), ...days(calendar)]
    return dates.some((one) => dates.some((other) => isWeeks(other - one, value)))
  }
  return measure === 'day' && value > 1 && apart([...days(said), ...days(calendar), ...calendar.bareDays])
}

/** Small whole numbers stand in many spellings: the second, level 2, -O2. */
const SMALL = 12

const FRACTIONS = /\b(?:half|third|quarter|fifth|sixth|tenth)s?\b|半数|半分|半額/giu
const VERSION = /(?<![\d.])\d+(?:\.\d+)+(?![\d%]|\.\d)/gu

/** A number of a version, or a fraction in words, stands in the source as it stands in the statement. */
function isSpelledAlike({ text, value, measure, isFraction }: StatedFigure, statement: string, source: PreparedSource) {
  if (measure === null && [...source.folded.matchAll(VERSION)].some(([one]) => one === text.match(VERSION)?.[0]))
    return true
  if (measure === null && Number.isInteger(value) && value <= SMALL && digitStands(value, source.folded)) return true
  // "The two" are both of them.
  if (value === 2 && /\b(?:the|these|those) (?:other )?two\b/iu.test(statement)) return true
  if (!isFraction || value >= 100) return false
  return [...statement.matchAll(FRACTIONS)].some(([word]) =>
    source.folded.includes(word.toLowerCase().replace(/s$/u, '')),
  )
}

const STANDING = /(?<![\d.,])\d{1,2}(?![\d%年月日時:/-]|[.,]\d)/gu

function digitStands(value: number, text: string): boolean {
  return [...text.matchAll(STANDING)].some(([digits]) => Number(digits) === value)
}

function isIn(figure: StatedFigure, figures: readonly StatedFigure[]): boolean {
  return figures.some((seen) => isSameFigure(figure, seen))
}

const texts = (figures: readonly StatedFigure[]) => figures.map(({ text }) => text)

/** Tells of a change: from this to that. */
function isChange(text: string): boolean {
  const [from, kara] = [text.search(/\bfrom\b/u), text.indexOf('から')]
  if (from >= 0 && (text.includes(' to ', from) || text.includes('into', from))) return true
  return kara >= 0 && /[にへ]|まで/u.test(text.slice(kara + 2))
}

/** Two figures of a change, met in the other order in a sentence that tells a change, too. */
function isTurned(stated: readonly StatedFigure[], { figures, folded }: PreparedSentence): boolean {
  const [first, second] = stated
  if (first === undefined || second === undefined || stated.length !== 2 || first.value === second.value) return false
  if (!measuredAlike(first.measure, second.measure)) return false
  const [a, b] = [first, second].map(({ value }) => figures.findIndex((seen) => seen.value === value))
  return a !== undefined && b !== undefined && b >= 0 && a > b && isChange(folded)
}

const OLD = /\b(?:before|previously|formerly|had been|used to|earlier|from)\b|前の|以前|から|当初は|従来/u

/** "From 7 to 12" where the source has 7 now and had 12 before. */
function isBackwards(statement: string, stated: readonly StatedFigure[], around: readonly PreparedSentence[]): boolean {
  const [first, second] = stated
  if (first === undefined || second === undefined || stated.length !== 2 || first.value === second.value) return false
  if (!isChange(statement.toLowerCase())) return false
  const told = (figure: StatedFigure) =>
    around.flatMap(({ text }) => clausesOf(text)).filter(({ text }) => isIn(figure, statedFigures(text)))
  const [ofFirst, ofSecond] = [told(first), told(second)]
  const isOld = (clauses: readonly { readonly text: string }[]) =>
    clauses.every(({ text }) => OLD.test(text.toLowerCase()))
  if (ofFirst.length === 0 || ofSecond.length === 0 || ofFirst.some((clause) => ofSecond.includes(clause))) return false
  return isOld(ofSecond) && !ofFirst.some(({ text }) => OLD.test(text.toLowerCase()))
}

/** What leans one way or the other, of one matter each: an amount, a speed, a length. */
const LEANS: readonly (readonly [more: RegExp, less: RegExp])[] = [
  [
    anyOf(
      'iu',
      /^[^\d、。,.;]{0,6}?(?:増|伸び|上昇|高|多|上回)/iu,
      /^\s?(?:percent |per cent |points? )?(?:more|higher|larger|up\b|increase|rise|growth)/iu,
    ),
    anyOf(
      'iu',
      /^[^\d、。,.;]{0,6}?(?:減|低下|下落|少な|低|下回)/iu,
      /^\s?(?:percent |per cent |points? )?(?:less|lower|smaller|fewer|down\b|decrease|fall|drop|decline|cut)/iu,
    ),
  ],
  [
    /^\s?(?:percent |per cent |seconds? |minutes? )?(?:faster|quicker)/iu,
    /^\s?(?:percent |per cent |seconds? |minutes? )?slower/iu,
  ],
  [
    /^\s?(?:percent |per cent |\p{L}{1,12} )?longer|^[^\d、。,.;]{0,6}?長/iu,
    /^\s?(?:percent |per cent |\p{L}{1,12} )?shorter|^[^\d、。,.;]{0,6}?短/iu,
  ],
]

/** 3 % down, where the source has 3 % up and nowhere down. */
function leansOtherwise(
  statement: string,
  stated: readonly StatedFigure[],
  sentences: readonly PreparedSentence[],
): boolean {
  return stated.some((figure) => {
    const behind = textBehind(statement, figure)
    return LEANS.some(([more, less]) => {
      const lean = (text: string) => (more.test(text) ? 1 : less.test(text) ? -1 : 0)
      const own = lean(behind)
      if (own === 0) return false
      const theirs = sentences.flatMap(({ text, figures }) =>
        figures.filter((seen) => isSameFigure(figure, seen)).map((seen) => lean(textBehind(text, seen))),
      )
      return theirs.some((one) => one === -own) && !theirs.some((one) => one === own)
    })
  })
}

function textBehind(text: string, { text: spelled }: StatedFigure): string {
  const folded = withDigits(text).normalize('NFKC')
  const digits = /^[$€¥£]?[\d.,]+\s?%?/u.exec(spelled)?.[0].trim() ?? spelled
  const at = folded.indexOf(digits)
  return at < 0 ? '' : folded.slice(at + digits.length, at + digits.length + 24)
}
