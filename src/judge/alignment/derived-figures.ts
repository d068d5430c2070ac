import { anyOf } from './any-of.ts'
import type { PreparedSentence } from './prepared-source.ts'
import { measuredAlike, type StatedFigure, statedFigures } from './stated-figures.ts'

/** The statement compares or adds up, so that a figure may be one that follows from two of the source. */
const DIFFERENCE = anyOf(
  'iu',
  /\b(?:fewer|more|less|lower|higher|gap|difference|apart|by|rose|fell|grew|dropped|increase|decrease)\b/iu,
  /\b(?:gain|loss|saving|extra|additional|longer|shorter|later|earlier|margin)\b/iu,
  /差|開き|増|減|多い|多か|少な|上回|下回|短|長|伸び/iu,
)
const SUM = /\b(?:together|total|combined|altogether|overall|sum|both|in all)\b|合計|合わせ|あわせ|計|総/iu
/** Sentences that a comparison reaches over. */
const BESIDE = 3
const SHARE = 0.03
const ROUGH_SHARE = 0.08
const TIMES = 0.07

/** Whether the figure follows from two figures that stand beside each other: 5 fewer from 12 and 7. */
export function isDerived(figure: StatedFigure, statement: string, sentences: readonly PreparedSentence[]): boolean {
  return sentences.some((sentence, at) => {
    if (sentence.figures.length === 0) return false
    const beside = sentences.slice(at + 1, at + 1 + BESIDE).flatMap(({ figures }) => figures)
    return pairsOf(sentence.figures, [...sentence.figures, ...beside]).some(([one, other]) =>
      follows(figure, statement, one, other),
    )
  })
}

function follows(figure: StatedFigure, statement: string, one: StatedFigure, other: StatedFigure): boolean {
  const { value, measure } = figure
  const [low, high] = [one.value, other.value].sort((a, b) => a - b) as [number, number]
  if (low <= 0) return false
  const slack = figure.rough === null ? 1e-9 : value * SHARE
  if (measuredAlike(one.measure, other.measure)) {
    const alike = measuredAlike(measure, one.measure) && measuredAlike(measure, other.measure)
    const compares = DIFFERENCE.test(statement) || (hasFigure(statement, low) && hasFigure(statement, high))
    if (alike && compares && Math.abs(high - low - value) <= slack) return true
    if (alike && SUM.test(statement) && Math.abs(high + low - value) <= slack) return true
    if (figure.isMultiple) return Math.abs(high / low / value - 1) <= TIMES
    if (measure === '%') return isShare(figure, low / high) || isShare(figure, high / low - 1)
  }
  return false
}

/** Both ends of the difference stand in the statement. */
function hasFigure(statement: string, value: number): boolean {
  return statedFigures(statement).some((one) => Math.abs(one.value - value) < 1e-9)
}

/** A fraction told in words is rough by itself. */
function isShare({ value, rough, isFraction }: StatedFigure, share: number): boolean {
  const slack = rough !== null || isFraction ? ROUGH_SHARE : SHARE / 3
  return Math.abs((share * 100) / value - 1) <= slack
}

function pairsOf(
  own: readonly StatedFigure[],
  all: readonly StatedFigure[],
): readonly (readonly [StatedFigure, StatedFigure])[] {
  return own.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other] as const))
}
