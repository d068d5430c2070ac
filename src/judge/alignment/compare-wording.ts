import { contentWords } from '../rules/words.ts'
import type { AlignmentLexicon, Opposition } from './lexicon.ts'
import { ENGLISH } from './lexicon-english.ts'
import { JAPANESE } from './lexicon-japanese.ts'
import { type PlacedWord, placedWords } from './local-negation.ts'
import type { PreparedSentence } from './prepared-source.ts'
import { type ListedWords, listedWords } from './word-lists.ts'

export interface WordingComparison {
  /** A word of the statement, and the opposite one in its place in the source. */
  readonly opposed: readonly [string, string] | null
  /** A word that one of the two denies and the other does not. */
  readonly denied: string | null
  /** The source doubts what the statement asserts. */
  readonly doubtDropped: string | null
  /** The source speaks of what is to come, the statement of what is. */
  readonly planDropped: string | null
  /** The statement is surer than the source. */
  readonly certaintyAdded: string | null
}

export const SAME_WORDING: WordingComparison = {
  ...{ opposed: null, denied: null, doubtDropped: null, planDropped: null, certaintyAdded: null },
}

/** `best` is the sentence that comes nearest, `around` what stands about it. */
export function compareWording(
  statement: string,
  best: PreparedSentence | undefined,
  around: readonly PreparedSentence[],
): WordingComparison {
  if (best === undefined) return SAME_WORDING
  const said = listedWords(withoutMonth(statement))
  const lexicon = lexiconOf(statement)
  const seen = listedWords(around.map(({ text }) => text).join('\n'))
  const hedges = [...lexicon.doubt, ...lexicon.plans, ...lexicon.ability]
  const told = listedWords(withoutMonth(best.text))
  const dropped = (own: readonly string[]) => (said.has(hedges) ? null : (told.found(own)[0] ?? null))
  const added = (own: readonly string[]) => (seen.has(own) ? null : (said.found(own)[0] ?? null))
  return {
    opposed: firstOpposition(lexicon, said, best.listed),
    denied: firstDenied(statement, best),
    doubtDropped: dropped(lexicon.doubt),
    planDropped: dropped(lexicon.plans),
    certaintyAdded: added(lexicon.certain),
  }
}

/** "In May" is no doubt. */
function withoutMonth(text: string): string {
  return text.replace(/(?<=\S )May\b/gu, '')
}

/** A Japanese text has Latin words as well. */
function lexiconOf(statement: string): AlignmentLexicon {
  return /[\u3040-\u30ff]/u.test(statement) ? JAPANESE : ENGLISH
}

function firstOpposition(
  { oppositions }: AlignmentLexicon,
  said: ListedWords,
  seen: ListedWords,
): readonly [string, string] | null {
  for (const opposition of oppositions) {
    const [mine, theirs] = [sides(opposition, said), sides(opposition, seen)]
    const clash = [
      [mine.one, theirs.other, theirs.one, mine.other],
      [mine.other, theirs.one, theirs.other, mine.one],
    ].find(([own, against, agrees, both]) => own && against && agrees === undefined && both === undefined)
    if (clash?.[0] !== undefined && clash[1] !== undefined) return [clash[0], clash[1]]
  }
  return null
}

/** A side that is denied is the other side: "not larger" is no "larger". */
function sides({ one, other }: Opposition, words: ListedWords) {
  const [a, b] = [words.placed(one), words.placed(other)]
  const first = a.find(({ denied }) => !denied) ?? b.find(({ denied }) => denied)
  const second = b.find(({ denied }) => !denied) ?? a.find(({ denied }) => denied)
  return { one: first?.word, other: second?.word }
}

/** A word that the one text denies and the other affirms, where there is none that both deny. */
function firstDenied(statement: string, best: PreparedSentence): string | null {
  const [mine, theirs] = [byKey(placedWords(statement)), byKey(placedWords(best.text))]
  const isDenied = (words: readonly PlacedWord[] | undefined) => words?.some(({ denied }) => denied) === true
  if ([...mine].some(([key, words]) => isDenied(words) && isDenied(theirs.get(key)))) return null
  for (const [key, said] of mine) {
    const seen = theirs.get(key)
    if (seen === undefined) continue
    const [sure, other] = isDenied(said) ? [said, seen] : [seen, said]
    if (!isDenied(other) && sure.every(({ directly }) => directly)) return said[0]?.word ?? null
  }
  return null
}

function byKey(words: readonly PlacedWord[]): ReadonlyMap<string, readonly PlacedWord[]> {
  const groups = new Map<string, PlacedWord[]>()
  for (const placed of words) {
    const keys = contentWords(placed.word)
    for (const key of keys) groups.set(key, [...(groups.get(key) ?? []), placed])
  }
  return groups
}
