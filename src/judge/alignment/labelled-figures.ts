import { contentWords } from '../rules/words.ts'
import { clausesOf } from './clauses.ts'
import type { PreparedSentence, PreparedSource } from './prepared-source.ts'
import { isSameFigure, type StatedFigure, statedFigures } from './stated-figures.ts'

/** A line of a list or a row of a table: what it is about, and its figures. */
interface Labelled {
  readonly text: string
  /** Of its first cell, or of what stands before the colon. */
  readonly words: ReadonlySet<string>
  readonly labelFigures: readonly StatedFigure[]
  readonly figures: readonly StatedFigure[]
}

const ITEM = / - | • | ; |; |\n/u
/** Longer lists and tables are not laid beside each other line by line. */
const MOST_LINES = 200

/**
 * A figure that the statement gives to one line of a list, where the list has it in the line of another: "Elm 40 m"
 * for "Oak: 40 m - Elm: 25 m". The two lines, the statement's first.
 */
export function misplacedFigure(statement: string, source: PreparedSource): readonly [string, string] | null {
  for (const { text } of clausesOf(statement)) {
    const own = contentWords(text)
    for (const figure of statedFigures(text)) {
      if (isTold(figure, own, source.sentences)) continue
      for (const lines of listsOf(source.sentences)) {
        const found = otherLine(lines, figure, own)
        if (found !== null) return found
      }
    }
  }
  return null
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

function listsOf(sentences: readonly PreparedSentence[]): readonly (readonly Labelled[])[] {
  const inline = sentences
    .filter(({ isRow, text }) => !isRow && ITEM.test(text))
    .map(({ text }) => text.split(ITEM).slice(0, MOST_LINES).map(labelled))
  const tables = new Map<string, Labelled[]>()
  for (const { isRow, passage, text } of sentences) {
    const rows = tables.get(passage.id) ?? []
    if (isRow && rows.length < MOST_LINES) tables.set(passage.id, [...rows, labelled(text)])
  }
  return [...inline, ...tables.values()].filter(({ length }) => length > 1)
}

const LABEL = /^(.{1,80}?)(?: \| |[:：])/u

function labelled(text: string): Labelled {
  const label = LABEL.exec(text.trim())?.[1] ?? ''
  const figures = statedFigures(text.trim().slice(label.length))
  return { text: text.trim(), words: contentWords(label), labelFigures: statedFigures(label), figures }
}

function otherLine(
  lines: readonly Labelled[],
  figure: StatedFigure,
  own: ReadonlySet<string>,
): readonly [string, string] | null {
  const has = ({ figures }: Labelled) => figures.some((seen) => isSameFigure(figure, seen))
  const [holding, others] = [lines.filter(has), lines.filter((line) => !has(line))]
  // What every line has tells none of them from the others.
  const tells = ({ words }: Labelled) =>
    [...words].filter((word) => own.has(word) && lines.some((line) => !line.words.has(word))).length
  const meant = others.find((line) => tells(line) > 0 && line.figures.length > 0)
  if (lines.some(({ labelFigures }) => labelFigures.some((seen) => isSameFigure(figure, seen)))) return null
  if (holding[0] === undefined || meant === undefined || holding.some((line) => tells(line) > 0)) return null
  return [meant.text, holding[0].text]
}
