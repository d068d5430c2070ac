import type { Exchange } from './exchange.ts'
import { withDigits } from './number-words.ts'
import type { PreparedSentence } from './prepared-source.ts'
import { measuredAlike, type StatedFigure } from './stated-figures.ts'

/** Figures that are exchanged, and those that each is exchanged for. */
const MOST_FIGURES = 2
const MOST_OTHERS = 3
const DIGITS = /\d+(?:,\d{3})*(?:\.\d+)?/u

/**
 * The statement with a figure of the near sentences in the place of one that the source lacks: if the source bears this
 * out, the figure was altered; if not, it may follow from others.
 */
export function figureExchanges(
  statement: string,
  missing: readonly StatedFigure[],
  near: readonly PreparedSentence[],
): readonly Exchange[] {
  const plain = withDigits(statement)
  const seen = near.flatMap(({ figures }) => figures)
  return missing.slice(0, MOST_FIGURES).flatMap((figure) => {
    const own = DIGITS.exec(figure.text)?.[0]
    if (own === undefined || !plain.includes(own)) return []
    const alike = seen.filter(({ value, measure }) => value !== figure.value && measuredAlike(measure, figure.measure))
    const others = [...new Set(alike.flatMap(({ text }) => DIGITS.exec(text)?.[0] ?? []))]
    return others
      .filter((other) => !plain.includes(other))
      .slice(0, MOST_OTHERS)
      .map((other): Exchange => ({ kind: 'figure', text: plain.replace(own, () => other), own, other }))
  })
}
