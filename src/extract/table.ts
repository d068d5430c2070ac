import { attribute, type Element, find, textOf, tidy } from './dom.ts'

interface TableRow {
  readonly element: Element
  readonly text: string
  readonly isHeader: boolean
}

/** Rows as `a | b | c`; null for a table that only lays out the page. */
export function dataRows(table: Element, invisible: ReadonlySet<Element>): TableRow[] | null {
  if (/^(?:presentation|none)$/.test(attribute(table, 'role') ?? '')) return null
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
  if (nested || (!declared && layoutCells * 5 > cells)) return null
  const filled = rows.map((element) => rowOf(element)).filter((row) => row.text.replace(/[\s|]/g, '') !== '')
  const widest = Math.max(0, ...filled.map((row) => row.text.split(' | ').length))
  if (filled.length === 0 || widest < 2) return null
  const header = filled.findIndex((row) => row.isHeader)
  const ordered =
    header > 0 ? [filled[header] as TableRow, ...filled.slice(0, header), ...filled.slice(header + 1)] : filled
  const caption = find(table, (inner) => inner.tag === 'caption')
  const title = textOf(caption)
  return caption === null || title === '' ? ordered : [{ element: caption, text: title, isHeader: false }, ...ordered]
}

function isLayoutCell(cell: Element): boolean {
  if (textOf(cell).length > 500) return true
  if (find(cell, (inner) => /^h[1-6]$/.test(inner.tag)) !== null && textOf(cell).length > 80) return true
  return (
    find(cell, (inner) => /^(?:p|ul|div|article|section|form)$/.test(inner.tag)) !== null && textOf(cell).length > 120
  )
}

function rowOf(element: Element): TableRow {
  const cells = element.children.filter(
    (cell): cell is Element => typeof cell !== 'string' && (cell.tag === 'td' || cell.tag === 'th'),
  )
  return {
    element,
    text: cells.map((cell) => tidy(textOf(cell)).replaceAll('|', '/')).join(' | '),
    isHeader: cells.length > 1 && cells.every((cell) => cell.tag === 'th'),
  }
}
