import { attribute, type Child, type Element, find, isSilent, textOf, tidy } from './dom.ts'
import { CLOSES_PARAGRAPH } from './html-tree-builder.ts'
import { InlineEdges } from './inline-edges.ts'
import { mathText } from './math-text.ts'
import { isRaised, noteMark } from './note-marks.ts'
import { isStruckElement, STRUCK_CLOSE, STRUCK_OPEN } from './revisions.ts'
import { NOTES_OF_TABLES, SCRIPT_CLOSE, scriptSign, spellScripts } from './scripts.ts'
import { type Cell, type GridRow, rowText, tableGrid } from './table-grid.ts'

interface TableRow {
  readonly element: Element
  readonly text: string
}

/**
 * Rows as `a | b | c`, each column in its place whatever the cells span; heads of several rows become one ("2020 Men"),
 * a cell over several rows stands in each of them. The caption comes first. Null for a table that only lays out the
 * page.
 */
export function dataRows(table: Element, invisible: ReadonlySet<Element>): TableRow[] | null {
  if (/^(?:presentation|none)$/.test(attribute(table, 'role') ?? '')) return null
  const found = findRows(table, invisible)
  if (found === null) return null
  const grid = tableGrid(found.map((row) => cellsOf(row, invisible))).flatMap((row, at) => {
    const element = found[at]
    return element === undefined || row.cells.every((text) => text === '') ? [] : [{ ...row, element }]
  })
  if (grid.length === 0 || Math.max(...grid.map((row) => row.cells.length)) < 2) return null
  const caption = find(table, (inner) => inner.tag === 'caption')
  const title = caption === null || invisible.has(caption) ? '' : readCell(caption, invisible)
  const rows = withOneHead(grid).map(({ element, cells }) => ({ element, text: rowText(cells) }))
  return caption === null || title === '' ? rows : [{ element: caption, text: title }, ...rows]
}

/** The rows of the table itself; null where its cells hold the page's layout. */
function findRows(table: Element, invisible: ReadonlySet<Element>): Element[] | null {
  const rows: Element[] = []
  let cells = 0
  let layoutCells = 0
  let declared = false
  let nested = false
  const visit = (element: Element): void => {
    for (const child of element.children) {
      if (typeof child === 'string' || invisible.has(child)) continue
      if (child.tag === 'tr') rows.push(child)
      if (child.tag === 'th' || child.tag === 'caption') declared = true
      if (child.tag === 'td') {
        cells += 1
        if (isLayoutCell(child)) layoutCells += 1
        if (find(child, (inner) => inner.tag === 'table') !== null) nested = true
      } else visit(child)
    }
  }
  visit(table)
  return nested || (!declared && layoutCells * 5 > cells) ? null : rows
}

function isLayoutCell(cell: Element): boolean {
  const { length } = textOf(cell)
  if (length > 500) return true
  if (length > 80 && find(cell, (inner) => /^h[1-6]$/.test(inner.tag)) !== null) return true
  return length > 120 && find(cell, (inner) => /^(?:p|ul|div|article|section|form)$/.test(inner.tag)) !== null
}

function cellsOf(row: Element, invisible: ReadonlySet<Element>): Cell[] {
  const inHead = row.parent?.tag === 'thead'
  return row.children.flatMap((cell) => {
    if (typeof cell === 'string' || (cell.tag !== 'td' && cell.tag !== 'th') || invisible.has(cell)) return []
    const text = readCell(cell, invisible)
    const isHead = inHead || cell.tag === 'th'
    return [{ text, isHead, columns: span(cell, 'colspan'), rows: span(cell, 'rowspan') }]
  })
}

function span(cell: Element, name: string): number {
  const value = Number(attribute(cell, name) ?? 1)
  // 0 rows are those to the end of the table.
  if (name === 'rowspan' && value === 0) return Number.POSITIVE_INFINITY
  return Number.isInteger(value) && value > 1 ? value : 1
}

/** Text of a cell: its lines and blocks apart, raised marks as those of notes, what nobody sees left out. */
function readCell(cell: Element, invisible: ReadonlySet<Element>): string {
  let text = ''
  const edges = new InlineEdges()
  const visit = (node: Child): void => {
    if (typeof node === 'string') {
      text += edges.before(node, text) + node
      return
    }
    if (invisible.has(node) || isSilent(node)) return
    const mark = isRaised(node) ? noteMark(node) : null
    if (mark !== null) text += `[${mark}]`
    else if (node.tag === 'math') text += mathText(node)
    else {
      const sign = scriptSign(node)
      const struck = isStruckElement(node)
      const line = node.tag === 'br' || CLOSES_PARAGRAPH.has(node.tag) ? '\n' : ''
      text += line + (struck ? STRUCK_OPEN : '') + sign
      edges.open(node.tag)
      for (const child of node.children) visit(child)
      edges.close(node.tag)
      text += (sign === '' ? '' : SCRIPT_CLOSE) + (struck ? STRUCK_CLOSE : '') + line
    }
  }
  for (const child of cell.children) visit(child)
  return tidy(spellScripts(text, NOTES_OF_TABLES))
}

type Placed = GridRow & { readonly element: Element }

/**
 * The rows of the head as one, above all others: statements are read off by the first row. Lines over the whole width
 * stay above it, as the caption does.
 */
function withOneHead(grid: readonly Placed[]): readonly { readonly element: Element; readonly cells: string[] }[] {
  const first = grid.findIndex((row) => row.isHead && row.cells.length > 1)
  if (first < 0) return grid
  let end = first + 1
  while (end < grid.length && grid[end]?.isHead === true && (grid[end]?.cells.length ?? 0) > 1) end += 1
  const head = grid.slice(first, end)
  const width = Math.max(...head.map((row) => row.cells.length))
  const cells = Array.from({ length: width }, (_, column) => {
    const names = head.map((row) => row.cells[column] ?? '').filter((name) => name !== '')
    return names.filter((name, at) => names.indexOf(name) === at).join(' ')
  })
  const lines = grid.slice(0, first).filter((row) => row.cells.length === 1)
  const others = grid.slice(0, first).filter((row) => row.cells.length > 1)
  const element = (head.at(-1) as Placed).element
  return [...lines, { element, cells }, ...others, ...grid.slice(end)]
}
