import type { MatchedClause } from './clauses.ts'
import { differingRuns, type PlacedToken } from './differing-runs.ts'
import { ENGLISH } from './lexicon-english.ts'
import { otherInSlot } from './name-slots.ts'
import { fold, type PreparedSentence, type PreparedSource } from './prepared-source.ts'
import { piecesIn, type StatedName, statedNames } from './stated-names.ts'
import type { WordCounts } from './word-counts.ts'

export interface NameComparison {
  /** Names that no text of the check has: invented, or misspelt. */
  readonly unknown: readonly string[]
  /** Names that other texts have and the source has not. */
  readonly missing: readonly string[]
  /** Of these, words in katakana alone: as often a common word as a name. */
  readonly loose: readonly string[]
  /** Names that the source has, and not about where the statement lies. */
  readonly far: readonly string[]
  /** A name of the statement, and another one that stands beside its figures in its stead. */
  readonly beside: readonly [string, string] | null
  /** A name of the statement, and the one that stands in its place in the nearest sentence. */
  readonly swapped: readonly [string, string] | null
  /** The same of a name whose kind a word beside it tells: another street, another councillor. */
  readonly inSlot: readonly [string, string] | null
  /** The same in what stands about the nearest sentences. */
  readonly aroundSlot: readonly [string, string] | null
  /** A body of a kind of which the whole source has another one, and not this. */
  readonly sourceSlot: readonly [string, string] | null
}

export const SAME_NAMES: NameComparison = {
  ...{
    unknown: [],
    missing: [],
    loose: [],
    far: [],
    beside: null,
    swapped: null,
    inSlot: null,
    aroundSlot: null,
    sourceSlot: null,
  },
}

/** What so many of the texts name is the subject of all; a source need not name it again. */
const SUBJECT = 0.4

export interface NamesInput {
  readonly statement: string
  readonly source: PreparedSource
  readonly best: PreparedSentence | undefined
  readonly around: readonly PreparedSentence[]
  /** The sentences that hold the figures of the statement. */
  readonly anchors: readonly PreparedSentence[]
  /** The clauses of the statement with those of the source that speak of the same. */
  readonly matched: readonly MatchedClause[]
  readonly counts: WordCounts
}

export function compareNames({
  statement,
  source,
  best,
  around,
  anchors,
  matched,
  counts,
}: NamesInput): NameComparison {
  const names = statedNames(statement.replace(SET_ASIDE, ' '), counts.isName)
  const isSubject = (name: StatedName) =>
    name.pieces.every((piece) => counts.count(piece.toLowerCase()) >= SUBJECT * counts.texts)
  const absent = names.filter((name) => piecesIn(name, source.folded).length < name.pieces.length)
  const unknown = absent.filter(({ pieces, text }) =>
    pieces.length === 1 || !/[\p{Script=Han}]/u.test(text)
      ? pieces.some((piece) => counts.count(piece.toLowerCase()) === 0 && !source.folded.includes(rootOf(piece)))
      : pieces.every((piece) => counts.count(piece) === 0),
  )
  const missing = absent.filter((name) => !unknown.includes(name) && !isSubject(name) && isElsewhere(name, source))
  const near = fold([source.frame, ...around.flatMap(({ text, passage }) => [passage.heading ?? '', text])].join('\n'))
  const isFar = (name: StatedName) => !isSubject(name) && piecesIn(name, near).length === 0
  return {
    unknown: [...unknown, ...missing.filter(({ isPerson }) => isPerson === true)].map(({ text }) => text),
    missing: missing.filter((name) => !isLoose(name)).map(({ text }) => text),
    loose: missing.filter(isLoose).map(({ text }) => text),
    far: names.filter((name) => !absent.includes(name) && isFar(name)).map(({ text }) => text),
    beside: anchors.length === 1 ? besideFigures(names, statement, anchors, counts) : null,
    swapped: best === undefined ? null : swappedName(statement, names, best, counts, fold(source.frame)),
    inSlot: inSlotOf(matched),
    aroundSlot: otherInSlot(statement, around.map(({ text }) => text).join('\n')),
    sourceSlot: otherBody(statement, source),
  }
}

const isLoose = ({ text }: StatedName) => /[\p{Script=Katakana}ー]$/u.test(text)

/** Japanese where the source has Japan. */
const rootOf = (piece: string) =>
  /^\p{Script=Latin}/u.test(piece) ? piece.toLowerCase().slice(0, Math.max(5, piece.length - 4)) : piece

/** The one sentence with the figures has a name of its own, and none of those that the statement has. */
function besideFigures(
  names: readonly StatedName[],
  statement: string,
  [anchor]: readonly PreparedSentence[],
  counts: WordCounts,
): readonly [string, string] | null {
  const [own] = names
  if (own === undefined || anchor === undefined || anchor.isRow) return null
  if (names.some((name) => piecesIn(name, anchor.folded).length > 0)) return null
  const said = fold(statement)
  const other = statedNames(anchor.text, counts.isName).find((name) => piecesIn(name, said).length === 0)
  return other === undefined ? null : [own.text, other.text]
}

/** Kinds of bodies; of towns and persons a page leaves out whom everybody knows. */
const BODIES: ReadonlySet<string> = new Set(
  (
    'university institute fund bank court agency ministry museum hospital college street road ' +
    '大学 高校 新聞 日報 新報 鉄道 電鉄 省 銀行 病院 研究所'
  ).split(' '),
)

function otherBody(statement: string, { sentences, frame }: PreparedSource): readonly [string, string] | null {
  const text = `${frame}\n${sentences.map((one) => one.text).join('\n')}`
  return otherInSlot(statement, text, (kind) => BODIES.has(kind))
}

/** "..., not Baltic pine": what the statement says it is not need not be in the source. */
const SET_ASIDE = /,? (?:and |but )?not (?:the |an? |as |by |from |in |at |on )?[^,;.]{0,60}/gu

/** In every clause as near another name of the same kind. */
function inSlotOf(matched: readonly MatchedClause[]): readonly [string, string] | null {
  for (const { said, seen } of matched) {
    const others = seen.map(({ text }) => otherInSlot(said.text, text))
    const [first] = others
    if (first !== undefined && others.every((one) => one !== null)) return first
  }
  return null
}

const GENERIC: ReadonlySet<string> = new Set(ENGLISH.nameEndings)
/** So many letters of a name in the address of a page are the name: coastfund.example for the Coastal Trust. */
const IN_ADDRESS = 5

/** Nothing of the name but what many names have is in the source. */
function isElsewhere({ pieces }: StatedName, { folded }: PreparedSource): boolean {
  const own = pieces.filter((piece) => !GENERIC.has(piece))
  return (own.length === 0 ? pieces : own).every(
    (piece) =>
      !folded.includes(piece.toLowerCase()) &&
      (piece.length < IN_ADDRESS || !folded.includes(piece.slice(0, IN_ADDRESS))),
  )
}

/** Between two words that both have: a longer stretch is another sentence. */
const LONGEST_RUN = 4

const wordsOf = (run: readonly PlacedToken[]) => run.slice(0, LONGEST_RUN).map(({ word }) => word)

/**
 * The two sentences laid side by side: between words that both have, the one has a name and the other another one.
 * "Ashby won the cup" for "Corran won the cup".
 */
function swappedName(
  statement: string,
  names: readonly StatedName[],
  best: PreparedSentence,
  counts: WordCounts,
  frame: string,
): readonly [string, string] | null {
  if (best.isRow) return null
  const own = new Set(names.flatMap(({ text, pieces }) => [text.toLowerCase(), ...pieces]))
  const seenNames = statedNames(best.text, counts.isName)
  const others = seenNames.flatMap(({ text, pieces }) => [text.toLowerCase(), ...pieces])
  const [saidFold, seenFold] = [fold(statement), best.folded]
  for (const [said, seen] of differingRuns(statement.normalize('NFKC'), best.text.normalize('NFKC'))) {
    const name = wordsOf(said).find((token) => {
      const lower = token.toLowerCase()
      // Whom the page is of or about it need not name in each sentence.
      return own.has(lower) && !seenFold.includes(lower) && !frame.includes(lower)
    })
    const instead = wordsOf(seen).find((token) => {
      const lower = token.toLowerCase()
      return others.includes(lower) && !saidFold.includes(lower)
    })
    if (name !== undefined && instead !== undefined) return [name, instead]
  }
  return null
}
