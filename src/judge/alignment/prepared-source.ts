import { splitSentences } from '../../domain/sentences.ts'
import { contentWords, isJapanese } from '../rules/words.ts'
import { rowStatements } from '../table-rows.ts'
import { type CalendarParts, calendarParts } from './calendar-parts.ts'
import { type StatedFigure, statedFigures } from './stated-figures.ts'
import { statedNames } from './stated-names.ts'
import { type ListedWords, listedWords } from './word-lists.ts'

/** A passage of a source as it was stored. */
export interface SourcePassage {
  readonly id: string
  readonly text: string
  readonly heading: string | null
}

/** What a statement is compared with: one source, everything that was kept of it. */
export interface SourceText {
  readonly passages: readonly SourcePassage[]
  /** What a reader knows of it besides its text: title, site, authors, address. */
  readonly frame: string
  /** Year and month in which it was written, where it says so. */
  readonly year: number | null
  readonly month: number | null
}

export interface PreparedSentence {
  readonly text: string
  readonly folded: string
  readonly passage: SourcePassage
  /** Its place among the sentences of the source. */
  readonly at: number
  readonly isRow: boolean
  /** What is read of it: a row under the names of its columns, else the sentence as it stands. */
  readonly said: string
  readonly words: ReadonlySet<string>
  readonly figures: readonly StatedFigure[]
  readonly calendar: CalendarParts
  readonly listed: ListedWords
}

export interface PreparedSource {
  readonly isJapanese: boolean
  readonly sentences: readonly PreparedSentence[]
  readonly frame: string
  readonly words: ReadonlySet<string>
  /** The whole of it, folded and in small letters. */
  readonly folded: string
  readonly figures: readonly StatedFigure[]
  readonly calendar: CalendarParts
  /** Which listed words the whole of it has, frame and headings included. */
  readonly listed: ListedWords
  /** Pieces of the names in it, in small letters; of Japanese persons, whom a title tells, the whole name. */
  readonly names: ReadonlySet<string>
  /** Words that it writes with a small letter: no names, even where a sentence begins with one. */
  readonly plainWords: ReadonlySet<string>
  readonly year: number | null
  readonly month: number | null
}

const SMALL = /(?<![\p{L}\p{N}])\p{Ll}[\p{Ll}-]+(?![\p{L}])/gu
const ROW = / \| /u
/** Beyond this a source is a book; its first sentences are compared. */
const MOST_SENTENCES = 2000

const HEAD_SCALE = /[(（]\s?(thousand|million|billion|[十百千]?[万億兆]|[百千])/iu
const CELL = /(?<=\| )\d{1,3}(?:,\d{3})*(?:\.\d+)?(?= \||$)/gu

/** Cells under a head that counts in thousands or 万円. */
function scaledCells(row: string, table: string): readonly StatedFigure[] {
  const scale = HEAD_SCALE.exec(table.split('\n')[0] ?? '')?.[1]
  return scale === undefined
    ? []
    : [...row.matchAll(CELL)].flatMap(([cell]) => statedFigures(`${cell}${/^[a-z]/iu.test(scale) ? ' ' : ''}${scale}`))
}

export const fold = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ')

export function prepareSource(source: SourceText): PreparedSource {
  const texts = source.passages.flatMap((passage) => placedSentences(passage))
  const sentences = texts.slice(0, MOST_SENTENCES).map(
    ({ text, said, passage }, at): PreparedSentence => ({
      ...{ text, said, passage, at, folded: fold(text), isRow: ROW.test(text) },
      words: contentWords(text),
      figures: [...statedFigures(text), ...(ROW.test(text) ? scaledCells(text, passage.text) : [])],
      calendar: calendarParts(text),
      listed: listedWords(text),
    }),
  )
  const headings = [...new Set(source.passages.map(({ heading }) => heading ?? ''))].join('\n')
  const frame = `${source.frame}\n${headings}`
  const whole = `${frame}\n${texts.map(({ text }) => text).join('\n')}`
  return {
    ...{ sentences, frame, year: source.year, month: source.month, folded: fold(whole) },
    isJapanese: isMostlyJapanese(texts.map(({ text }) => text)),
    words: contentWords(whole),
    listed: listedWords(whole),
    names: new Set(
      sentences.flatMap(({ text }) =>
        statedNames(text).flatMap((name) => (name.isPerson === true ? [name.text] : name.pieces)),
      ),
    ),
    plainWords: new Set(texts.flatMap(({ text }) => [...text.matchAll(SMALL)].map(([word]) => word))),
    figures: [...statedFigures(frame), ...sentences.flatMap(({ figures }) => figures)],
    calendar: joined([calendarParts(frame), ...sentences.map(({ calendar }) => calendar)]),
  }
}

function placedSentences(passage: SourcePassage) {
  const rows = ROW.test(passage.text) ? rowStatements(passage.text) : []
  return splitSentences(passage.text).map(({ text, start, end }) => {
    const row = rows.find((one) => one.start <= start && end <= one.end)
    return { text, passage, said: row?.text ?? text }
  })
}

/** An English page has a link to its Japanese one. */
function isMostlyJapanese(texts: readonly string[]): boolean {
  return texts.filter(isJapanese).length > texts.length / 2
}

/** What any of them names. */
export function joined(parts: readonly CalendarParts[]): CalendarParts {
  const all = (key: keyof CalendarParts) => new Set(parts.flatMap((one) => [...one[key]]))
  return {
    years: all('years'),
    decades: all('decades'),
    days: all('days'),
    months: all('months'),
    yearMonths: all('yearMonths'),
    bareDays: all('bareDays'),
    distances: all('distances'),
  }
}

/** Sentences beside it in its passage; of a table row the heading row and the row itself. */
export function windowOf({ sentences }: PreparedSource, sentence: PreparedSentence): readonly PreparedSentence[] {
  const inPassage = sentences.filter(({ passage }) => passage === sentence.passage)
  if (sentence.isRow) return inPassage.filter((one, at) => one === sentence || (at === 0 && one.isRow))
  return inPassage.filter(({ at }) => Math.abs(at - sentence.at) <= 1)
}
