import type { Quantity, ReadText } from './quantities.ts'
import { contentWords, isJapanese } from './words.ts'

const SENTENCE_END = /[.!?](?=\s|$)|[。！？\n]/g

/** What separates two statements of one sentence that have a figure each, the strongest first. */
const BREAKS: readonly RegExp[] = [
  /[;；:：]/g,
  /\b(?:whereas|while|but|although|versus|vs|compared (?:with|to)|than|against)\b|に対し|一方/g,
  /,\s+and\b|(?<=[%\p{Script=Han}ぁ-ん])、/gu,
  /\band\b|,\s|、/g,
  /[()（）]/g,
]

interface Clause {
  readonly figures: readonly Quantity[]
  readonly from: number
  readonly to: number
  /** The first of its sentence: it takes no subject from the one before. */
  readonly opens: boolean
}

/** Where the sentence parts between two of its figures; null where one statement has both ("from 20 to 14 %"). */
function breakBetween(text: string, from: number, to: number): number | null {
  const between = text.slice(from, to)
  for (const pattern of BREAKS) {
    const [found] = between.matchAll(pattern)
    if (found !== undefined) return from + found.index
  }
  return null
}

function clausesOf(text: string, figures: readonly Quantity[]): readonly Clause[] {
  const ends = [...text.matchAll(SENTENCE_END)].map(({ index }) => index)
  const clauses: Clause[] = []
  for (const figure of figures) {
    const last = clauses.at(-1)
    const end = ends.find((at) => at > figure.at) ?? text.length
    const start = (ends.findLast((at) => at < figure.at) ?? -1) + 1
    const before = last?.figures.at(-1)
    if (last === undefined || before === undefined || before.at < start) {
      clauses.push({ figures: [figure], from: start, to: end, opens: true })
      continue
    }
    const cut = breakBetween(text, before.at + 1, figure.at)
    if (cut === null) clauses.splice(-1, 1, { ...last, figures: [...last.figures, figure], to: end })
    else clauses.splice(-1, 1, { ...last, to: cut }, { figures: [figure], from: cut, to: end, opens: false })
  }
  return clauses
}

/**
 * The words each of these figures is about. "14 % with the drug and 40 % with placebo" are two clauses, the second of
 * which has its subject from the first: what stands before the first figure.
 */
export function wordsAbout(
  { text }: ReadText,
  figures: readonly Quantity[],
): ReadonlyMap<Quantity, ReadonlySet<string>> {
  const words = new Map<Quantity, ReadonlySet<string>>()
  let subject = ''
  for (const clause of clausesOf(text, figures)) {
    const before = text.slice(clause.from, clause.figures[0]?.at)
    const inherits = !clause.opens && !hasOwnSubject(before)
    const own = text.slice(clause.from, clause.to)
    const about = contentWords(inherits ? `${subject} ${own}` : own)
    for (const figure of clause.figures) words.set(figure, about)
    if (!inherits) subject = subjectOf(before)
  }
  return words
}

function hasOwnSubject(before: string): boolean {
  return isJapanese(before) ? /[はが]/.test(before) : contentWords(before).size > 0
}

function subjectOf(before: string): string {
  return isJapanese(before) ? (before.match(/^.*?[はが]/)?.[0] ?? '') : before
}

/** How well a figure's words are those of the claimed one: what of the claim is there, and what is there besides. */
export function nearness(claimed: ReadonlySet<string>, seen: ReadonlySet<string>): number {
  let shared = 0
  for (const word of claimed) if (seen.has(word)) shared += 1
  return shared / Math.max(1, claimed.size) + shared / Math.max(1, seen.size) / 2
}
