import { contentWords } from '../rules/words.ts'
import { calendarParts } from './calendar-parts.ts'
import { ENGLISH } from './lexicon-english.ts'
import { JAPANESE } from './lexicon-japanese.ts'
import type { PreparedSentence, PreparedSource } from './prepared-source.ts'
import { measuredAlike, type StatedFigure, statedFigures } from './stated-figures.ts'
import { listedWords } from './word-lists.ts'

/** Figures of the source that tell a change: a row under two years, a column beside them, "from 14 to 11". */
interface Trend {
  readonly text: string
  readonly words: ReadonlySet<string>
  readonly isRise: boolean
  readonly sentence: PreparedSentence
}

export interface OpposedTrend {
  /** The figures of the source go the other way. */
  readonly isOpposed: boolean
  readonly text: string
  /** How clearly they are of what the statement is about. */
  readonly fits: number
}

const [ENGLISH_CHANGE, JAPANESE_CHANGE] = [ENGLISH.oppositions[0], JAPANESE.oppositions[0]]
const UP = [...(ENGLISH_CHANGE?.one ?? []), 'more', ...(JAPANESE_CHANGE?.one ?? []), '多く', '多かった']
const DOWN = [...(ENGLISH_CHANGE?.other ?? []), 'less', ...(JAPANESE_CHANGE?.other ?? []), '少なく', '少なかった']
/** Rows of other languages are told by their nearness in meaning: among the nearest, or not at all. */
const NEAREST = 5
const LEAST_FIT = 0.2
const MOST_ROWS = 200

export interface TrendInput {
  readonly statement: string
  readonly source: PreparedSource
  readonly ranked: readonly PreparedSentence[]
  readonly sameLanguage: boolean
  readonly weight: (word: string) => number
}

/** Whether the figures that the statement is about rise where it says that they fall. */
export function opposedTrend({ statement, source, ranked, sameLanguage, weight }: TrendInput): OpposedTrend | null {
  const said = directionOf(statement)
  if (said === null) return null
  const own = contentWords(statement)
  const years = [...calendarParts(statement).years].sort((a, b) => a - b)
  let best: OpposedTrend | null = null
  for (const { text, words, isRise, sentence } of trendsOf(source, years)) {
    const place = ranked.indexOf(sentence)
    const fits = sameLanguage ? shared(words, own, weight) : place < NEAREST && place >= 0 ? 1 / (2 + place) : 0
    if (fits >= LEAST_FIT && (best === null || fits > best.fits))
      best = { isOpposed: isRise !== (said === 'up'), text, fits }
  }
  return best
}

function directionOf(statement: string): 'up' | 'down' | null {
  const words = listedWords(statement)
  const sides = [...words.placed(UP).map((one) => !one.denied), ...words.placed(DOWN).map((one) => one.denied)]
  return sides.length === 0 || sides.some((side) => side !== sides[0]) ? null : sides[0] === true ? 'up' : 'down'
}

/** Of the words of a label those that the statement has. */
function shared(label: ReadonlySet<string>, own: ReadonlySet<string>, weight: (word: string) => number): number {
  const sum = (words: readonly string[]) => words.reduce((all, word) => all + weight(word), 0)
  return label.size === 0 ? 0 : sum([...label].filter((word) => own.has(word))) / sum([...label])
}

function trendsOf(source: PreparedSource, years: readonly number[]): readonly Trend[] {
  const rows = source.sentences.filter(({ isRow }) => isRow).slice(0, MOST_ROWS)
  const tables = Map.groupBy(rows, ({ passage }) => passage.id)
  return [...[...tables.values()].flatMap((table) => tableTrends(table, years)), ...toldTrends(source.sentences)]
}

const CELLS = ' | '
const yearOf = (cell: string) => [...calendarParts(cell).years][0]
const figureOf = (cell: string | undefined) => (cell === undefined ? undefined : statedFigures(cell)[0])

function tableTrends(table: readonly PreparedSentence[], years: readonly number[]): readonly Trend[] {
  const [head, ...rows] = table
  if (head === undefined) return []
  const heads = head.text.split(CELLS)
  const columns = heads.flatMap((cell, at) =>
    at > 0 && yearOf(cell) !== undefined ? [{ at, year: yearOf(cell) as number }] : [],
  )
  if (columns.length > 1) {
    const [from, to] = endsOf(columns, years)
    return rows.flatMap((sentence) => {
      const cells = sentence.text.split(CELLS)
      return trendOf(sentence, cells[0] ?? '', figureOf(cells[from?.at ?? 0]), figureOf(cells[to?.at ?? 0]))
    })
  }
  const dated = rows.flatMap((sentence) => {
    const cells = sentence.text.split(CELLS)
    const year = yearOf(cells[0] ?? '')
    return year === undefined ? [] : [{ year, cells, sentence }]
  })
  if (dated.length < 2) return []
  const [from, to] = endsOf(dated, years)
  return heads.flatMap((name, at) =>
    at === 0 || to === undefined ? [] : trendOf(to.sentence, name, figureOf(from?.cells[at]), figureOf(to.cells[at])),
  )
}

/** The years that the statement names, or the one it names and the one before, else the first and the last. */
function endsOf<T extends { readonly year: number }>(all: readonly T[], years: readonly number[]) {
  const sorted = [...all].sort((a, b) => a.year - b.year)
  const named = sorted.filter(({ year }) => years.includes(year))
  const [first] = named
  if (named.length > 1) return [first, named.at(-1)]
  const at = first === undefined ? -1 : sorted.indexOf(first)
  return at > 0 ? [sorted[at - 1], first] : [sorted[0], sorted.at(-1)]
}

function trendOf(
  sentence: PreparedSentence,
  label: string,
  before: StatedFigure | undefined,
  after: StatedFigure | undefined,
): readonly Trend[] {
  if (before === undefined || after === undefined || before.value === after.value) return []
  const heading = sentence.passage.heading ?? ''
  const words = new Set([...contentWords(label), ...(label.trim() === '' ? contentWords(heading) : [])])
  return [{ text: sentence.text, words, isRise: after.value > before.value, sentence }]
}

const TO = /^\D{0,40}?\b(?:to|into)\b\D{0,12}$|^\D{0,4}から\D{0,8}$/u
const DIGITS = /\d[\d,]*(?:\.\d+)?/u

/** "Fell from 14 to 11": what stands about the two figures says what fell. */
function toldTrends(sentences: readonly PreparedSentence[]): readonly Trend[] {
  return sentences.flatMap((sentence) => {
    const [before, after] = sentence.figures
    if (sentence.isRow || before === undefined || after === undefined || before.value === after.value) return []
    const [first, second] = [before, after].map(({ text }) => DIGITS.exec(text)?.[0] ?? text)
    const at = sentence.folded.indexOf(first ?? '')
    const end = sentence.folded.indexOf(second ?? '', at + (first?.length ?? 0))
    if (at < 0 || end < 0 || !TO.test(sentence.folded.slice(at + (first?.length ?? 0), end))) return []
    if (!measuredAlike(before.measure, after.measure)) return []
    return [{ text: sentence.text, words: sentence.words, isRise: after.value > before.value, sentence }]
  })
}
