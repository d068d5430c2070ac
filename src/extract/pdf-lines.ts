import { nfkcKeepingNumbers } from '../domain/nfkc-keeping-numbers.ts'

/** A run of text as the PDF places it: origin at the lower left, size in points. */
export interface PdfItem {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly bold: boolean
  /** Stands for a whole table, whose rows are the text. */
  readonly isTable?: boolean
}

export interface PdfLine {
  readonly text: string
  readonly x: number
  readonly right: number
  readonly y: number
  readonly size: number
  /** Nearly all its letters are. */
  readonly bold: boolean
  /** The line is a ruled table: its text has a row a line. */
  readonly isTable?: boolean
  /** 0 = the whole width, 1 = left column, 2 = right column; a change of column is no change of paragraph by itself. */
  readonly column: 0 | 1 | 2
  /** Pieces of the line with wide space between them, and where each begins; more than one may be a row of a table. */
  readonly cells: readonly { readonly text: string; readonly x: number }[]
}

export interface PdfPage {
  readonly number: number
  readonly width: number
  readonly height: number
  /** How many paths it draws. */
  readonly paths: number
  /** In reading order. */
  readonly lines: readonly PdfLine[]
}

/** Puts the runs of a page in lines and the lines in reading order, for one and for two columns. */
export function pageLines(items: readonly PdfItem[], width: number): PdfLine[] {
  const segments = rowsOf(items).flatMap(splitRow)
  const gutter = findGutter(segments, width)
  if (gutter === null) return mergeRows(segments).map((row) => toLine(row, 0))
  return twoColumns(segments, gutter)
}

type Segment = readonly PdfItem[]

function rowsOf(items: readonly PdfItem[]): PdfItem[][] {
  const rows: PdfItem[][] = []
  for (const item of [...items].sort((a, b) => b.y - a.y || a.x - b.x)) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (
      row !== undefined &&
      first !== undefined &&
      Math.abs(first.y - item.y) <= Math.max(first.size, item.size) * 0.45
    )
      row.push(item)
    else rows.push([item])
  }
  for (const row of rows) row.sort((a, b) => a.x - b.x)
  return rows
}

/** Cuts a row where the white space is too wide to be a word's. */
function splitRow(row: readonly PdfItem[]): PdfItem[][] {
  const segments: PdfItem[][] = []
  for (const item of row) {
    const segment = segments.at(-1)
    const last = segment?.at(-1)
    if (
      segment !== undefined &&
      last !== undefined &&
      !item.isTable &&
      !last.isTable &&
      item.x - (last.x + last.width) < Math.max(last.size, item.size) * 1.1
    )
      segment.push(item)
    else segments.push([item])
  }
  return segments
}

/** The x of a white stripe in the middle of the page with text on both sides and hardly any across it. */
function findGutter(segments: readonly Segment[], width: number): number | null {
  if (segments.length < 8) return null
  let best: { x: number; crossing: number } | null = null
  for (let x = width * 0.35; x <= width * 0.65; x += 2) {
    let left = 0
    let right = 0
    let crossing = 0
    for (const segment of segments) {
      if (rightOf(segment) <= x) left += 1
      else if (leftOf(segment) >= x) right += 1
      else crossing += 1
    }
    const enough = Math.min(left, right) >= segments.length * 0.2 && crossing <= segments.length * 0.25
    const nearer = best !== null && crossing === best.crossing && Math.abs(x - width / 2) < Math.abs(best.x - width / 2)
    if (enough && (best === null || crossing < best.crossing || nearer)) best = { x, crossing }
  }
  return best !== null && columnsAreProse(segments, best.x) ? best.x : null
}

/** Two stripes of short cells are a table, not columns of prose. */
function columnsAreProse(segments: readonly Segment[], gutter: number): boolean {
  const sides = segments.filter((segment) => rightOf(segment) <= gutter || leftOf(segment) >= gutter)
  const letters = sides.map((segment) => segment.reduce((sum, item) => sum + item.text.length, 0)).sort((a, b) => a - b)
  return (letters[Math.floor(letters.length / 2)] ?? 0) >= 15
}

/** Lines across the gutter part the page in bands; within a band the left column is read before the right one. */
function twoColumns(segments: readonly Segment[], gutter: number): PdfLine[] {
  const lines: PdfLine[] = []
  let left: Segment[] = []
  let right: Segment[] = []
  const flush = () => {
    lines.push(...mergeRows(left).map((row) => toLine(row, 1)), ...mergeRows(right).map((row) => toLine(row, 2)))
    left = []
    right = []
  }
  for (const segment of segments) {
    if (rightOf(segment) <= gutter) left.push(segment)
    else if (leftOf(segment) >= gutter) right.push(segment)
    else {
      flush()
      lines.push(toLine([segment], 0))
    }
  }
  flush()
  return lines
}

/** Segments of one row side by side (a number and its value, justified words) are one line. */
function mergeRows(segments: readonly Segment[]): Segment[][] {
  const rows: Segment[][] = []
  for (const segment of segments) {
    const row = rows.at(-1)
    const first = row?.[0]?.[0]
    const next = segment[0]
    if (
      row !== undefined &&
      first !== undefined &&
      next !== undefined &&
      !first.isTable &&
      !next.isTable &&
      Math.abs(first.y - next.y) <= first.size * 0.45
    )
      row.push(segment)
    else rows.push([segment])
  }
  return rows
}

function toLine(row: readonly Segment[], column: 0 | 1 | 2): PdfLine {
  const items = row.flat()
  const longest = items.reduce((best, item) => (item.text.length > best.text.length ? item : best))
  const letters = items.reduce((sum, item) => sum + item.text.length, 0)
  const bold = items.reduce((sum, item) => sum + (item.bold ? item.text.length : 0), 0)
  return {
    text: longest.isTable === true ? longest.text : textOfItems(items),
    x: leftOf(items),
    right: rightOf(items),
    y: longest.y,
    size: longest.size,
    bold: bold >= letters * 0.9,
    ...(longest.isTable === true ? { isTable: true } : {}),
    column,
    cells: row.map((segment) => ({ text: textOfItems(segment), x: leftOf(segment) })),
  }
}

export function textOfItems(items: readonly PdfItem[]): string {
  let text = ''
  let end = Number.NEGATIVE_INFINITY
  for (const item of items) {
    const gap = item.x - end
    const glued = text === '' || gap < item.size * 0.15 || /\s$/.test(text) || /^\s/.test(item.text)
    text += glued ? item.text : ` ${item.text}`
    end = item.x + item.width
  }
  return nfkcKeepingNumbers(text).replace(/\s+/g, ' ').trim()
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
  const tops = items.map((item) => item.y)
  const highest = Math.max(0, ...tops)
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
      column: 0 as const,
      cells: [{ text, x }],
    }
  })
}

function leftOf(segment: Segment): number {
  return Math.min(...segment.map((item) => item.x))
}

function rightOf(segment: Segment): number {
  return Math.max(...segment.map((item) => item.x + item.width))
}
