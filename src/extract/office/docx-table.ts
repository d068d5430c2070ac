import { type Cell, rowText, tableGrid } from '../table-grid.ts'
import { attr, child, elements, isOn, type XmlNode } from './xml-tree.ts'

interface GrowingCell extends Cell {
  rows: number
}

/** Rows as `a | b | c`; a cell over several rows or columns stands in each of them. */
export function docxTable(table: XmlNode, cellText: (cell: XmlNode) => string): string {
  /** By the column where they began: cells that may grow downwards. */
  const above = new Map<number, GrowingCell>()
  const rows = rowsOf(table).map((row) => {
    const isHead = isOn(child(row, 'trPr', 'tblHeader'))
    const cells: GrowingCell[] = []
    let column = 0
    for (const node of unwrapped(row, 'tc')) {
      const span = Math.max(1, Number(attr(child(node, 'tcPr', 'gridSpan'), 'val') ?? 1) || 1)
      const merge = child(node, 'tcPr', 'vMerge')
      const owner = above.get(column)
      const goesOn = merge !== null && attr(merge, 'val') !== 'restart' && owner !== undefined
      if (goesOn) owner.rows += 1
      else {
        const cell = { text: cellText(node), isHead, columns: span, rows: 1 }
        cells.push(cell)
        above.set(column, cell)
      }
      column += span
    }
    return cells
  })
  return tableGrid(rows)
    .filter(({ cells }) => cells.some((text) => text !== ''))
    .map(({ cells }) => rowText(cells))
    .join('\n')
}

function rowsOf(table: XmlNode): readonly XmlNode[] {
  // A row that was deleted under tracked changes is none of the table as it stands.
  return unwrapped(table, 'tr').filter((row) => child(row, 'trPr', 'del') === null)
}

/** Content controls and markup of changes stand between a table and its rows. */
function unwrapped(node: XmlNode, name: string): XmlNode[] {
  return elements(node).flatMap((one) => {
    if (one.name === name) return [one]
    return /^(?:sdt|sdtContent|ins|customXml|smartTag)$/.test(one.name) ? unwrapped(one, name) : []
  })
}

export function columnsOf(table: XmlNode): number {
  return Math.max(0, ...unwrapped(table, 'tr').map((row) => unwrapped(row, 'tc').length))
}
