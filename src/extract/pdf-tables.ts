import type { PdfItem } from './pdf-page.ts'
import { rowsOf } from './pdf-rows.ts'
import type { RulingLine, RulingLines } from './pdf-ruling-lines.ts'
import { textOfItems } from './pdf-scripts.ts'
import { rowText } from './table-grid.ts'

/** Cells of a table row by row, and the box it stands in. */
export interface RuledTable {
  readonly rows: readonly (readonly string[])[]
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** How far apart two rules may be and still meet. */
const MEET = 3

/**
 * Tables a page rules (REQ 5.1.1): grids of crossing lines, and stacks of level lines of one width as journals set
 * them. A box round a text, the axes of a chart and the lines over footnotes have no cells side by side and are none.
 */
export function ruledTables(items: readonly PdfItem[], rules: RulingLines): RuledTable[] {
  const tables: RuledTable[] = []
  for (const grid of grids(rules)) {
    const table = gridTable(items, grid)
    if (table !== null) tables.push(table)
  }
  const free = rules.level.filter(
    (one) => !tables.some((table) => one.at <= table.top + MEET && one.at >= table.bottom - MEET),
  )
  for (const stack of stacks(free)) {
    const table = stackTable(items, stack)
    if (table !== null) tables.push(table)
  }
  return tables
}

export function inTable(item: PdfItem, table: RuledTable): boolean {
  const middle = item.x + item.width / 2
  const height = item.y + item.size * 0.3
  return middle > table.left && middle < table.right && height > table.bottom && height < table.top
}

export function tableText(table: RuledTable): string {
  return table.rows.map((row) => rowText(row)).join('\n')
}

interface Grid {
  readonly level: readonly RulingLine[]
  readonly upright: readonly RulingLine[]
}

/** Rules that cross or meet, directly or through others, with at least three upright and two level ones. */
function grids({ level, upright }: RulingLines): Grid[] {
  const groups: { level: RulingLine[]; upright: RulingLine[] }[] = []
  for (const column of upright) {
    const crossed = level.filter((row) => meets(row, column))
    if (crossed.length === 0) continue
    const touching = groups.filter((group) => crossed.some((row) => group.level.includes(row)))
    const whole = { level: [...new Set([...touching.flatMap((group) => group.level), ...crossed])], upright: [column] }
    whole.upright.unshift(...touching.flatMap((group) => group.upright))
    for (const group of touching) groups.splice(groups.indexOf(group), 1)
    groups.push(whole)
  }
  return groups.filter((group) => distinct(group.upright).length >= 3 && distinct(group.level).length >= 2)
}

function meets(row: RulingLine, column: RulingLine): boolean {
  return (
    column.at >= row.from - MEET &&
    column.at <= row.to + MEET &&
    row.at >= column.from - MEET &&
    row.at <= column.to + MEET
  )
}

function distinct(rules: readonly RulingLine[]): number[] {
  const places: number[] = []
  for (const { at } of [...rules].sort((a, b) => a.at - b.at))
    if (places.length === 0 || at - (places.at(-1) as number) > MEET) places.push(at)
  return places
}

function gridTable(items: readonly PdfItem[], grid: Grid): RuledTable | null {
  const xs = distinct(grid.upright)
  const ys = distinct(grid.level).reverse()
  const box = { left: xs[0] as number, right: xs.at(-1) as number, top: ys[0] as number, bottom: ys.at(-1) as number }
  const inside = items.filter((item) => inTable(item, { ...box, rows: [] }))
  const rows: string[][] = []
  for (let row = 0; row + 1 < ys.length; row += 1) {
    const [top, bottom] = [ys[row] as number, ys[row + 1] as number]
    const middle = (top + bottom) / 2
    // Where no line parts two columns in this row, they are one cell.
    const edges = xs.filter((x) => x === box.left || x === box.right || isCut(grid.upright, x, middle))
    const band = inside.filter((item) => item.y + item.size * 0.3 < top && item.y + item.size * 0.3 > bottom)
    const cells = edges.slice(1).map((right, index) => {
      const left = edges[index] as number
      const within = band.filter((item) => item.x + item.width / 2 > left && item.x + item.width / 2 < right)
      return { at: xs.indexOf(left), within }
    })
    rows.push(...bandRows(cells, xs.length - 1))
  }
  const filled = rows.filter((row) => row.some((cell) => cell !== ''))
  return isTable(filled) ? { ...box, rows: filled } : null
}

function isCut(upright: readonly RulingLine[], x: number, y: number): boolean {
  return upright.some((one) => Math.abs(one.at - x) <= MEET && y > one.from && y < one.to)
}

interface Cell {
  readonly at: number
  readonly within: readonly PdfItem[]
}

/**
 * A band between two rules is one row, unless nearly all its columns have text at three or more heights: then each is
 * one.
 */
function bandRows(cells: readonly Cell[], width: number): string[][] {
  const lines = rowsOf(cells.flatMap((cell) => cell.within)).map((line) => new Set(line))
  const filled = cells.filter((cell) => cell.within.length > 0)
  const each = filled.every((cell) => rowsOf(cell.within).length >= lines.length * 0.8)
  const parts = lines.length >= 3 && filled.length >= 2 && each ? lines : [null]
  return parts.map((line) => {
    const row = Array.from({ length: width }, () => '')
    for (const { at, within } of cells)
      row[at] = cellText(line === null ? within : within.filter((one) => line.has(one)))
    return row
  })
}

function cellText(items: readonly PdfItem[]): string {
  return rowsOf(items)
    .map(textOfItems)
    .reduce((text, line) => {
      if (text === '') return line
      if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line
      return /[\u3040-\u30ff\u3400-\u9fff]$/.test(text) ? text + line : `${text} ${line}`
    }, '')
}

/** At least two rows with two filled cells, and more cells filled than not. */
function isTable(rows: readonly (readonly string[])[]): boolean {
  const full = rows.filter((row) => row.filter((cell) => cell !== '').length >= 2)
  const cells = rows.flat()
  return full.length >= 2 && cells.filter((cell) => cell !== '').length * 2 >= cells.length
}

/** Three or more level rules of one width, from top to bottom. */
function stacks(level: readonly RulingLine[]): RulingLine[][] {
  const groups: RulingLine[][] = []
  for (const one of [...level].sort((a, b) => b.at - a.at)) {
    const group = groups.find(
      ([first]) =>
        Math.abs((first as RulingLine).from - one.from) <= MEET && Math.abs((first as RulingLine).to - one.to) <= MEET,
    )
    if (group === undefined) groups.push([one])
    else group.push(one)
  }
  return groups.filter(
    (group) => group.length >= 3 && (group[0] as RulingLine).to - (group[0] as RulingLine).from >= 60,
  )
}

/** Columns are the stripes that no text of the rows crosses; prose between rules has none, or long pieces. */
function stackTable(items: readonly PdfItem[], stack: readonly RulingLine[]): RuledTable | null {
  const first = stack[0] as RulingLine
  const box = {
    left: first.from - MEET,
    right: first.to + MEET,
    top: first.at,
    bottom: (stack.at(-1) as RulingLine).at,
  }
  const inside = items.filter((item) => inTable(item, { ...box, rows: [] }))
  // Headings over several columns stand above the second rule and would hide the stripes.
  const body = inside.filter((item) => item.y < (stack[1] as RulingLine).at)
  const gaps = whiteStripes(body, box.left, box.right)
  if (gaps.length === 0) return null
  const edges = [box.left, ...gaps, box.right]
  const rows = rowsOf(inside).map((line) =>
    edges.slice(1).map((right, index) => {
      const left = edges[index] as number
      const middle = (item: PdfItem) => item.x + item.width / 2
      return textOfItems(line.filter((one) => middle(one) >= left && middle(one) < right))
    }),
  )
  const lengths = rows
    .flat()
    .filter((cell) => cell !== '')
    .map((cell) => cell.length)
    .sort((a, b) => a - b)
  const short = (lengths[Math.floor(lengths.length / 2)] ?? 99) <= 25 && (lengths.at(-1) ?? 99) <= 120
  return short && rows.length <= 60 && isTable(rows) ? { ...box, rows } : null
}

/** The middles of the stripes, wider than a letter, that no text crosses. */
function whiteStripes(items: readonly PdfItem[], left: number, right: number): number[] {
  const found: number[] = []
  let end = left
  for (const item of [...items].sort((a, b) => a.x - b.x)) {
    if (end > left && item.x - end >= Math.max(4, item.size * 0.6)) found.push((end + item.x) / 2)
    end = Math.max(end, Math.min(right, item.x + item.width))
  }
  return found
}
