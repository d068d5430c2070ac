import type { ShowNumber } from './number-format.ts'
import { scanXml } from './xml-scan.ts'

export interface SheetRow {
  /** Its number in the sheet, from 1. */
  readonly number: number
  /** Texts by column, from 0; cells without text are not there. */
  readonly cells: Map<number, string>
}

export interface Sheet {
  readonly rows: readonly SheetRow[]
  readonly isCut: boolean
}

export interface SheetReading {
  readonly strings: readonly string[]
  readonly formats: (style: number) => ShowNumber
  /** Characters that may be read; the rest is left out. */
  readonly most: number
}

interface OpenCell {
  readonly column: number
  readonly type: string
  readonly style: number
  value: string
}

/** Larger numbers of columns are no sheet. */
const MOST_COLUMNS = 16_384
/** Cells that one merged range may fill. */
const LARGEST_RANGE = 10_000
/** Longer texts of merged cells are not written again. */
const LONGEST_REPEATED = 120

/** Rows as they are shown, in one walk: a sheet may hold a million of them. */
export function readSheet(xml: string, reading: SheetReading): Sheet {
  const rows: SheetRow[] = []
  let row: SheetRow | null = null
  let cell: OpenCell | null = null
  let inValue = false
  let inPhonetic = false
  let left = reading.most
  const ranges: string[] = []
  for (const token of scanXml(xml)) {
    if (token.kind === 'text') {
      if (cell !== null && inValue && !inPhonetic) cell.value += token.text
      continue
    }
    if (token.kind === 'open') {
      const { name, attributes } = token
      if (name === 'row') {
        row = { number: Number(attributes.get('r')) || (rows.at(-1)?.number ?? 0) + 1, cells: new Map() }
        rows.push(row)
      } else if (name === 'c' && row !== null && !token.isEmpty) {
        const column = columnOf(attributes.get('r')) ?? lastColumn(row) + 1
        cell = { column, type: attributes.get('t') ?? 'n', style: Number(attributes.get('s') ?? 0), value: '' }
      } else if ((name === 'v' || name === 't') && !token.isEmpty) inValue = true
      else if (name === 'rPh' && !token.isEmpty) inPhonetic = true
      else if (name === 'mergeCell') ranges.push(attributes.get('ref') ?? '')
      continue
    }
    if (token.name === 'v' || token.name === 't') inValue = false
    else if (token.name === 'rPh') inPhonetic = false
    else if (token.name === 'c' && cell !== null && row !== null) {
      const text = shownText(cell, reading)
      if (text !== '' && cell.column < MOST_COLUMNS) row.cells.set(cell.column, text)
      left -= text.length
      cell = null
      if (left < 0) return { rows, isCut: true }
    }
  }
  fillRanges(rows, ranges)
  return { rows, isCut: false }
}

function shownText({ type, style, value }: OpenCell, { strings, formats }: SheetReading): string {
  const plain = value.trim()
  if (plain === '') return ''
  if (type === 's') return oneLine(strings[Number(plain)] ?? '')
  if (type === 'b') return plain === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n') return oneLine(value)
  const number = Number(plain)
  return Number.isFinite(number) ? formats(style)(number) : plain
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** `AB12` is column 27. */
export function columnOf(reference: string | undefined): number | null {
  const letters = /^\$?([A-Za-z]{1,3})/.exec(reference ?? '')?.[1]
  if (letters === undefined) return null
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function lastColumn({ cells }: SheetRow): number {
  return [...cells.keys()].at(-1) ?? -1
}

/** What a merged cell says holds for all the cells it covers. */
function fillRanges(rows: readonly SheetRow[], ranges: readonly string[]): void {
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  let left = LARGEST_RANGE * 10
  for (const range of ranges) {
    const [, from, top, to, bottom] = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(range) ?? []
    const [first, last] = [columnOf(from), columnOf(to)]
    if (first === null || last === null) continue
    const text = byNumber.get(Number(top))?.cells.get(first)
    const size = (last - first + 1) * (Number(bottom) - Number(top) + 1)
    if (text === undefined || text.length > LONGEST_REPEATED || size > LARGEST_RANGE || size > left) continue
    // A title over the whole table stays one cell.
    if (top === bottom && byNumber.get(Number(top))?.cells.size === 1) continue
    left -= size
    for (let at = Number(top); at <= Number(bottom); at += 1)
      for (let column = first; column <= last; column += 1) {
        const cells = byNumber.get(at)?.cells
        if (cells !== undefined && !cells.has(column)) cells.set(column, text)
      }
  }
}
