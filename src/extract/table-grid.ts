export interface Cell {
  readonly text: string
  readonly isHead: boolean
  readonly columns: number
  readonly rows: number
}

export interface GridRow {
  /** One text a column; a single one where the row is one cell over the whole width. */
  readonly cells: string[]
  /** Made of head cells alone. */
  readonly isHead: boolean
}

/** What a table that people read has at most; wider spans are cut. */
const MOST_COLUMNS = 100
/** Longer texts are not written again in the rows and columns that their cell spans. */
const LONGEST_REPEATED = 120
/** Characters written again in one table: a span costs a page nothing, its repetition would cost us. */
const MOST_REPEATED = 100_000

/** A row as it is read; a bar within a cell stands without room around it, since " | " parts the cells. */
export function rowText(cells: readonly string[]): string {
  return cells.map(withTightBars).join(' | ')
}

function withTightBars(cell: string): string {
  return cell.includes('|') ? cell.replace(/ \| | \|$/g, '|') : cell
}

interface Hanging {
  readonly text: string
  left: number
}

/** Lays cells into columns as a browser does: what spans rows from above keeps its columns. */
export function tableGrid(rows: readonly (readonly Cell[])[]): GridRow[] {
  const hanging: (Hanging | undefined)[] = []
  let repeatable = MOST_REPEATED
  const repeated = (text: string): string => {
    if (text.length > LONGEST_REPEATED || text.length > repeatable) return ''
    repeatable -= text.length
    return text
  }
  return rows.map((cells) => {
    const texts: string[] = []
    let isHead = cells.length > 0
    const takeHanging = (): void => {
      for (let above = hanging[texts.length]; above !== undefined; above = hanging[texts.length]) {
        above.left -= 1
        if (above.left === 0) hanging[texts.length] = undefined
        texts.push(repeated(above.text))
        if (texts.length >= MOST_COLUMNS) return
      }
    }
    for (const cell of cells) {
      takeHanging()
      if (!cell.isHead) isHead = false
      const width = Math.min(cell.columns, MOST_COLUMNS - texts.length)
      for (let column = 0; column < width; column += 1) {
        if (cell.rows > 1) hanging[texts.length] = { text: cell.text, left: cell.rows - 1 }
        texts.push(column === 0 ? cell.text : repeated(cell.text))
      }
    }
    takeHanging()
    const [only] = cells
    const isLine = cells.length === 1 && only !== undefined && texts.length === Math.min(only.columns, MOST_COLUMNS)
    return { cells: isLine ? [only.text] : texts, isHead }
  })
}
