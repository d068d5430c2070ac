import { LONGEST_PAGE } from '../../domain/text-limits.ts'
import { decodeHtml } from '../charset.ts'
import type { ReadDocument } from './document-page.ts'
import { sheetBlocks } from './sheet-tables.ts'
import { oneLine, type SheetRow } from './xlsx-sheet.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const
/** Lines by which the delimiter is told. */
const SAMPLE_LINES = 60
const SAMPLE = 100_000

/** Rows of figures as text (.csv, .tsv): what parts the cells is told by what parts every line alike. */
export async function readDelimited(body: Uint8Array, contentType: string | null): Promise<ReadDocument> {
  const text = await decodeHtml(body, contentType)
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  // A first line of Excel says it outright.
  const said = /^sep=(.)\r?\n/i.exec(source.slice(0, 10))
  const rest = said === null ? source : source.slice(said[0].length)
  const { rows, isCut } = readRows(rest, said?.[1] ?? delimiterOf(rest.slice(0, SAMPLE)))
  return { title: null, blocks: sheetBlocks(rows, null), isCut }
}

/** The sign that stands the same number of times in the most lines, more of them first. */
export function delimiterOf(sample: string): string {
  let best = { sign: ',', lines: 0, count: 0 }
  for (const sign of DELIMITERS) {
    const counts = readRows(sample, sign, SAMPLE_LINES).rows.map(({ number: _, width }) => width - 1)
    const usual = mode(counts.filter((count) => count > 0))
    const lines = counts.filter((count) => count === usual).length
    if (usual > 0 && (lines > best.lines || (lines === best.lines && usual > best.count)))
      best = { sign, lines, count: usual }
  }
  return best.sign
}

function mode(counts: readonly number[]): number {
  const times = new Map<number, number>()
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1)
  return [...times].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
}

interface DelimitedRow extends SheetRow {
  /** Cells, empty ones too. */
  readonly width: number
}

/** One walk over the characters; a quoted cell may hold the delimiter, line ends and doubled quotes. */
function readRows(
  text: string,
  delimiter: string,
  mostRows = Number.POSITIVE_INFINITY,
): { readonly rows: readonly DelimitedRow[]; readonly isCut: boolean } {
  const rows: DelimitedRow[] = []
  let cells = new Map<number, string>()
  let column = 0
  let left = LONGEST_PAGE
  const endCell = (value: string) => {
    const shown = oneLine(value)
    left -= shown.length + 3
    if (shown !== '') cells.set(column, shown)
    column += 1
  }
  const endRow = () => {
    rows.push({ number: rows.length + 1, cells, width: column })
    cells = new Map()
    column = 0
  }
  let at = 0
  while (at < text.length && rows.length < mostRows) {
    if (left < 0) return { rows, isCut: true }
    const isQuoted = text.charAt(at) === '"'
    const { value, end } = isQuoted ? quotedCell(text, at, delimiter) : plainCell(text, at, delimiter)
    endCell(value)
    const sign = text.charAt(end)
    if (sign === delimiter) {
      at = end + 1
      if (at === text.length) endCell('')
      continue
    }
    endRow()
    at = sign === '\r' && text.charAt(end + 1) === '\n' ? end + 2 : end + 1
  }
  if (column > 0) endRow()
  return { rows, isCut: false }
}

interface CellEnd {
  readonly value: string
  /** Of the delimiter or the line end behind it. */
  readonly end: number
}

function plainCell(text: string, from: number, delimiter: string): CellEnd {
  let end = from
  for (; end < text.length; end += 1) {
    const sign = text.charAt(end)
    if (sign === delimiter || sign === '\n' || sign === '\r') break
  }
  return { value: text.slice(from, end), end }
}

function quotedCell(text: string, from: number, delimiter: string): CellEnd {
  let value = ''
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    // Never closed: the quote was no opening one.
    if (quote < 0) return plainCell(text, from, delimiter)
    value += text.slice(at, quote)
    if (text.charAt(quote + 1) !== '"') {
      const rest = plainCell(text, quote + 1, delimiter)
      return { value: value + rest.value, end: rest.end }
    }
    value += '"'
    at = quote + 2
  }
}
