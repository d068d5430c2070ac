import { contentWords, isJapanese } from '../rules/words.ts'
import { type Clause, clausesOf, crossedClauses, type MatchedClause } from './clauses.ts'
import { leaningOtherwise, refusedQuestion, sharesBeside, sharesNumber, sides } from './direction-words.ts'
import type { AlignmentLexicon, Opposition } from './lexicon.ts'
import { ENGLISH } from './lexicon-english.ts'
import { JAPANESE } from './lexicon-japanese.ts'
import { deniesAnything, type PlacedWord, placedWords } from './local-negation.ts'
import { negatedForm } from './negated-forms.ts'
import type { PreparedSentence, PreparedSource } from './prepared-source.ts'
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

export interface WordingInput {
  readonly statement: string
  /** The clauses of the statement with those of the source that speak of the same. */
  readonly matched: readonly MatchedClause[]
  /** A statement of one clause beside the nearest sentence, where that is about the same. */
  readonly whole: readonly MatchedClause[]
  /** What stands about the nearest sentences. */
  readonly around: readonly PreparedSentence[]
  readonly source: PreparedSource
  /** All sentences of it, the nearest first. */
  readonly ranked: readonly PreparedSentence[]
}

export function compareWording(input: WordingInput): WordingComparison {
  const { statement, matched: clauses, whole, around } = input
  const matched = [...clauses, ...whole]
  const lexicon = lexiconOf(statement)
  const said = listedWords(withoutMonth(statement))
  const about = listedWords(around.map(({ text }) => text).join('\n'))
  const added = (own: readonly string[]) =>
    about.has(own) ? null : (said.placed(own).find(({ denied }) => !denied)?.word ?? null)
  return {
    opposed:
      firstOf(matched, (pair) => opposition(lexicon, said, pair)) ??
      headedOtherwise(lexicon, input) ??
      leaningOtherwise(lexicon, statement, input.ranked) ??
      crossedClauses(statement, around),
    denied:
      firstOf(matched, (pair) => firstDenied(lexicon, statement, pair)) ??
      firstOf(clauses, (pair) => deniedAsWhole(lexicon, statement, pair)) ??
      refusedQuestion(statement, input.source, input.ranked),
    ...droppedHedges(lexicon, said, matched),
    certaintyAdded: added(lexicon.certain) ?? surerThan(lexicon, said, matched),
  }
}

/** Beyond doubt in the statement, and doubted where the source speaks of it. */
function surerThan(lexicon: AlignmentLexicon, said: ListedWords, matched: readonly MatchedClause[]): string | null {
  const sure = said.placed(lexicon.certain).find(({ denied }) => !denied)
  if (sure === undefined) return null
  const doubted = matched.some(({ seen }) =>
    seen.some(({ text }) => listedWords(withoutMonth(text)).has(lexicon.doubt) && !listedWords(text).has([sure.word])),
  )
  return doubted ? sure.word : null
}

function firstOf<T>(matched: readonly MatchedClause[], found: (pair: MatchedClause) => T | null): T | null {
  for (const pair of matched) {
    const one = found(pair)
    if (one !== null) return one
  }
  return null
}

/** "In May" is no doubt; what is done so that something can be is done. */
function withoutMonth(text: string): string {
  return text
    .replace(/(?<=\S )May\b/gu, '')
    .replace(
      /\bthan (?:was |were |had been |first |originally )?(?:hoped|expected|planned|thought|feared|believed)\b/giu,
      '',
    )
    .replace(/つもりだった/gu, '')
    .replace(/\b(?:proved|proves) (?!that\b|beyond\b)/giu, '')
    .replace(/\bso that\b[^.;]{0,80}?\b(?:could|can|may|might|would)\b/giu, '')
}

/** A Japanese text has Latin words as well. */
function lexiconOf(statement: string): AlignmentLexicon {
  return /[\u3040-\u30ff]/u.test(statement) ? JAPANESE : ENGLISH
}

/** The opposite word in the nearest clause, where none of the near ones agrees. */
function opposition(
  { oppositions }: AlignmentLexicon,
  whole: ListedWords,
  { said, seen }: MatchedClause,
): readonly [string, string] | null {
  // A statement that has both sides tells of both.
  const single = oppositions.filter((one) => {
    const { one: first, other } = sides(one, whole)
    return first === undefined || other === undefined
  })
  const mine = listedWords(said.text)
  const clashes = seen.map((clause) => {
    const found = clash(single, mine, listedWords(clause.text))
    // One word, denied once: "has no staff" and "without staff" are no opposites.
    const isDenial = found !== null && found[0] === found[1]
    const isSame = isDenial && deniesAnything(said.sentence) === deniesAnything(clause.sentence)
    return (isSame ? null : found) ?? formsOf(said, clause)
  })
  return clashes.every((one) => one !== null) ? (clashes[0] ?? null) : null
}

function clash(
  oppositions: readonly Opposition[],
  said: ListedWords,
  seen: ListedWords,
): readonly [string, string] | null {
  for (const opposition of oppositions) {
    const [mine, theirs] = [sides(opposition, said), sides(opposition, seen)]
    const found = [
      [mine.one, theirs.other, theirs.one, mine.other],
      [mine.other, theirs.one, theirs.other, mine.one],
    ].find(([own, against, agrees, both]) => own && against && agrees === undefined && both === undefined)
    if (found?.[0] !== undefined && found[1] !== undefined) return [found[0], found[1]]
  }
  return null
}

/** "encouraged" for "discouraged": the one word is the other with a prefix that denies it. */
function formsOf({ text }: Clause, { text: other, sentence }: Clause): readonly [string, string] | null {
  const [mine, theirs] = [placedWords(text), placedWords(other)]
  for (const { word, denied } of mine) {
    if (listedWords(sentence).has([word])) continue
    const against = theirs.find((seen) => seen.denied === denied && negatedForm(word, seen.word))
    if (against !== undefined) return [word, against.word]
  }
  return null
}

/** Words that a sentence shares with the statement at least, to be about the same. */
const LEAST_SHARED = 2
const LEAST_BIGRAMS = 3

/** The whole source has nothing of the one side, and what stands about the nearest sentences is of the other. */
function headedOtherwise(
  { oppositions }: AlignmentLexicon,
  { statement, around, source }: WordingInput,
): readonly [string, string] | null {
  const [said, own] = [listedWords(statement), contentWords(statement)]
  const least = isJapanese(statement) ? LEAST_BIGRAMS : LEAST_SHARED
  const alike = around.filter(({ words, text }) => {
    const shared = [...words].filter((word) => own.has(word)).length
    return shared >= least || (shared > 0 && sharesNumber(statement, text))
  })
  const headings = [...new Set(alike.map(({ passage }) => passage.heading ?? ''))]
  const near = listedWords([...headings, ...alike.map(({ text }) => text)].join('\n'))
  for (const opposition of oppositions) {
    if (opposition.inClause === true) continue
    const [mine, theirs, all] = [said, near, source.listed].map((words) => sides(opposition, words))
    if (mine === undefined || theirs === undefined || all === undefined) continue
    const isBeside = (own: string, against: string) =>
      alike.some(({ text }) => sharesBeside(statement, own, text, against)) ||
      headings.some((one) => one.includes(against))
    if (mine.one && !mine.other && theirs.other && !theirs.one && !all.one && isBeside(mine.one, theirs.other))
      return [mine.one, theirs.other]
    if (mine.other && !mine.one && theirs.one && !theirs.other && !all.other && isBeside(mine.other, theirs.one))
      return [mine.other, theirs.one]
  }
  return null
}

/** A word that the one clause denies and the other affirms, where no clause as near agrees. */
function firstDenied(lexicon: AlignmentLexicon, statement: string, { said, seen }: MatchedClause): string | null {
  const whole = byKey(placedWords(statement))
  const mixed = (key: string) => new Set((whole.get(key) ?? []).map(({ denied }) => denied)).size > 1
  const mine = new Map([...byKey(placedWords(said.text))].filter(([key]) => !mixed(key)))
  const listed = listedWords(said.text)
  const own = deniesAnything(said.text)
  const differing = seen.map((clause) =>
    agrees(lexicon.oppositions, listed, listedWords(clause.text)) || deniesAnything(clause.sentence) === own
      ? null
      : deniedBetween(mine, byKey(placedWords(clause.text))),
  )
  return differing.every((one) => one !== null) ? (differing[0] ?? null) : null
}

/** "Does not allow" and "forbids" are one side. */
function agrees(oppositions: readonly Opposition[], said: ListedWords, seen: ListedWords): boolean {
  return oppositions.some((opposition) => {
    const [mine, theirs] = [sides(opposition, said), sides(opposition, seen)]
    // The same word on both sides says nothing: it may be what the one of them denies.
    const isAgreed = (own: string | undefined, other: string | undefined) =>
      own !== undefined && other !== undefined && own !== other
    return isAgreed(mine.one, theirs.one) || isAgreed(mine.other, theirs.other)
  })
}

/** So much of a clause in another one makes the two say the same, or the one deny it. */
const SAME_CLAUSE = 0.65

/** Nearly all words of a clause stand in another one, and only one of the two denies anything. */
function deniedAsWhole(
  { oppositions }: AlignmentLexicon,
  statement: string,
  { said, seen, covered }: MatchedClause,
): string | null {
  if (covered < SAME_CLAUSE) return null
  const own = deniesAnything(said.text)
  // A statement that denies something in another of its clauses may deny this, too.
  if (!own && deniesAnything(statement)) return null
  const turned = seen.every((clause) => {
    const [denying, other] = own ? [said, clause] : [clause, said]
    if (agrees(oppositions, listedWords(said.text), listedWords(clause.text))) return false
    return deniesAnything(clause.text) !== own && deniesWordOf(denying.text, other.words)
  })
  return turned ? said.text : null
}

/** What is denied is something that the other clause has as well. */
function deniesWordOf(text: string, words: ReadonlySet<string>): boolean {
  return placedWords(text).some(({ word, denied }) => denied && [...contentWords(word)].some((key) => words.has(key)))
}

function deniedBetween(mine: Keyed, theirs: Keyed): string | null {
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

/** What stands behind figures is denied by nobody. */
const COUNTER = /^[年月日時分秒人台円回件号]$/u

type Keyed = ReadonlyMap<string, readonly PlacedWord[]>

function byKey(words: readonly PlacedWord[]): Keyed {
  const groups = new Map<string, PlacedWord[]>()
  for (const placed of words) {
    const keys = [...contentWords(placed.word)].filter((key) => !COUNTER.test(key))
    for (const key of keys) groups.set(key, [...(groups.get(key) ?? []), placed])
  }
  return groups
}

/** Of a clause with a doubt in it the statement has so much, or the doubt is about something else. */
const DOUBTED = 0.3

function droppedHedges(lexicon: AlignmentLexicon, said: ListedWords, matched: readonly MatchedClause[]) {
  // What will be is surer than what may be.
  const keepsDoubt = said.has([...lexicon.doubt, ...lexicon.ability, ...lexicon.plans.filter(isNoFuture)])
  // What somebody announced is told as announced.
  const keepsPlan = keepsDoubt || said.has(lexicon.plans) || (said.has(lexicon.reports) && !said.has(lexicon.certain))
  const dropped = (own: readonly string[]) =>
    firstOf(matched, ({ said: clause, seen }) => {
      const found = seen.map(({ sentence }) => hedgeOf(own, clause, sentence))
      return found.every((one) => one !== null) ? (found[0] ?? null) : null
    })
  return {
    doubtDropped: keepsDoubt ? null : dropped(lexicon.doubt),
    planDropped: keepsPlan ? null : dropped(lexicon.plans),
  }
}

const isNoFuture = (entry: string) => !/^(?:will|shall|is_to|are_to)$/u.test(entry)

function hedgeOf(list: readonly string[], said: Clause, sentence: string): string | null {
  for (const { text, words } of clausesOf(withoutMonth(sentence))) {
    const [found] = listedWords(text).found(list)
    if (found === undefined) continue
    const shared = [...words].filter((word) => said.words.has(word)).length
    if (words.size === 0 || shared >= DOUBTED * words.size) return found
  }
  return null
}
