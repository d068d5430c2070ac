import { anyOf } from './any-of.ts'
import { clausesOf } from './clauses.ts'
import { isDerived } from './derived-figures.ts'
import type { PreparedSentence, PreparedSource } from './prepared-source.ts'
import { isSameFigure, measuredAlike, type StatedFigure, statedFigures } from './stated-figures.ts'

export interface FigureComparison {
  readonly stated: number
  /** Nowhere in the source. */
  readonly missing: readonly string[]
  /** In the source, but not about where the statement lies. */
  readonly far: readonly string[]
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
  const missing = stated.filter(
    (figure) =>
      !isIn(figure, source.figures) &&
      !isSpelledAlike(figure, statement, source) &&
      !isDerived(figure, statement, source.sentences),
  )
  const near = around.flatMap(({ figures }) => figures)
  const far = stated.filter((figure) => !missing.includes(figure) && !isIn(figure, near))
  return {
    ...{ stated: stated.length, missing: texts(missing), far: texts(far) },
    inBest: best !== undefined && stated.length > 0 && stated.every((figure) => isIn(figure, best.figures)),
    turned:
      around.some((sentence) => isTurned(stated, sentence)) ||
      isBackwards(statement, stated, around) ||
      leansOtherwise(statement, stated, source.sentences),
  }
}

const FRACTIONS = /\b(?:half|third|quarter|fifth|sixth|tenth)s?\b|半数|半分|半額/giu
const VERSION = /(?<![\d.])\d+(?:\.\d+)+(?![\d%]|\.\d)/gu

/** A number of a version, or a fraction in words, stands in the source as it stands in the statement. */
function isSpelledAlike({ text, value, measure, isFraction }: StatedFigure, statement: string, source: PreparedSource) {
  if (measure === null && [...source.folded.matchAll(VERSION)].some(([one]) => one === text.match(VERSION)?.[0]))
    return true
  // "The two" are both of them.
  if (value === 2 && /\b(?:the|these|those) (?:other )?two\b/iu.test(statement)) return true
  if (!isFraction || value >= 100) return false
  return [...statement.matchAll(FRACTIONS)].some(([word]) =>
    source.folded.includes(word.toLowerCase().replace(/s$/u, '')),
  )
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

const MORE = anyOf(
  'iu',
  /^[^\d、。,.;]{0,6}?(?:増|伸び|上昇|高|多|上回)/iu,
  /^\s?(?:percent |per cent |points? )?(?:more|higher|larger|longer|faster|up\b|increase|rise|growth|gain)/iu,
)
const LESS = anyOf(
  'iu',
  /^[^\d、。,.;]{0,6}?(?:減|低下|下落|少な|低|下回|安)/iu,
  /^\s?(?:percent |per cent |points? )?(?:less|lower|smaller|shorter|slower|fewer|down\b|decrease)/iu,
  /^\s?(?:percent |per cent |points? )?(?:fall|drop|decline|cut)/iu,
)

/** 3 % down, where the source has 3 % up and nowhere down. */
function leansOtherwise(
  statement: string,
  stated: readonly StatedFigure[],
  sentences: readonly PreparedSentence[],
): boolean {
  return stated.some((figure) => {
    const own = lean(statement, figure)
    if (own === 0) return false
    const theirs = sentences.flatMap(({ text, figures }) =>
      figures.filter((seen) => isSameFigure(figure, seen)).map((seen) => lean(text, seen)),
    )
    return theirs.some((one) => one === -own) && !theirs.some((one) => one === own)
  })
}

function lean(text: string, { text: spelled }: StatedFigure): number {
  const folded = text.normalize('NFKC')
  const digits = /^[$€¥£]?[\d.,]+\s?%?/u.exec(spelled)?.[0].trim() ?? spelled
  const at = folded.indexOf(digits)
  if (at < 0) return 0
  const behind = folded.slice(at + digits.length, at + digits.length + 24)
  return MORE.test(behind) ? 1 : LESS.test(behind) ? -1 : 0
}
