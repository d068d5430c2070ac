import type { PreparedSentence } from './prepared-source.ts'
import type { StatedFigure } from './stated-figures.ts'

/** So far a result may lie from the figure: as it is told, or rounded. */
const EXACT = 0.006
const ROUNDED = 0.04
/** Figures of a passage that are combined. */
const MOST = 14

/**
 * Whether arithmetic leads from two figures of one passage to the figure, whatever the statement calls it: a sum, a
 * difference, a share, a product; or from the first to what several others leave of it. It may be chance, so that it
 * weakens an alarm and never ends one; where many results lie about the figure, meeting it says nothing.
 */
export function isDerivable(
  figure: StatedFigure,
  stated: readonly StatedFigure[],
  passages: readonly (readonly PreparedSentence[])[],
): boolean {
  const slack = figure.rough === null && !figure.isFraction ? EXACT : ROUNDED
  const within = (share: number) => (result: number) => result > 0 && Math.abs(result / figure.value - 1) <= share
  return passages.some((sentences) => {
    const seen = sentences.flatMap(({ figures }) => figures)
    const values = [...new Set([...seen, ...stated.filter((one) => one !== figure)].map(({ value }) => value))]
    const some = values.filter((value) => value > 0).slice(0, MOST)
    const results = some.flatMap((a, at) => some.slice(at + 1).flatMap((b) => resultsOf(a, b)))
    const about = new Set(results.filter(within(ABOUT)).map((result) => Number(result.toPrecision(DIGITS))))
    // What could stand there as well: whole numbers, or steps of what counts as the same.
    const step = Math.max(Number.isInteger(figure.value) ? 1 : 0, 2 * slack * figure.value)
    const chance = (about.size * step) / (2 * ABOUT * figure.value)
    return chance <= BY_CHANCE && (results.some(within(slack)) || isRest(some, within(slack)))
  })
}

const ABOUT = 0.25
const DIGITS = 4
const BY_CHANCE = 0.3

function resultsOf(a: number, b: number): readonly number[] {
  const [low, high] = a < b ? [a, b] : [b, a]
  const shares = [(low / high) * 100, 100 - (low / high) * 100, (high / low - 1) * 100]
  const parts = low <= 100 ? [(high * low) / 100, (high * (100 - low)) / 100] : []
  return [high - low, high + low, high / low, ...shares, ...parts]
}

/** What is left of the largest when two others are taken away. */
function isRest(values: readonly number[], meets: (result: number) => boolean): boolean {
  const most = Math.max(0, ...values)
  return values.some((a, at) => values.slice(at + 1).some((b) => a !== most && b !== most && meets(most - a - b)))
}
