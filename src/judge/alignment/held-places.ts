import type { Opposition } from './lexicon.ts'
import { ENGLISH } from './lexicon-english.ts'
import { JAPANESE } from './lexicon-japanese.ts'
import { ENGLISH_OPPOSITES } from './opposites-english.ts'
import { JAPANESE_OPPOSITES } from './opposites-japanese.ts'
import { agreement, contextOf, type PlaceContext, type PlacedThing, sentenceContext } from './place-context.ts'
import { fold, type PreparedSentence, type PreparedSource } from './prepared-source.ts'
import { isSameFigure, isSmallCount, type StatedFigure } from './stated-figures.ts'
import { type StatedName, statedNames } from './stated-names.ts'
import type { WordCounts } from './word-counts.ts'
import { listedWords } from './word-lists.ts'

/**
 * A thing of the statement, and another of its kind that the source has among the words that stand about it in the
 * statement; what the source says of the thing itself is less like the statement by `margin` (0..1).
 */
export interface HeldPlace {
  readonly own: string
  readonly other: string
  readonly margin: number
  /** How well the place of the other one fits. */
  readonly fits: number
}

export interface HeldPlaces {
  readonly name: HeldPlace | null
  /** The same where one of the two is a name of the page, its site or its authors. */
  readonly pageName: HeldPlace | null
  readonly figure: HeldPlace | null
  /** The same of small counts, which a source leaves to be counted. */
  readonly count: HeldPlace | null
  readonly year: HeldPlace | null
  /** A word of direction, where the source has its opposite. */
  readonly turn: HeldPlace | null
  /** Japanese words of one ending: 盲導犬 for 介助犬, 40代 for 20代. */
  readonly term: HeldPlace | null
}

export const NO_PLACES: HeldPlaces = {
  name: null,
  pageName: null,
  figure: null,
  count: null,
  year: null,
  turn: null,
  term: null,
}

/** Sentences near the statement, and others that hold its thing, in which places are compared. */
const MOST_SENTENCES = 16
const MOST_HOLDERS = 12
/** Things of a statement and of a sentence: an enumeration may have no end. */
const MOST_OWN = 10
const MOST_SEEN = 24

interface Kind<T> {
  readonly ofStatement: readonly PlacedThing<T>[]
  readonly ofSentence: (sentence: PreparedSentence) => readonly PlacedThing<T>[]
  readonly isSame: (own: T, seen: T) => boolean
  readonly isAlike: (own: T, seen: T) => boolean
  /** Not to be missed where the source does not have it at all. */
  readonly isLoose?: (own: T) => boolean
}

export interface HeldPlacesInput {
  readonly statement: string
  readonly figures: readonly StatedFigure[]
  readonly source: PreparedSource
  /** Nearness in meaning of each sentence to the statement. */
  readonly similarities: readonly number[]
  readonly sameLanguage: boolean
  /** Nearest first. */
  readonly ranked: readonly PreparedSentence[]
  readonly weight: (word: string) => number
  readonly counts: WordCounts
}

export function heldPlaces(input: HeldPlacesInput): HeldPlaces {
  const { statement, figures, source, counts } = input
  const placed = (text: string, some: readonly StatedFigure[]) =>
    some.map((value): PlacedThing<StatedFigure> => ({ value, text: value.text, at: figurePlace(text, value) }))
  const named = (text: string) =>
    statedNames(text, counts.isName).map(
      (value): PlacedThing<StatedName> => ({ value, text: value.text, at: Math.max(0, text.indexOf(value.text)) }),
    )
  const frame = fold(source.frame)
  const run = frame.replace(/[\s-]/gu, '')
  // Whom the page is by or about it need not name beside what it says.
  const isOfPage = ({ text }: StatedName) =>
    frame.includes(fold(text)) || run.includes(fold(text).replace(/[\s-]/gu, ''))
  const all = placed(statement, figures)
  const numbers = (isMeant: (figure: StatedFigure) => boolean) =>
    heldPlace<StatedFigure>(input, {
      ofStatement: all.filter(({ value }) => isMeant(value)),
      ofSentence: (sentence) => placed(sentence.text, sentence.figures),
      isSame: isSameFigure,
      isAlike: (own, seen) =>
        own.measure === seen.measure &&
        isOfSize(own.value, seen.value) &&
        !all.some(({ value }) => isSameFigure(value, seen)),
    })
  const oppositions = [...ENGLISH.oppositions, ...JAPANESE.oppositions, ...PAIRED].filter(
    ({ inClause }) => inClause !== true,
  )
  const oppositionsSaid = oppositions.filter((one) => sidesIn(statement, [one]).length > 0)
  const said = named(statement.replace(SET_ASIDE, ' '))
  const namesIn = new Map<PreparedSentence, readonly PlacedThing<StatedName>[]>()
  const namesOf = (sentence: PreparedSentence) => {
    const made = namesIn.get(sentence) ?? named(sentence.text)
    namesIn.set(sentence, made)
    return made
  }
  const names = (isAlike: (own: StatedName, seen: StatedName) => boolean) =>
    heldPlace<StatedName>(input, {
      ...{ ofStatement: said, ofSentence: namesOf, isSame: isSameName },
      isAlike: (own, seen) => scriptOf(own.text) === scriptOf(seen.text) && isAlike(own, seen),
      // ページ and サイト are written like names.
      isLoose: ({ text }) =>
        /[\p{Script=Katakana}ー]$/u.test(text) && (scriptOf(text) === 'kana' || counts.count(text) === 0),
    })
  return {
    name: names((own, seen) => !isOfPage(own) && !isOfPage(seen)),
    pageName: names((own, seen) => isOfPage(own) || isOfPage(seen)),
    figure: numbers((figure) => !isSmallCount(figure)),
    count: numbers(isSmallCount),
    year: heldPlace<number>(input, {
      ofStatement: yearsIn(statement),
      ofSentence: ({ text }) => yearsIn(text),
      isSame: (own, seen) => own === seen,
      isAlike: () => true,
      // A page tells of its own year without naming it.
      isLoose: (own) => own === source.year,
    }),
    turn: heldPlace<Side>(input, {
      ofStatement: sidesIn(statement, oppositions),
      ofSentence: ({ text }) => sidesIn(text, oppositionsSaid),
      isSame: (own, seen) => own.opposition === seen.opposition && own.isOne === seen.isOne,
      isAlike: (own, seen) => own.opposition === seen.opposition,
    }),
    term: heldPlace<string>(input, {
      ofStatement: termsIn(statement),
      ofSentence: ({ text }) => termsIn(text),
      isSame: (own, seen) => own.includes(seen) || seen.includes(own),
      isAlike: (own, seen) => own.at(-1) === seen.at(-1) && Math.abs(own.length - seen.length) <= 2,
      // What a source does not say in these words it may say in others.
      isLoose: () => true,
    }),
  }
}

/** "..., not Baltic pine": what the statement says it is not. */
const SET_ASIDE = /,? (?:and |but )?not (?:the |an? |as |by |from |in |at |on )?[^,;.]{0,60}/gu
const scriptOf = (text: string) =>
  /\p{Script=Latin}/u.test(text) ? 'latin' : /\p{Script=Han}/u.test(text) ? 'han' : 'kana'

/** What many names have says nothing: Judge, University, 大学. */
const GENERIC: ReadonlySet<string> = new Set(
  [...ENGLISH.titles, ...ENGLISH.nameEndings, ...JAPANESE.nameEndings].map((word) => word.toLowerCase()),
)

function ownPieces({ pieces }: StatedName): readonly string[] {
  const own = pieces.filter((piece) => !GENERIC.has(piece))
  return own.length === 0 ? pieces : own
}

function isSameName(own: StatedName, seen: StatedName): boolean {
  if (own.text.includes(seen.text) || seen.text.includes(own.text)) return true
  const [mine, theirs] = [ownPieces(own), ownPieces(seen)]
  const both = mine.filter((piece) => theirs.some((other) => isSamePiece(piece, other))).length
  return both > 0 && both >= SAME * Math.min(mine.length, theirs.length)
}

/** Japan and Japanese, Norway and Norwegian. */
function isSamePiece(one: string, other: string): boolean {
  if (one === other) return true
  const shorter = Math.min(one.length, other.length)
  let same = 0
  while (same < shorter && one[same] === other[same]) same += 1
  return same >= LEAST_ROOT && same >= ROOT * shorter
}

const LEAST_ROOT = 4
const ROOT = 0.65
const SAME = 0.5
/** A count of thousands stands in no place of one of three. */
const MOST_APART = 15
const isOfSize = (one: number, other: number) =>
  one === 0 || other === 0 || (one / other <= MOST_APART && other / one <= MOST_APART)

interface Side {
  readonly opposition: Opposition
  readonly isOne: boolean
}

const PAIRED: readonly Opposition[] = [...ENGLISH_OPPOSITES, ...JAPANESE_OPPOSITES].map(([one, other]) => ({
  ...{ one: [one], other: [other] },
}))

function sidesIn(text: string, oppositions: readonly Opposition[]): readonly PlacedThing<Side>[] {
  const words = listedWords(text)
  const lower = text.normalize('NFKC').toLowerCase()
  return oppositions.flatMap((opposition) =>
    ([opposition.one, opposition.other] as const).flatMap((list, at) =>
      words.placed(list).map(
        ({ word, denied }): PlacedThing<Side> => ({
          ...{ value: { opposition, isOne: (at === 0) !== denied }, text: word, at: Math.max(0, lower.indexOf(word)) },
        }),
      ),
    ),
  )
}

const RUN = /[\p{Script=Han}\p{Script=Katakana}々ヶー\d]+/gu
const HAN = /[\p{Script=Han}々]/u
const SHORTEST_TERM = 3

/** Each run up to its last sign of kanji. */
function termsIn(text: string): readonly PlacedThing<string>[] {
  return [...text.normalize('NFKC').matchAll(RUN)].flatMap(({ 0: run, index }) => {
    let end = run.length
    while (end > 0 && !HAN.test(run.charAt(end - 1))) end -= 1
    const term = run.slice(0, end)
    const isTerm = term.length >= SHORTEST_TERM && !/\d(?:年|月|日)/u.test(term)
    return isTerm ? [{ value: term, text: term, at: index }] : []
  })
}

const YEAR = /(?<![\d.,])(?:1[5-9]|20)\d\d(?![\d%]|\.\d|,\d{3}|['’]?s\b|年代)/gu

function yearsIn(text: string): readonly PlacedThing<number>[] {
  return [...text.normalize('NFKC').matchAll(YEAR)].map(({ 0: year, index }) => ({
    ...{ value: Number(year), text: year, at: index },
  }))
}

function figurePlace(text: string, { text: spelled, at }: StatedFigure): number {
  const digits = /[\d.,]+/u.exec(spelled)?.[0] ?? spelled
  const found = text.normalize('NFKC').indexOf(digits)
  return found < 0 ? Math.min(at, text.length) : found
}

/** The thing of the statement whose place the source gives most clearly to another one. */
function heldPlace<T>(input: HeldPlacesInput, kind: Kind<T>): HeldPlace | null {
  const { statement, source, ranked } = input
  let worst: HeldPlace | null = null
  const near = ranked.slice(0, MOST_SENTENCES)
  const things = new Map<PreparedSentence, readonly PlacedThing<T>[]>()
  const thingsOf = (sentence: PreparedSentence) => {
    const before = things.get(sentence)
    const made = before ?? kind.ofSentence(sentence).slice(0, MOST_SEEN)
    if (before === undefined) things.set(sentence, made)
    return made
  }
  for (const own of kind.ofStatement.slice(0, MOST_OWN)) {
    const mine = contextOf(statement, own)
    let [best, held, other] = [0, 0, '']
    const isHeldIn = (one: PreparedSentence) => thingsOf(one).some(({ value }) => kind.isSame(own.value, value))
    const holders = source.sentences.filter(isHeldIn).slice(0, MOST_HOLDERS)
    for (const sentence of new Set([...near, ...holders])) {
      for (const seen of thingsOf(sentence)) {
        const isSame = kind.isSame(own.value, seen.value)
        const isSaid = kind.ofStatement.some(({ value }) => kind.isSame(value, seen.value))
        if (!isSame && (isSaid || !kind.isAlike(own.value, seen.value))) continue
        const value = fitOf(input, mine, sentence, seen)
        if (isSame) best = Math.max(best, value)
        else if (value > held) [held, other] = [value, seen.text]
      }
    }
    if (best === 0 && kind.isLoose?.(own.value) === true) continue
    const margin = held - best
    if (other !== '' && (worst === null || margin > worst.margin)) worst = { own: own.text, other, margin, fits: held }
  }
  return worst
}

/** Words shared about the place, and nearness in meaning of the sentence; of another language the latter alone. */
function fitOf(
  { source, similarities, sameLanguage, weight }: HeldPlacesInput,
  mine: PlaceContext,
  sentence: PreparedSentence,
  seen: PlacedThing<unknown>,
): number {
  const meaning = Math.max(0, (similarities[sentence.at] ?? 0) - UNRELATED) / (1 - UNRELATED)
  if (!sameLanguage) return meaning
  const words = agreement(mine, sentenceContext(source, sentence, seen), weight)
  return (1 - BY_MEANING) * words + BY_MEANING * meaning
}

const UNRELATED = 0.2
const BY_MEANING = 0.35
