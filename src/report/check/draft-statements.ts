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

/** Names before "(2024)": "Frobel (2024) counted" cites Frobel, 2024. */
const NARRATIVE =
  /((?:\p{Lu}[\p{L}'’-]+)(?:(?:,? (?:and|&) |, )\p{Lu}[\p{L}'’-]+){0,3}(?: et al\.?)?|[\p{Script=Han}・]{2,20}(?:ら)?)\s?[(（]((?:1[5-9]|20)\d\d)[a-z]?[)）]/gu

export function draftStatements(blocks: readonly DraftBlock[]): readonly DraftStatement[] {
  return blocks.flatMap(({ text, line }) => statementsOf(plain(text), line))
}

/** Emphasis and entities of Markdown say nothing; an escape stands for what follows it. */
function plain(text: string): string {
  return text
    .replace(/(\*\*|__|~~)(?=\S)/gu, '')
    .replace(/(?<=\S)(\*\*|__|~~)/gu, '')
    .replace(/\\([\\`*_[\]<>|#~])/gu, '$1')
}

function statementsOf(text: string, line: number): readonly DraftStatement[] {
  const marks = [...citationMarks(text), ...narrativeMarks(text)]
  const { rest, places } = withoutMarks(text, marks)
  const sentences = splitSentences(rest).filter(({ text: sentence }) => /[\p{L}\p{N}]/u.test(sentence))
  const lines = lineBreaks(text)
  return sentences
    .map(({ text: sentence, start }, at): DraftStatement => {
      const next = sentences[at + 1]?.start ?? Number.POSITIVE_INFINITY
      // A mark behind the full stop still belongs to the sentence before it; one before the first to the first.
      const own = places.filter((place) => (at === 0 || place.at > start) && place.at <= next)
      return { text: sentence.trim(), line: line + lines(start), marks: own.map(({ mark }) => mark) }
    })
    .filter((statement) => statement.text !== '')
}

function lineBreaks(text: string): (at: number) => number {
  return (at) => text.slice(0, at).split('\n').length - 1
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
  for (const { mark, start, end } of [...marks].sort((a, b) => a.start - b.start)) {
    if (start >= from) {
      // The words of a link stay, its bracket goes.
      rest += text.slice(from, start).replace(/\s+$/u, (space) => (/[\s.。,、)]/u.test(text.charAt(end)) ? '' : space))
      from = end
    }
    places.push({ mark, at: rest.length })
  }
  return { rest: `${rest}${text.slice(from)}`.replace(/(?<!\])\[(?=[^[\]]*$)/u, ''), places }
}
