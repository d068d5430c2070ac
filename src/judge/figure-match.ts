import { compareQuantities } from './rules/compare-quantities.ts'
import { isDate, type Quantity, readFigures } from './rules/quantities.ts'

/** Which figures two texts have in common, whatever they are figures of. */
export interface FigureMatch {
  /**
   * How telling the most telling figure is that stands in both: its significant digits, at most three, and half of one
   * more where it has the same unit. 655,000 in both is no accident, 6 may be one.
   */
  readonly shared: number
  /** None is in both, and one of the passage is another of the same kind. */
  readonly other: boolean
  readonly dateFits: boolean
  readonly dateDiffers: boolean
}

const MOST_TELLING = 3
const SAME_UNIT = 0.5

function significantDigits(value: number): number {
  const [digits = ''] = Math.abs(value).toPrecision(12).split('e')
  const bare = [...digits.replace('.', '')]
  const first = bare.findIndex((digit) => digit !== '0')
  return first < 0 ? 0 : bare.findLastIndex((digit) => digit !== '0') - first + 1
}

function isSame(a: Quantity, b: Quantity): boolean {
  return Math.abs(a.value - b.value) < 1e-9 && a.bound === b.bound
}

export function matchFigures(claim: string, passage: string): FigureMatch {
  return matchRead(readFigures(claim).figures, readFigures(passage).figures)
}

export function matchRead(said: readonly Quantity[], seen: readonly Quantity[]): FigureMatch {
  const pairs = said.flatMap((a) => seen.map((b) => ({ a, b })))
  const figures = pairs.filter(({ a, b }) => !isDate(a) && !isDate(b))
  const dates = pairs.filter(({ a, b }) => isDate(a) && isDate(b))
  const shared = figures
    .filter(({ a, b }) => isSame(a, b))
    .map(({ a, b }) => significantDigits(a.value) + (a.kind === b.kind ? SAME_UNIT : 0))
  const says = (some: typeof pairs, outcome: string) => some.some(({ a, b }) => compareQuantities(a, b) === outcome)
  const dateFits = says(dates, 'fits')
  return {
    shared: Math.min(MOST_TELLING, Math.max(0, ...shared)),
    other: shared.length === 0 && says(figures, 'differs'),
    dateFits,
    dateDiffers: !dateFits && says(dates, 'differs'),
  }
}
