import { isDerived } from './derived-figures.ts'
import type { PreparedSentence, PreparedSource } from './prepared-source.ts'
import { isSameFigure, measuredAlike, type StatedFigure } from './stated-figures.ts'

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
    turned: around.some((sentence) => isTurned(stated, sentence)),
  }
}

const FRACTIONS = /\b(?:half|third|quarter|fifth|sixth|tenth)s?\b|半数|半分|半額/giu
const VERSION = /(?<![\d.])\d+(?:\.\d+)+(?![\d%]|\.\d)/gu

/** A number of a version, or a fraction in words, stands in the source as it stands in the statement. */
function isSpelledAlike({ text, value, measure, isFraction }: StatedFigure, statement: string, source: PreparedSource) {
  if (measure === null && [...source.folded.matchAll(VERSION)].some(([one]) => one === text.match(VERSION)?.[0]))
    return true
  if (!isFraction || value >= 100) return false
  return [...statement.matchAll(FRACTIONS)].some(([word]) => source.folded.includes(word.toLowerCase().replace(/s$/u, '')))
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
