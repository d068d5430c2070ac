/** A row of a table as a statement, and where its words stand in the fragment. */
export interface RowStatement {
  readonly text: string
  readonly start: number
  readonly end: number
  /** A cell beside its name holds a figure. */
  readonly givesFigure: boolean
}

interface Row {
  readonly cells: readonly string[]
  readonly start: number
  readonly end: number
}

/** Between the cells of a row, in the text of a table. */
export const CELLS = ' | '
/** Cells that say that there is nothing to say. */
const EMPTY = /^[-–—−*.\s]*$/
const FIGURE = /\d/

function rowsOf(text: string): { readonly caption: string; readonly rows: readonly Row[] } {
  const rows: Row[] = []
  const caption: string[] = []
  let start = 0
  for (const line of text.split('\n')) {
    const cells = line.split(CELLS).map((cell) => cell.trim())
    if (cells.length > 1) rows.push({ cells, start, end: start + line.length })
    else if (rows.length === 0 && line.trim() !== '') caption.push(line.trim())
    start += line.length + 1
  }
  return { caption: caption.join(' '), rows }
}

/** Three columns and more need names; two are told apart by their figures ("Item | Figure" over "Visits | 512"). */
function hasHeader([first, ...others]: readonly Row[]): boolean {
  if (first === undefined || others.length === 0) return false
  if (first.cells.length > 2) return true
  const holdsFigure = ({ cells }: Row) => cells.slice(1).some((cell) => FIGURE.test(cell))
  return !holdsFigure(first) && others.some(holdsFigure)
}

/** "2023 | £231 | frozen" under "Year | Rent | Change" reads "Rents: Year 2023, Rent £231, Change frozen". */
export function rowStatements(text: string): readonly RowStatement[] {
  const { caption, rows } = rowsOf(text)
  const header = hasHeader(rows) ? (rows[0]?.cells ?? []) : null
  return rows.slice(header === null ? 0 : 1).flatMap(({ cells, start, end }) => {
    const told = cells.flatMap((cell, at) => (EMPTY.test(cell) ? [] : [{ cell, name: header?.[at] ?? '' }]))
    if (told.length < 2) return []
    const named = told.map(({ cell, name }) => (name === '' ? cell : `${name} ${cell}`))
    const body = header === null ? named.join(': ') : named.join(', ')
    const givesFigure = told.slice(1).some(({ cell }) => FIGURE.test(cell))
    return [{ text: caption === '' ? body : `${caption}: ${body}`, start, end, givesFigure }]
  })
}
