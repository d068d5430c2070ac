import { contentWords } from '../rules/words.ts'
import { calendarParts } from './calendar-parts.ts'
import { clausesOf } from './clauses.ts'
import { deniesAnything } from './local-negation.ts'
import type { PreparedSentence, PreparedSource } from './prepared-source.ts'
import { isSameFigure, type StatedFigure, statedFigures } from './stated-figures.ts'

/** A line of a list or a row of a table: what it is about, and its figures. */
interface Labelled {
  readonly text: string
  /** Of its first cell, or of what stands before the colon. */
  readonly words: ReadonlySet<string>
  readonly label: string
  readonly labelFigures: readonly StatedFigure[]
  readonly figures: readonly StatedFigure[]
}

const ITEM = / - | • | ; |; |\n/u
/** Longer lists and tables are not laid beside each other line by line. */
const MOST_LINES = 200
const MOST_CLAUSES = 12
const MOST_FIGURES = 12
const MOST_LISTS = 40

/**
 * A figure that the statement gives to one line of a list, where the list has it in the line of another: "Elm 40 m"
 * for "Oak: 40 m - Elm: 25 m". The two lines, the statement's first.
 */
export function misplacedFigure(statement: string, source: PreparedSource): readonly [string, string] | null {
  const lists = keptLists(source.sentences)
  for (const { text } of lists.length === 0 ? [] : clausesOf(statement).slice(0, MOST_CLAUSES)) {
    const figures = statedFigures(text).slice(0, MOST_FIGURES)
    for (const figure of figures) {
      const own = wordsBefore(text, figure, figures)
      if (isTold(figure, contentWords(text), source.sentences)) continue
      for (const lines of lists) {
        const found = isNamedFirst(lines, text, figures) ? otherLine(lines, figure, own) : null
        if (found !== null) return found
      }
    }
  }
  return comparedOtherwise(statement, lists)
}

/** What a figure is said of stands before it, behind the figure of the same measure before. */
function wordsBefore(text: string, figure: StatedFigure, figures: readonly StatedFigure[]): ReadonlySet<string> {
  const before = figures.filter(({ at, measure }) => at < figure.at && measure === figure.measure).at(-1)
  return contentWords(text.slice(before === undefined ? 0 : before.at + 1, figure.at))
}

/** "57 for oak and 49 for elm" names its lines behind the figures; such statements are left alone. */
function isNamedFirst(lines: readonly Labelled[], text: string, figures: readonly StatedFigure[]): boolean {
  const first = contentWords(text.slice(0, figures[0]?.at ?? 0))
  return lines.some(({ words }) => [...words].some((word) => first.has(word)))
}

const MORE = /\b(?:more|larger|higher|longer|greater|above|exceed\w{0,3}|bigger)\b|上回|より多|より高|より大き|を超え/iu
const LESS = /\b(?:fewer|less|smaller|lower|shorter|below)\b|下回|より少な|より低|より小さ|及ばな|及ばず/iu

/** The statement puts one line of a list above another, and their figures say the other way round. */
function comparedOtherwise(
  statement: string,
  lists: readonly (readonly Labelled[])[],
): readonly [string, string] | null {
  const isMore = MORE.test(statement)
  if (isMore === LESS.test(statement) || deniesAnything(statement) || statedFigures(statement).length > 0) return null
  for (const lines of lists) {
    const [one, other, ...more] = lines
      .map((line) => ({ line, at: placeOf(line, lines, statement) }))
      .filter(({ line, at }) => at >= 0 && line.figures.length === 1)
      .sort((a, b) => a.at - b.at)
    const [a, b] = [one?.line.figures[0], other?.line.figures[0]]
    if (one === undefined || other === undefined || a === undefined || b === undefined || more.length > 0) continue
    if (a.measure === b.measure && a.value !== b.value && a.value > b.value !== isMore)
      return [one.line.text, other.line.text]
  }
  return null
}

/** Where the statement names a line: by the word, or the year, that no other line of the list has. */
function placeOf({ label }: Labelled, lines: readonly Labelled[], statement: string): number {
  const lower = statement.normalize('NFKC').toLowerCase()
  const marks = label.toLowerCase().match(/[\p{L}]{3,}|\d+(?:\.\d+)*/gu) ?? []
  const own = marks.filter((mark) => lines.filter((line) => line.label.toLowerCase().includes(mark)).length === 1)
  const places = [...own, ...[...calendarParts(label).years].map(String)].map((mark) => lower.indexOf(mark))
  const found = places.filter((at) => at >= 0)
  return found.length === 0 ? -1 : Math.min(...found)
}

/** A plain sentence has the figure and something of the clause. */
function isTold(figure: StatedFigure, own: ReadonlySet<string>, sentences: readonly PreparedSentence[]): boolean {
  return sentences.some(
    ({ isRow, text, figures, words }) =>
      !isRow &&
      !ITEM.test(text) &&
      figures.some((seen) => isSameFigure(figure, seen)) &&
      [...words].some((word) => own.has(word)),
  )
}

/** The lists of a source are the same for every statement. */
const kept = new WeakMap<readonly PreparedSentence[], readonly (readonly Labelled[])[]>()

function keptLists(sentences: readonly PreparedSentence[]): readonly (readonly Labelled[])[] {
  const before = kept.get(sentences)
  if (before !== undefined) return before
  const made = listsOf(sentences)
  kept.set(sentences, made)
  return made
}

function listsOf(sentences: readonly PreparedSentence[]): readonly (readonly Labelled[])[] {
  const inline = sentences
    .filter(({ isRow, text }) => !isRow && ITEM.test(text))
    .map(({ text }) => text.split(ITEM).slice(0, MOST_LINES).map(labelled))
  const tables = new Map<string, Labelled[]>()
  for (const { isRow, passage, text } of sentences) {
    const rows = tables.get(passage.id) ?? []
    if (isRow && rows.length < MOST_LINES) rows.push(labelled(text))
    tables.set(passage.id, rows)
  }
  return [...inline, ...tables.values()].filter(({ length }) => length > 1).slice(0, MOST_LISTS)
}

const LABEL = /^(.{1,80}?)(?: \| |[:：])/u

function labelled(text: string): Labelled {
  const label = LABEL.exec(text.trim())?.[1] ?? ''
  const figures = statedFigures(text.trim().slice(label.length))
  return { text: text.trim(), label, words: contentWords(label), labelFigures: statedFigures(label), figures }
}

function otherLine(
  lines: readonly Labelled[],
  figure: StatedFigure,
  own: ReadonlySet<string>,
): readonly [string, string] | null {
  const has = ({ figures }: Labelled) => figures.some((seen) => isSameFigure(figure, seen))
  const [holding, others] = [lines.filter(has), lines.filter((line) => !has(line))]
  // What every line has tells none of them from the others.
  const common = new Set([...(lines[0]?.words ?? [])].filter((word) => lines.every((line) => line.words.has(word))))
  const tells = ({ words }: Labelled) => [...words].filter((word) => own.has(word) && !common.has(word)).length
  const meant = others.find((line) => tells(line) > 0 && line.figures.length > 0)
  if (lines.some(({ labelFigures }) => labelFigures.some((seen) => isSameFigure(figure, seen)))) return null
  if (holding[0] === undefined || meant === undefined || holding.some((line) => tells(line) > 0)) return null
  return [meant.text, holding[0].text]
}
