import { type Figure, isDate } from './figures.ts'

/**
 * What two statements say with their figures.
 * - `same`: a specific figure in both, and nothing of its kind besides it ("655,000 visits", "655,000 entries")
 * - `part`: a specific figure in both, of which the one tells more ("fined 48,000", "fined 48,000 and 6,150 for costs")
 * - `common`: a figure or a day in both that too many statements have ("62 stalls", "on 14 May")
 * - `common part`: the same, and the one tells more ("six of the 62 stalls")
 * - `one-sided`: the one has a figure and the other has none
 */
export type FigureComparison = 'same' | 'part' | 'common' | 'common part' | 'none' | 'one-sided' | 'differ'

/** From so many figures of one kind on a sentence is a list of several statements. */
const A_LIST = 3

export function compareFigures(first: readonly Figure[], second: readonly Figure[]): FigureComparison {
  let tellsMore = false
  for (const kind of new Set(first.map((figure) => figure.kind))) {
    const own = first.filter((figure) => figure.kind === kind)
    const other = second.filter((figure) => figure.kind === kind)
    if (other.length === 0 || (among(own, other) && among(other, own))) continue
    const isList = Math.max(own.length, other.length) >= A_LIST
    if (isList || (!among(own, other) && !among(other, own))) return 'differ'
    tellsMore ||= !own.every(isDate)
  }
  const shared = first.filter((one) => second.some((other) => isSame(one, other)))
  if (shared.some(({ specific }) => specific)) return tellsMore ? 'part' : 'same'
  if (shared.some((figure) => !isDate(figure) || figure.low === figure.high))
    return hasOwn(first, second) || hasOwn(second, first) ? 'common part' : 'common'
  const [own, others] = [first, second].map((list) => !list.every(isDate))
  if (own && others) return 'differ'
  return own || others ? 'one-sided' : 'none'
}

function hasOwn(some: readonly Figure[], others: readonly Figure[]): boolean {
  return some.some((one) => !others.some((other) => isSame(one, other)))
}

function among(some: readonly Figure[], all: readonly Figure[]): boolean {
  return some.every((one) => all.some((other) => overlap(one, other)))
}

/** What is counted may have another name ("visits", "entries"), and a table leaves it to its header. */
function isSame(one: Figure, other: Figure): boolean {
  if (one.kind === other.kind) return overlap(one, other)
  return !isDate(one) && !isDate(other) && one.value === other.value
}

function overlap(one: Figure, other: Figure): boolean {
  const slack = Math.max(one.slack, other.slack)
  return one.low <= other.high + slack && other.low <= one.high + slack
}
