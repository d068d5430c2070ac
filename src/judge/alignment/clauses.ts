import { contentWords, isJapanese } from '../rules/words.ts'
import type { PreparedSentence } from './prepared-source.ts'
import { statedFigures } from './stated-figures.ts'

/** A part of a sentence with one verb, as far as marks and conjunctions tell. */
export interface Clause {
  readonly text: string
  readonly words: ReadonlySet<string>
  /** The sentence it stands in; of a statement that is the statement. */
  readonly sentence: string
}

/** A clause of the statement, and those of the source that speak of the same. */
export interface MatchedClause {
  readonly said: Clause
  readonly seen: readonly Clause[]
  /** By weight, how much of the clause the nearest one has. */
  readonly covered: number
}

const BREAK = /[,;:()、。；：（）](?!\d)|\s(?:while|whereas|but|although|though|and|yet|which|so that)\s/giu
/** A part with fewer words of its own belongs to its neighbour: "in May, ...". */
const LEAST_WORDS = 2
const LEAST_BIGRAMS = 2

export function clausesOf(sentence: string): readonly Clause[] {
  const least = isJapanese(sentence) ? LEAST_BIGRAMS : LEAST_WORDS
  const parts: string[] = []
  let [from, open] = [0, '']
  for (const mark of [...sentence.matchAll(BREAK)]) {
    const piece = `${open}${sentence.slice(from, mark.index + mark[0].length)}`
    from = mark.index + mark[0].length
    if (contentWords(piece).size < least) open = piece
    else {
      parts.push(piece)
      open = ''
    }
  }
  const last = `${open}${sentence.slice(from)}`
  if (parts.length > 0 && contentWords(last).size < least) parts.push(`${parts.pop() ?? ''}${last}`)
  else parts.push(last)
  return parts.map((text) => ({ text: text.trim(), words: contentWords(text), sentence }))
}

const QUESTION = /[?？]$|(?:です|ます|でしょう|ました)か。?$/u

/** What asks states nothing, and denies nothing. */
export function isQuestion(sentence: string): boolean {
  return QUESTION.test(sentence.trim())
}

/** Of the words of either the share that both have, for the two to speak of the same. */
const SAME_MATTER_OWN = 0.5
const SAME_MATTER_THEIRS = 0.6
const HEAVIEST = 2
/** Clauses of one sentence that are compared, and near ones of one clause: an enumeration may have no end. */
const MOST_COMPARED = 24
const MOST_NEAR = 6
/** As near as this to the nearest one is near, too. */
const AS_NEAR = 0.85

/** For each clause of the statement the nearest clauses of the sentences, where any speaks of the same. */
export function matchClauses(
  statement: string,
  sentences: readonly PreparedSentence[],
  weight: (word: string) => number,
): readonly MatchedClause[] {
  const stating = sentences.filter(({ isRow, text }) => !isRow && !isQuestion(text))
  const theirs = stating.flatMap(({ text }) => clausesOf(text).slice(0, MOST_COMPARED))
  const mine = clausesOf(statement).slice(0, MOST_COMPARED)
  return mine.flatMap((said) => {
    const rated = theirs
      .map((seen) => ({ seen, ...nearness(said, seen, weight) }))
      .filter(({ isSame }) => isSame)
      .sort((a, b) => b.value - a.value)
    const most = rated[0]?.value ?? 0
    const near = rated.filter(({ value }) => value >= AS_NEAR * most)
    const seen = near.slice(0, MOST_NEAR).map((one) => one.seen)
    return seen.length === 0 ? [] : [{ said, seen, covered: rated[0]?.covered ?? 0 }]
  })
}

function nearness(said: Clause, seen: Clause, weight: (word: string) => number) {
  // A rare name may be the very thing that differs: it weighs no more than another word.
  const sum = (words: Iterable<string>) => [...words].reduce((all, word) => all + Math.min(HEAVIEST, weight(word)), 0)
  const both = [...said.words].filter((word) => seen.words.has(word))
  const [shared, own, theirs] = [sum(both), sum(said.words), sum(seen.words)]
  const enough = both.length >= (isJapanese(said.text) ? LEAST_BIGRAMS : LEAST_WORDS)
  const isSame = enough && (shared >= SAME_MATTER_OWN * own || shared >= SAME_MATTER_THEIRS * theirs)
  return {
    isSame,
    covered: own === 0 ? 0 : shared / own,
    value: own + theirs === 0 ? 0 : (2 * shared) / (own + theirs),
  }
}

/** A statement of one clause beside a whole sentence: what splits the sentence may part what belongs together. */
export function wholeSentence(statement: string, best: PreparedSentence | undefined): readonly MatchedClause[] {
  const [said, ...more] = clausesOf(statement)
  if (said === undefined || more.length > 0 || best === undefined || best.isRow || isQuestion(best.text)) return []
  return [{ said, covered: 0, seen: [{ text: best.text, words: best.words, sentence: best.text }] }]
}

/**
 * Two clauses each take a part of two clauses of one sentence: "owls are rare and crows common" for "owls are
 * common; crows are rare".
 */
export function crossedClauses(
  statement: string,
  sentences: readonly PreparedSentence[],
): readonly [string, string] | null {
  const mine = clausesOf(statement).slice(0, MOST_CLAUSES).map(withFigures)
  for (const { text, isRow } of sentences) {
    const theirs = isRow || mine.length < 2 ? [] : clausesOf(text).slice(0, MOST_CLAUSES).map(withFigures)
    for (const [at, a] of mine.entries())
      for (const b of mine.slice(at + 1))
        for (const [place, x] of theirs.entries())
          for (const y of theirs.slice(place + 1)) if (isCrossed(a, b, x, y)) return [statement, text]
  }
  return null
}

type Marks = ReadonlySet<string>

function withFigures({ text, words }: Clause): Marks {
  return new Set([...words, ...statedFigures(text).map(({ value }) => `#${value}`)])
}

/** Every two are laid beside every two: an enumeration without end is not. */
const MOST_CLAUSES = 8
/** So much of each of the two clauses is in the sentence, or they say something else. */
const CROSSED = 0.75

function isCrossed(a: Marks, b: Marks, x: Marks, y: Marks): boolean {
  const only = (own: Marks, one: Marks, other: Marks, beside: Marks) =>
    [...own].filter((mark) => one.has(mark) && !other.has(mark) && !beside.has(mark)).length
  const parts = [only(a, x, y, b), only(a, y, x, b), only(b, x, y, a), only(b, y, x, a)]
  const known = (own: Marks) => [...own].filter((mark) => x.has(mark) || y.has(mark)).length / Math.max(1, own.size)
  return parts.every((count) => count > 0) && known(a) >= CROSSED && known(b) >= CROSSED
}
