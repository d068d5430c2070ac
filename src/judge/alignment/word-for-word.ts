import { contentWords, isJapanese } from '../rules/words.ts'
import { isQuestion } from './clauses.ts'
import { exchangesSides } from './compared-sides.ts'
import { type LaidWords, layWords, type PlacedToken, type Run, runsBetween } from './differing-runs.ts'
import { denialsIn } from './local-negation.ts'
import { areOpposite, isOneSide, oppositeIn } from './opposite-words.ts'
import type { PreparedSentence } from './prepared-source.ts'

/** What the statement has, and the sentence in its place; either may be nothing where one of the two denies it. */
export interface TurnedWord {
  readonly how: 'opposite' | 'denied' | 'exchanged'
  readonly said: string
  readonly seen: string
}

/** A statement laid word for word beside the sentence that it was taken from. */
export interface WordForWord {
  /** By weight, how much of the shorter one the other has in the same order. */
  readonly kept: number
  /** What of each lies within the words that both have: a lead-in and a clause left out are no part of it. */
  readonly said: string
  readonly seen: PreparedSentence
  readonly seenText: string
  /** What stands in the one where the other has its opposite, or denies it. */
  readonly turned: TurnedWord | null
}

/** Sentences that a statement is laid beside, the nearest first. */
const NEAREST = 6
/** With less in common a statement was not taken from the sentence. */
const TAKEN = 0.5
const LEAST_SHARED = 3
/** A sentence that has nearly as much of the statement and agrees with it bears it out. */
const AS_MUCH = 0.85
/** Longer runs put another clause in place of one, and turn no word. */
const LONGEST_RUN = 6
/** Common words so far from each other belong together. */
const BESIDE = 2
/** A longer clause that only one of the two has may deny something of its own. */
const LONGEST_ADDED = 3

type Weight = (word: string) => number

export function wordForWord(
  statement: string,
  ranked: readonly PreparedSentence[],
  weight: Weight,
): WordForWord | null {
  const text = statement.normalize('NFKC')
  const stating = ranked.filter((one) => !one.isRow && !isQuestion(one.text))
  const near = stating.slice(0, NEAREST)
  const taken = near
    .flatMap((seen) => [
      ...laidBeside(text, seen, seen.text, weight),
      ...followers(seen, stating).flatMap((next) => laidBeside(text, seen, `${seen.text} ${next.text}`, weight)),
    ])
    .sort((a, b) => b.covered - a.covered)
  const [best] = taken
  if (best === undefined) return null
  const agreeing = taken.find(({ covered, turned }) => turned === null && covered >= AS_MUCH * best.covered)
  return agreeing ?? best
}

/** A statement may hold what two sentences say. */
function followers(seen: PreparedSentence, stating: readonly PreparedSentence[]): readonly PreparedSentence[] {
  return stating.filter(({ at, passage }) => passage === seen.passage && at === seen.at + 1)
}

interface Laid extends WordForWord {
  /** By weight, how much of the statement the sentence has in the same order. */
  readonly covered: number
}

function laidBeside(statement: string, seen: PreparedSentence, sentence: string, weight: Weight): readonly Laid[] {
  const other = sentence.normalize('NFKC')
  const laid = layWords(statement, other, keyOf)
  if (laid === null) return []
  const weightOf = ({ word }: PlacedToken) => weightOfWord(word, weight)
  const sum = (run: Run) => run.reduce((all, token) => all + weightOf(token), 0)
  const common = laid.shared.flatMap(([i]) => laid.mine.slice(i, i + 1))
  const [shared, own, theirs] = [sum(common), sum(laid.mine), sum(laid.theirs)]
  const least = Math.min(own, theirs)
  const kept = least === 0 ? 0 : shared / least
  const isTelling = ([i]: readonly [number, number]) => laid.mine.slice(i, i + 1).some((token) => weightOf(token) > 0)
  if (kept < TAKEN || laid.shared.filter(isTelling).length < LEAST_SHARED) return []
  const ends = endsOf(laid.shared, isTelling)
  const [said, seenText] = [core(statement, laid.mine, ends, 0), core(other, laid.theirs, ends, 1)]
  const turned = turnedBetween(statement, other, laid)
  return [{ kept, covered: own === 0 ? 0 : shared / own, said, seen, seenText, turned }]
}

const keyOf = (word: string) => [...contentWords(word)].join(' ') || word.toLowerCase()

/** What is written in kana alone binds words. */
function weightOfWord(word: string, weight: Weight): number {
  return Math.max(0, ...[...contentWords(word)].map((key) => Math.min(HEAVIEST, weight(key))))
}

/** A rare name may be the very thing that differs: it weighs no more than another word. */
const HEAVIEST = 2

type Place = readonly [number, number]

/** The first and the last place that both have, with the words beside them that both have as well. */
function endsOf(shared: readonly Place[], isTelling: (place: Place) => boolean): readonly [Place, Place] {
  let [first, last] = [shared.findIndex(isTelling), shared.findLastIndex(isTelling)]
  const isBeside = (one: Place | undefined, other: Place | undefined) =>
    one !== undefined && other !== undefined && other[0] - one[0] <= BESIDE && other[1] - one[1] <= BESIDE
  while (isBeside(shared[first - 1], shared[first])) first -= 1
  while (isBeside(shared[last], shared[last + 1])) last += 1
  return [shared[first] ?? [0, 0], shared[last] ?? [0, 0]]
}

const MARK = /[,;:()、。；：（）]|[.!?](?=\s|$)/u

/**
 * With a few words before the first common one, and to the end of the clause of the last: a Japanese verb stands there.
 * What stands further off leads in or adds.
 */
function core(text: string, own: Run, [from, to]: readonly [Place, Place], side: 0 | 1): string {
  const first = own[from[side]]
  const last = own[to[side]]
  if (first === undefined || last === undefined) return text
  const near = own[Math.max(0, from[side] - LONGEST_ADDED)] ?? first
  const before = text.slice(near.at, first.at)
  const begins = from[side] <= LONGEST_ADDED || MARK.test(before)
  const start = begins ? near.at + afterMark(before) : first.at
  const behind = last.at + last.word.length
  const mark = MARK.exec(text.slice(behind))
  return text.slice(start, mark === null ? text.length : behind + mark.index).trim()
}

/** How much of a text stands before what follows its last mark. */
function afterMark(text: string): number {
  const parts = text.split(MARK)
  return parts.length < 2 ? 0 : text.length - (parts.at(-1) ?? '').length
}

type Pair = readonly [string, string]

/** Where an odd number of words was turned or denied the two say opposite things. */
function turnedBetween(statement: string, sentence: string, laid: LaidWords): TurnedWord | null {
  const denials = [denialsIn(statement), denialsIn(sentence)] as const
  const runs = runsBetween(laid)
  const found = runs.flatMap(([mine, theirs], at): TurnedWord[] => {
    const isEdge = at === 0 || at === runs.length - 1
    const own = isEdge ? nearEdge(mine, at === 0) : mine
    const other = isEdge ? nearEdge(theirs, at === 0) : theirs
    const longest = Math.max(own.length, other.length)
    if (longest > LONGEST_RUN) return []
    const [said, seen] = [written(statement, own), written(sentence, other)]
    const isFilled = own.length > 0 && other.length > 0
    const opposite = isFilled ? oppositeBetween([own, said], [other, seen], laid) : null
    // A clause that only one of the two has may deny something of its own.
    const isAdded = !isEdge && !isJapanese(statement) && !isParted(statement, own) && !isParted(sentence, other)
    const isShort = longest <= LONGEST_ADDED || opposite !== null
    const isDenied = isShort && (isFilled || isAdded) && (within(denials[0], own) + within(denials[1], other)) % 2 === 1
    const flips = Number(opposite !== null) + Number(isDenied && !isOneSide(said, seen))
    if (flips !== 1) return []
    return opposite === null
      ? [{ how: 'denied', said, seen }]
      : [{ how: 'opposite', said: opposite[0], seen: opposite[1] }]
  })
  if (exchangesSides(statement, sentence)) found.push({ how: 'exchanged', said: statement, seen: sentence })
  return found.length % 2 === 1 ? (found[0] ?? null) : null
}

/** An opposite word in the place of another; in Japanese, where words have no gaps between them, a piece. */
function oppositeBetween([own, said]: Written, [other, seen]: Written, { mine, theirs }: LaidWords): Pair | null {
  if (isJapanese(said) || isJapanese(seen)) return areOpposite(said, seen) ? [said, seen] : null
  const only = (run: Run, without: Run) =>
    run.map(({ word }) => word).filter((word) => !hasWord(without, word) && denialsIn(word).length === 0)
  return oppositeIn(only(own, theirs), only(other, mine))
}

type Written = readonly [run: Run, text: string]

const hasWord = (run: Run, word: string) => run.some((token) => keyOf(token.word) === keyOf(word))

function nearEdge(run: Run, isStart: boolean): Run {
  return isStart ? run.slice(-LONGEST_ADDED) : run.slice(0, LONGEST_ADDED)
}

function written(text: string, run: Run): string {
  const [first, last] = [run[0], run.at(-1)]
  return first === undefined || last === undefined ? '' : text.slice(first.at, last.at + last.word.length)
}

function within(places: readonly number[], run: Run): number {
  return places.filter((place) => run.some(({ at, word }) => at <= place && place < at + word.length)).length
}

const PAUSE = /[,;:()、]/u

/** A pause stands beside a run of words. */
function isParted(text: string, run: Run): boolean {
  const [first, last] = [run[0], run.at(-1)]
  if (first === undefined || last === undefined) return false
  return PAUSE.test(text.slice(Math.max(0, first.at - 2), last.at + last.word.length + 1))
}
