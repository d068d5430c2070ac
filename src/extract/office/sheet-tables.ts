import type { Block } from '../blocks.ts'
import { rowText } from '../table-grid.ts'
import { paragraph } from './document-page.ts'
import type { SheetRow } from './xlsx-sheet.ts'

/** The tables of a sheet: rows without a gap belong together, columns that are empty in all of them are left out. */
export function sheetBlocks(rows: readonly SheetRow[], page: number | null): Block[] {
  const blocks: Block[] = []
  let table: SheetRow[] = []
  let before = 0
  for (const row of rows) {
    if (row.cells.size === 0) continue
    if (row.number > before + 1) {
      blocks.push(...tableBlocks(table, page))
      table = []
    }
    table.push(row)
    before = row.number
  }
  return [...blocks, ...tableBlocks(table, page)]
}

function tableBlocks(rows: readonly SheetRow[], page: number | null): Block[] {
  const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].sort((a, b) => a - b)
  if (columns.length === 0) return []
  if (columns.length === 1) return rows.map(({ cells }) => paragraph([...cells.values()].join(' '), page))
  const begin = rows.findIndex(({ cells }) => cells.size > 1)
  const lines = rows.map(({ cells }, at) => {
    // A line over the table is its caption, wherever the cell stands.
    if (at < begin) return [...cells.values()].join(' ')
    return rowText(columns.map((column) => cells.get(column) ?? ''))
  })
  return [{ type: 'table', text: lines.join('\n'), level: 0, emitted: true, page }]
}
