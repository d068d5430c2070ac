import type { StatementSync } from 'node:sqlite'
import { distinctNames } from '../../domain/distinct-names.ts'
import { roundTo } from '../../domain/round-to.ts'
import { shortenText } from '../../domain/shorten-text.ts'
import { estimateTokens } from '../../domain/token-estimate.ts'
import type { QueryRequest } from './messages.ts'

type Cell = string | number | null
type Bounds = Pick<QueryRequest, 'limit' | 'offset' | 'maxAnswerBytes' | 'maxAnswerTokens' | 'whole'>

interface AnswerRows {
  readonly columns: string[]
  readonly rows: Cell[][]
  /** Rows are left; the next page begins after those of this one. */
  readonly truncated: boolean
}

/** A text longer than this is shortened, unless whole cells were asked for. */
const CELL_CHARACTERS = 500

/**
 * One page of the rows: from `offset`, until the limit of rows, bytes or tokens. The first row always comes: one that
 * is too large by itself has its texts shortened.
 */
export function readRows(statement: StatementSync, bounds: Bounds): AnswerRows {
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  const columns = distinctNames(statement.columns().map((column) => column.name))
  const rows: Cell[][] = []
  const sizeOf = (cells: readonly Cell[]): Size => {
    const json = JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, cells[i]])))
    return { bytes: Buffer.byteLength(json), tokens: estimateTokens(json) }
  }
  const total = { bytes: 0, tokens: 0 }
  let seen = 0
  for (const row of statement.iterate()) {
    seen += 1
    if (seen <= bounds.offset) continue
    if (rows.length === bounds.limit) return { columns, rows, truncated: true }
    // Typed as an object, an array since setReturnArrays.
    const values: readonly unknown[] = Array.isArray(row) ? row : Object.values(row)
    const read = values.map(cellOf)
    const shown = bounds.whole ? read : read.map(briefly)
    const cells = rows.length === 0 ? fitting(shown, bounds, sizeOf) : shown
    const { bytes, tokens } = sizeOf(cells)
    total.bytes += bytes
    total.tokens += tokens
    if (rows.length > 0 && isOver(total, bounds)) return { columns, rows, truncated: true }
    rows.push(cells)
  }
  return { columns, rows, truncated: false }
}

interface Size {
  readonly bytes: number
  readonly tokens: number
}

function isOver({ bytes, tokens }: Size, { maxAnswerBytes, maxAnswerTokens }: Bounds): boolean {
  return bytes > maxAnswerBytes || tokens > maxAnswerTokens
}

/** Halves the longest text it may show until the row fits. */
function fitting(cells: readonly Cell[], bounds: Bounds, sizeOf: (cells: readonly Cell[]) => Size): Cell[] {
  let fit = [...cells]
  const lengths = cells.map((cell) => (typeof cell === 'string' ? cell.length : 0))
  for (let longest = Math.max(...lengths); longest > 1 && isOver(sizeOf(fit), bounds); longest = Math.ceil(longest / 2))
    fit = cells.map((cell) => (typeof cell === 'string' ? shortenText(cell, longest) : cell))
  return fit
}

/** As an assistant reads it: long texts shortened, four decimals. */
function briefly(cell: Cell): Cell {
  if (typeof cell === 'string') return shortenText(cell, CELL_CHARACTERS)
  if (typeof cell !== 'number' || Number.isInteger(cell)) return cell
  return Math.abs(cell) < 0.001 ? Number(cell.toPrecision(3)) : roundTo(cell, 4)
}

function cellOf(value: unknown): Cell {
  if (value instanceof Uint8Array) return `<blob ${value.byteLength} bytes>`
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return typeof value === 'string' ? value : null
}
