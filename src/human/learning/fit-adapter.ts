import { type AdapterWeights, adapted, readOdds } from '../../domain/adapter.ts'
import { minimise, type Slope } from './minimise.ts'

/** A reading, what was measured beside it, and what it ought to have been. */
export interface Example {
  /** Probabilities of the answers as they were read; the last answer is the reference. */
  readonly read: readonly number[]
  readonly features: readonly number[]
  /** What the model knew of it before it answered; all examples of a fit have it, or none. */
  readonly hidden?: ArrayLike<number>
  /** The right answer. */
  readonly answer: number
  readonly weight: number
  /** A base example of the replay: not its answer is learned, but that its reading stays as it is. */
  readonly keep?: true
}

const NEAR_ZERO = 1e-9
/** Digits of a weight that are kept: more say nothing. */
const DIGITS = 6

/**
 * The line that, added to the log-odds, makes the examples likeliest, with a ridge towards no change at all. The same
 * examples in the same order give the same weights.
 */
export function fitAdapter(examples: readonly Example[], ridge: number): AdapterWeights {
  const answers = (examples[0]?.read.length ?? 1) - 1
  const table = tableOf(examples)
  const fitted = minimise(lossOf(examples, table, { answers, ridge }), table.width * answers)
  return inOwnUnits(fitted, table, answers)
}

/** The features of all examples, row by row, brought to one scale; the last column is 1. */
interface Table {
  readonly rows: Float64Array
  readonly width: number
  readonly center: Float64Array
  readonly scale: Float64Array
}

/**
 * Each signal by its root mean square: zero stays zero, so that what was not measured changes nothing. The hidden layer
 * around its mean and as one block, which moves as much as all signals together.
 */
function tableOf(examples: readonly Example[]): Table {
  const narrow = examples[0]?.features.length ?? 0
  const wide = examples[0]?.hidden?.length ?? 0
  const width = narrow + wide + 1
  const center = new Float64Array(width)
  const scale = new Float64Array(width).fill(1)
  const total = examples.reduce((sum, { weight }) => sum + weight, 0) || 1
  const mean = (of: (example: Example) => number) =>
    examples.reduce((sum, example) => sum + example.weight * of(example), 0) / total
  for (let i = 0; i < narrow; i += 1) scale[i] = 1 / (Math.sqrt(mean(({ features }) => (features[i] ?? 0) ** 2)) || 1)
  let spread = 0
  for (let i = 0; i < wide; i += 1) {
    const middle = mean(({ hidden }) => hidden?.[i] ?? 0)
    center[narrow + i] = middle
    spread += mean(({ hidden }) => ((hidden?.[i] ?? 0) - middle) ** 2)
  }
  scale.fill(Math.sqrt(narrow / (spread || 1)), narrow, narrow + wide)
  const rows = new Float64Array(examples.length * width)
  for (const [n, { features, hidden = [] }] of examples.entries()) {
    const from = n * width
    for (let i = 0; i < narrow; i += 1) rows[from + i] = (features[i] ?? 0) * at(scale, i)
    for (let i = narrow; i < narrow + wide; i += 1)
      rows[from + i] = ((hidden[i - narrow] ?? 0) - at(center, i)) * at(scale, i)
    rows[from + width - 1] = 1
  }
  return { rows, width, center, scale }
}

/** How unlikely the right answers are by these weights (answer by answer, feature by feature), with the ridge. */
function lossOf(
  examples: readonly Example[],
  { rows, width }: Table,
  { answers, ridge }: { readonly answers: number; readonly ridge: number },
): Slope {
  const all = answers + 1
  const read = Float64Array.from(examples.flatMap((example) => readOdds(example.read)))
  const wanted = Float64Array.from(
    examples.flatMap(({ read: kept, answer, keep }) => kept.map((p, k) => (keep === true ? p : Number(k === answer)))),
  )
  const lines = examples.map((_, n) => rows.subarray(n * width, (n + 1) * width))
  const said = new Float64Array(all)
  return (weights, slope) => {
    let loss = 0
    for (let i = 0; i < weights.length; i += 1) {
      slope[i] = ridge * at(weights, i)
      loss += (ridge / 2) * at(weights, i) ** 2
    }
    for (const [n, { weight }] of examples.entries()) {
      const row = lines[n] as Float64Array
      for (let k = 0; k < all; k += 1)
        said[k] = at(read, n * all + k) + (k < answers ? line(weights, k * width, row) : 0)
      toShares(said)
      for (let k = 0; k < all; k += 1) {
        const right = at(wanted, n * all + k)
        loss -= weight * right * Math.log(Math.max(NEAR_ZERO, at(said, k)))
        if (k < answers) addRow(slope, k * width, row, weight * (at(said, k) - right))
      }
    }
    return loss
  }
}

function line(weights: Float64Array, from: number, row: Float64Array): number {
  let sum = 0
  for (let i = 0; i < row.length; i += 1) sum += (weights[from + i] as number) * (row[i] as number)
  return sum
}

function addRow(slope: Float64Array, from: number, row: Float64Array, times: number): void {
  for (let i = 0; i < row.length; i += 1) slope[from + i] = (slope[from + i] as number) + times * (row[i] as number)
}

/** Log-odds become probabilities, in place. */
function toShares(odds: Float64Array): void {
  let [top, total] = [Number.NEGATIVE_INFINITY, 0]
  for (const value of odds) top = Math.max(top, value)
  for (let k = 0; k < odds.length; k += 1) {
    odds[k] = Math.exp(at(odds, k) - top)
    total += at(odds, k)
  }
  for (let k = 0; k < odds.length; k += 1) odds[k] = at(odds, k) / total
}

/** The weights as they are applied to features that nobody has scaled. */
function inOwnUnits(fitted: Float64Array, { width, center, scale }: Table, answers: number): AdapterWeights {
  const last = width - 1
  const own = (k: number, i: number) => at(fitted, k * width + i) * at(scale, i)
  const columns = Array.from({ length: answers }, (_, k) => {
    let bias = at(fitted, k * width + last)
    for (let i = 0; i < last; i += 1) bias -= own(k, i) * at(center, i)
    return Array.from({ length: width }, (_value, i) => Number((i === last ? bias : own(k, i)).toPrecision(DIGITS)))
  })
  return Array.from({ length: width }, (_, i) => columns.map((column) => column[i] ?? 0))
}

function at(list: Float64Array, place: number): number {
  return list[place] ?? 0
}

/** Macro-F1 of the likeliest answers. */
export function macroF1(weights: AdapterWeights | null, examples: readonly Example[]): number {
  const said = examples.map(({ read, features, hidden }) => {
    const odds = weights === null ? read : adapted(weights, read, features, hidden)
    return odds.indexOf(Math.max(...odds))
  })
  const meant = examples.map(({ answer }) => answer)
  return macroF1Of(said, meant, examples[0]?.read.length ?? 0)
}

/** An answer that is neither meant nor said counts as right. */
export function macroF1Of(said: readonly number[], meant: readonly number[], answers: number): number {
  const scores = Array.from({ length: answers }, (_, k) => {
    const hits = meant.filter((answer, place) => answer === k && said[place] === k).length
    const named = [...said, ...meant].filter((answer) => answer === k).length
    return named === 0 ? 1 : (2 * hits) / named
  })
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, answers)
}
