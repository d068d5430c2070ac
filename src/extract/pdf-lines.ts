import { nfkcKeepingNumbers } from '../domain/nfkc-keeping-numbers.ts'
import { regionsOf } from './pdf-columns.ts'
import type { PdfItem, PdfLine } from './pdf-page.ts'
import { rowsOf, splitRow } from './pdf-rows.ts'
import { textOfItems } from './pdf-scripts.ts'
import { runsLeftwards } from './right-to-left.ts'

type Segment = readonly PdfItem[]

/** Puts the runs of a page in lines and the lines in reading order, column by column. */
export function pageLines(items: readonly PdfItem[], width: number): PdfLine[] {
  const leftwards = runsLeftwards(items.map((item) => item.text).join(' '))
  const placed = leftwards ? items.map((item) => mirrored(item, width)) : items
  return regionsOf(rowsOf(placed)).flatMap((region, column) =>
    region.flatMap((row) => linesOf(splitRow(row)).map((segments) => toLine(segments, column))),
  )
}

function mirrored(item: PdfItem, width: number): PdfItem {
  return { ...item, x: width - (item.x + item.width), mirrored: true }
}

/** Segments of one row side by side (a number and its value, justified words) are one line; a table stands alone. */
function linesOf(segments: readonly Segment[]): Segment[][] {
  const lines: Segment[][] = []
  let open: Segment[] | null = null
  for (const segment of segments) {
    const isTable = segment[0]?.isTable === true
    if (isTable || open === null) lines.push([segment])
    else open.push(segment)
    open = isTable ? null : (lines.at(-1) ?? null)
  }
  return lines
}

function toLine(row: readonly Segment[], column: number): PdfLine {
  const items = row.flat()
  const longest = items.reduce((best, item) => (weightOf(item) > weightOf(best) ? item : best))
  const letters = items.reduce((sum, item) => sum + item.text.length, 0)
  const bold = items.reduce((sum, item) => sum + (item.bold ? item.text.length : 0), 0)
  const isTable = longest.isTable === true
  return {
    text: isTable ? longest.text : textOfItems(items),
    x: leftOf(items),
    right: rightOf(items),
    y: longest.y,
    size: longest.size,
    bold: bold >= letters * 0.9,
    ...(isTable ? { isTable } : {}),
    column,
    cells: row.map((segment) => ({ text: textOfItems(segment), x: leftOf(segment) })),
  }
}

/** A long exponent is still smaller than the figure it stands on. */
function weightOf(item: PdfItem): number {
  return item.text.length * item.size * item.size
}

/**
 * Lines of vertical writing: columns from right to left, each read downwards. They come out as if set in horizontal
 * lines, first column on top, so that headings and paragraphs are told by the same rules.
 */
export function verticalLines(items: readonly PdfItem[]): PdfLine[] {
  const columns: PdfItem[][] = []
  for (const item of [...items].sort((a, b) => b.x - a.x || b.y - a.y)) {
    const last = columns.at(-1)
    const first = last?.[0]
    if (
      last !== undefined &&
      first !== undefined &&
      Math.abs(first.x - item.x) <= Math.max(first.size, item.size) * 0.5
    )
      last.push(item)
    else columns.push([item])
  }
  const highest = items.reduce((most, item) => Math.max(most, item.y), 0)
  return columns.map((parts) => {
    parts.sort((a, b) => b.y - a.y)
    const first = parts[0] as PdfItem
    const written = parts.map((item) => item.text).join('')
    const text = nfkcKeepingNumbers(written.replace(/\s+/g, ''))
    const length = parts.reduce((sum, item) => sum + [...item.text].length * item.size, 0)
    const x = highest - first.y
    return {
      text,
      x,
      right: x + length,
      y: first.x,
      size: first.size,
      bold: parts.every((item) => item.bold),
      column: 0,
      cells: [{ text, x }],
    }
  })
}

function leftOf(segment: Segment): number {
  return segment.reduce((least, item) => Math.min(least, item.x), Number.POSITIVE_INFINITY)
}

function rightOf(segment: Segment): number {
  return segment.reduce((most, item) => Math.max(most, item.x + item.width), Number.NEGATIVE_INFINITY)
}
