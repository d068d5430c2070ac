import type { Steps } from '../../domain/in-turns.ts'
import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { splitSentences } from '../../domain/sentences.ts'
import { LONGEST_SENTENCE } from '../../domain/text-limits.ts'
import { type CitationMark, type PlacedMark, readingMarks } from './citation-marks.ts'
import type { DraftBlock } from './draft-block.ts'

/** A sentence of a draft that states something, without its marks. */
export interface DraftStatement {
  readonly text: string
  readonly line: number
  readonly marks: readonly CitationMark[]
}

/** Names before "(2024)": "Nagy (2024) counted" cites Nagy, 2024. */
const NARRATIVE = multilineRegExp('gu')`
  (?<![\p{L}'’-])((?:\p{Lu}[\p{L}'’-]{1,40})(?:(?:,? (?:and|&) |, )\p{Lu}[\p{L}'’-]{1,40}){0,3}(?: et al\.?)?
    |[\p{Script=Han}・]{2,20}(?:ら)?)
  \s?[(（]((?:1[5-9]|20)\d\d)[a-z]?[)）]`

export function* readingStatements(blocks: readonly DraftBlock[]): Steps<readonly DraftStatement[]> {
  const all: DraftStatement[] = []
  for (const block of blocks) {
    for (const statement of yield* statementsOf(block)) all.push(statement)
    yield
  }
  return all
}

function* statementsOf(block: DraftBlock): Steps<readonly DraftStatement[]> {
  const { text } = block
  const marks = [...(yield* readingMarks(text)), ...narrativeMarks(text)]
  const { rest, places, cuts } = withoutMarks(text, marks)
  yield
  const sentences = splitSentences(rest).filter(({ text: sentence }) => /[\p{L}\p{N}]/u.test(sentence))
  const lineOf = lineFinder(block, cuts)
  const statements: DraftStatement[] = []
  let taken = 0
  for (const [at, { text: sentence, start }] of sentences.entries()) {
    const next = sentences[at + 1]?.start ?? Number.POSITIVE_INFINITY
    // A mark behind the full stop still belongs to the sentence before it; one before the first to the first.
    const upTo = firstBeyond(places, next, taken)
    const own = places.slice(taken, upTo)
    taken = upTo
    for (const { clause, from, marks: cited } of clausesOf(sentence, own, start))
      statements.push({ text: clause, line: lineOf(from), marks: cited })
    yield
  }
  return statements
}

interface PlacedInRest {
  readonly mark: CitationMark
  readonly at: number
}

interface Cut {
  readonly at: number
  readonly length: number
}

/** The first place behind `end`; they stand in their order. */
function firstBeyond(places: readonly PlacedInRest[], end: number, from: number): number {
  let at = from
  while (at < places.length && (places[at]?.at ?? 0) <= end) at += 1
  return at
}

/** The line of the draft on which a place of the text without marks stands; asked from left to right. */
function lineFinder({ line, starts }: DraftBlock, cuts: readonly Cut[]): (at: number) => number {
  let [passed, removed, lines] = [0, 0, 0]
  return (at) => {
    for (; passed < cuts.length && (cuts[passed]?.at ?? 0) <= at; passed += 1) removed += cuts[passed]?.length ?? 0
    while (lines + 1 < starts.length && (starts[lines + 1] ?? 0) <= at + removed) lines += 1
    return line + lines
  }
}

/** Letters that a part of a sentence has at least, to be a statement of its own. */
const LEAST_CLAUSE = 20

/** "A [1], and B [2]": each part has its own source. A part without a mark behind it stays with the one before. */
function clausesOf(sentence: string, places: readonly PlacedInRest[], start: number) {
  const cuts = places.map(({ at }) => at - start).filter((at) => at > 0 && /^[,;、；，]/u.test(sentence.charAt(at)))
  const ends = [...new Set([...cuts, sentence.length])]
  const whole = [{ clause: sentence.trim(), from: start, marks: places.map(({ mark }) => mark) }]
  let taken = 0
  const made = ends.map((to, index) => {
    const from = ends[index - 1] ?? 0
    const upTo = to === sentence.length ? places.length : firstBeyond(places, start + to, taken)
    const own = places.slice(taken, upTo)
    taken = upTo
    return {
      clause: sentence
        .slice(from, to)
        .replace(/^[,;、；，\s]+(?:(?:and|but|while|whereas|yet)\s)?/u, '')
        .trim(),
      from: start + from,
      marks: own.map(({ mark }) => mark),
    }
  })
  const stands = made.every(({ clause, marks }) => widthOf(clause) >= LEAST_CLAUSE && marks.length > 0)
  return made.length > 1 && stands ? made : whole
}

function widthOf(text: string): number {
  const wide = text.match(/[\u3040-\u30ff\u3400-\u9fff]/gu)?.length ?? 0
  return text.length + wide
}

function narrativeMarks(text: string): readonly PlacedMark[] {
  if (text.length > LONGEST_SENTENCE * 4) return []
  return [...text.matchAll(NARRATIVE)].map((match) => {
    const [whole, authors = '', year = ''] = match
    const start = match.index + authors.length
    return {
      mark: { kind: 'author-year', authors, year: Number(year) },
      ...{ start, end: match.index + whole.length },
    } satisfies PlacedMark
  })
}

/** The text with its marks cut out, and where in it each of them stood. */
function withoutMarks(text: string, marks: readonly PlacedMark[]) {
  let rest = ''
  let from = 0
  const places: PlacedInRest[] = []
  const cuts: Cut[] = []
  for (const { mark, start, end } of [...marks].sort((a, b) => a.start - b.start)) {
    if (start >= from) {
      const before = rest.length
      // The words of a link stay, its bracket goes.
      rest += text
        .slice(from, start)
        .replace(/(?<!\s)\s+$/u, (space) => (/[\s.。,、)]/u.test(text.charAt(end)) ? '' : space))
      cuts.push({ at: rest.length, length: end - from - (rest.length - before) })
      from = end
    }
    places.push({ mark, at: rest.length })
  }
  return { rest: `${rest}${text.slice(from)}`.replace(/(?<!\])\[(?=[^[\]]*$)/u, ''), places, cuts }
}
