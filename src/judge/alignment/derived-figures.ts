import { anyOf } from './any-of.ts'
import type { PreparedSentence } from './prepared-source.ts'
import { measuredAlike, type StatedFigure } from './stated-figures.ts'

/** The statement compares or adds up, so that a figure may be one that follows from two of the source. */
const DIFFERENCE = anyOf(
  'iu',
  /\b(?:fewer|more|less|lower|higher|gap|difference|apart|by|rose|fell|grew|dropped|increase|decrease)\b/iu,
  /\b(?:gain|loss|saving|extra|additional|longer|shorter|later|earlier|margin)\b/iu,
  /\b\p{L}{2,12}er than\b|\bcompared (?:with|to)\b|\bagainst\b|\bmajority\b|\b(?:remain|(?:over|under)stat)\w*/iu,
  /差|開き|増|減|多い|多か|少な|上回|下回|短|長|伸び/iu,
)
const SUM = /\b(?:together|total|combined|altogether|overall|sum|both|in all)\b|合計|合わせ|あわせ|計|総/iu
/** Sentences that a comparison reaches over. */
const BESIDE = 3
const SHARE = 0.03
const ROUGH_SHARE = 0.08
const TIMES = 0.07

/** A statement as far as figures follow from one another in it. */
export interface FiguredStatement {
  readonly text: string
  readonly figures: readonly StatedFigure[]
}

/** Whether the figure follows from two figures that stand beside each other: 5 fewer from 12 and 7. */
export function isDerived(
  figure: StatedFigure,
  statement: FiguredStatement,
  sentences: readonly PreparedSentence[],
): boolean {
  const told = wordsOf(statement)
  const isLarge = figure.measure !== null || figure.value >= LARGE
  if (isLarge && isFromStated(figure, told, sentences)) return true
  return sentences.some((sentence, at) => {
    if (sentence.figures.length === 0) return false
    const beside = sentences.slice(at + 1, at + 1 + BESIDE).flatMap(({ figures }) => figures)
    return pairsOf(sentence.figures, [...sentence.figures, ...beside]).some(([one, other]) =>
      follows(figure, told, one, other),
    )
  })
}

interface Told {
  readonly compares: boolean
  readonly adds: boolean
  readonly figures: readonly StatedFigure[]
  readonly values: ReadonlySet<number>
}

function wordsOf({ text, figures }: FiguredStatement): Told {
  const values = new Set(figures.map(({ value }) => value))
  return { compares: DIFFERENCE.test(text), adds: SUM.test(text), figures: figures.slice(0, MOST_STATED), values }
}

/** So many figures of a statement are taken for an end of a difference. */
const MOST_STATED = 12
const MOST_SEEN = 400
/** From here on two counts do not differ by chance as much as a third one. */
const LARGE = 1000

/** One of the two stands in the statement, too: "to 380, 30 more", wherever the source has the other. */
function isFromStated(figure: StatedFigure, told: Told, sentences: readonly PreparedSentence[]): boolean {
  const ends = told.figures.filter(({ value }) => value !== figure.value)
  if (ends.length === 0) return false
  const seen = sentences.flatMap(({ figures }) =>
    figures.filter(({ measure }) => measuredAlike(measure, figure.measure)),
  )
  return ends.some((one) =>
    seen.slice(0, MOST_SEEN).some((other) => follows(figure, told, { ...one, measure: other.measure }, other)),
  )
}

/** So far at most: "about 1" stands for no 1.4. */
const ROUNDED_SHARE = 0.13

/** What rounding to its last digit that is no zero may have taken away: "nearly 4" for 3.8, "some 420" for 417. */
function roundedOff(value: number): number {
  const decimals = String(value).split('.')[1]?.length ?? 0
  let unit = 10 ** -decimals
  while (value > 0 && decimals === 0 && value % (unit * 10) === 0) unit *= 10
  return Math.min(unit / 2, value * ROUNDED_SHARE)
}

function follows(figure: StatedFigure, told: Told, one: StatedFigure, other: StatedFigure): boolean {
  const { value, measure } = figure
  const [low, high] = [one.value, other.value].sort((a, b) => a - b) as [number, number]
  if (low <= 0) return false
  const slack = figure.rough === null ? 1e-9 : Math.max(value * SHARE, roundedOff(value))
  if (measuredAlike(one.measure, other.measure)) {
    // What lies between two shares is told in points.
    const own = measure === 'point' && one.measure === '%' && other.measure === '%' ? '%' : measure
    const alike = measuredAlike(own, one.measure) && measuredAlike(own, other.measure)
    // Both ends of the difference stand in the statement, or a word that compares.
    const compares = told.compares || (told.values.has(low) && told.values.has(high))
    if (alike && compares && Math.abs(high - low - value) <= slack) return true
    if (alike && told.adds && Math.abs(high + low - value) <= slack) return true
    if (figure.isMultiple) return Math.abs(high / low / value - 1) <= TIMES
    // What part one share is of another is told as a fraction, not in percent of percents.
    if (measure === '%' && one.measure === '%' && !figure.isFraction) return false
    if (measure === '%') return [low / high, 1 - low / high, high / low - 1].some((share) => isShare(figure, share))
  }
  return isPart(figure, one, other) || isPart(figure, other, one)
}

/** So far the part may lie from what a share in words makes of the whole: two thirds are no 66.7 %. */
const PART = 0.01

/** £1.8 million, where the source has £2.7 million and two thirds of it. */
function isPart({ value, measure, rough }: StatedFigure, whole: StatedFigure, share: StatedFigure): boolean {
  if (share.measure !== '%' || measure === '%' || measure !== whole.measure || share.value >= 100) return false
  const slack = rough === null ? PART : ROUGH_SHARE
  return [share.value, 100 - share.value].some(
    (percent) => Math.abs((whole.value * percent) / 100 / value - 1) <= slack,
  )
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
