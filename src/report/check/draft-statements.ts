import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { splitSentences } from '../../domain/sentences.ts'
import { LONGEST_SENTENCE } from '../../domain/text-limits.ts'
import { type CitationMark, citationMarks, type PlacedMark } from './citation-marks.ts'
import type { DraftBlock } from './draft-parts.ts'

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

export function draftStatements(blocks: readonly DraftBlock[]): readonly DraftStatement[] {
  return blocks.flatMap(statementsOf)
}

function statementsOf({ text, line, starts }: DraftBlock): readonly DraftStatement[] {
  const marks = [...citationMarks(text), ...narrativeMarks(text)]
  const { rest, places, cuts } = withoutMarks(text, marks)
  const sentences = splitSentences(rest).filter(({ text: sentence }) => /[\p{L}\p{N}]/u.test(sentence))
  const lineOf = (at: number) => {
    const original = at + cuts.reduce((sum, cut) => (cut.at <= at ? sum + cut.length : sum), 0)
    return line + starts.findLastIndex((start) => start <= original)
  }
  return sentences.flatMap(({ text: sentence, start, end }, at) => {
    const next = sentences[at + 1]?.start ?? Number.POSITIVE_INFINITY
    // A mark behind the full stop still belongs to the sentence before it; one before the first to the first.
    const own = places.filter((place) => (at === 0 || place.at > start) && place.at <= next)
    return clausesOf(sentence, own, { start, end }).map(({ clause, from, marks: cited }) => ({
      ...{ text: clause, line: lineOf(from), marks: cited },
    }))
  })
}

interface PlacedInRest {
  readonly mark: CitationMark
  readonly at: number
}

/** Letters that a part of a sentence has at least, to be a statement of its own. */
const LEAST_CLAUSE = 20

/** "A [1], and B [2]": each part has its own source. A part without a mark behind it stays with the one before. */
function clausesOf(sentence: string, places: readonly PlacedInRest[], { start, end }: { start: number; end: number }) {
  const cuts = places.map(({ at }) => at - start).filter((at) => at > 0 && /^[,;、；，]/u.test(sentence.slice(at)))
  const bounds = [0, ...new Set(cuts), sentence.length]
  const parts = bounds.slice(1).map((to, index) => ({ from: bounds[index] ?? 0, to }))
  const whole = [{ clause: sentence.trim(), from: start, marks: places.map(({ mark }) => mark) }]
  const made = parts.map(({ from, to }, index) => ({
    clause: sentence
      .slice(from, to)
      .replace(/^[,;、；，\s]+(?:(?:and|but|while|whereas|yet)\s)?/u, '')
      .trim(),
    from: start + from,
    marks: places
      .filter(
        ({ at }) => (index === 0 || at - start > from) && (at - start <= to || (to === sentence.length && at >= end)),
      )
      .map(({ mark }) => mark),
  }))
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
  const places: { readonly mark: CitationMark; readonly at: number }[] = []
  const cuts: { readonly at: number; readonly length: number }[] = []
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
