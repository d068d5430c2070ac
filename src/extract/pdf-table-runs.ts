import type { PdfLine } from './pdf-page.ts'
import { rowText } from './table-grid.ts'

/** What stands over or under a table or a picture. */
export const CAPTION =
  /^(?:fig(?:ure|\.)?|table|tab\.|chart|scheme|box|plate|map|abb\.|abbildung|tabelle|図|表|写真)\s*(?:s?\d|[IVX]+\b)/i

/**
 * Runs of three or more lines whose pieces begin at the same places are a table: its rows at the first line, null at
 * the rest. Rules are drawn by a few PDFs only, the alignment is there in all.
 */
export function tableRuns(lines: readonly PdfLine[]): Map<number, string | null> {
  const found = new Map<number, string | null>()
  for (let from = 0; from < lines.length; from += 1) {
    let to = from
    while (to < lines.length && isRow(lines[from] as PdfLine, lines[to] as PdfLine)) to += 1
    if (to - from < 3 || isStretched(lines, from, to)) continue
    const rows = lines.slice(from, to).map((line) => rowText(line.cells.map((cell) => cell.text)))
    for (let index = from; index < to; index += 1) found.set(index, index === from ? rows.join('\n') : null)
    from = to - 1
  }
  return found
}

function isRow(first: PdfLine, line: PdfLine): boolean {
  if (line.cells.length < 2 || line.cells.length !== first.cells.length || line.column !== first.column) return false
  if (CAPTION.test(line.text)) return false
  const near = line.cells.filter(
    (cell, index) => Math.abs(cell.x - (first.cells[index]?.x ?? Number.NaN)) <= line.size * 2.5,
  )
  return near.length === line.cells.length && line.cells.every((cell) => cell.text.length <= 60)
}

/**
 * Lines of a narrow justified column with few words have wide gaps too. They reach from edge to edge, and what looks
 * like a cell begins small, in the middle of a sentence.
 */
function isStretched(lines: readonly PdfLine[], from: number, to: number): boolean {
  const rows = lines.slice(from, to)
  const [, second] = rows
  if (second === undefined) return false
  const isFlush = (line: PdfLine) => Math.abs(line.right - second.right) < 2 && Math.abs(line.x - second.x) < 2
  if (!rows.slice(1, -1).every(isFlush)) return false
  const cells = rows.flatMap((row) => row.cells)
  return cells.filter((cell) => /^\p{Ll}/u.test(cell.text)).length >= cells.length * 0.5
}
