import { attribute, type DomElement, textOf } from './dom.ts'

/** Rows as `a | b | c`, header row first; null for a table that only lays out the page. */
export function tableRows(table: DomElement): string[] | null {
  if (isLayout(table)) return null
  const rows = [...table.querySelectorAll('tr')].map(cellsOf).filter((cells) => cells.some((cell) => cell !== ''))
  const widest = Math.max(0, ...rows.map((cells) => cells.length))
  if (rows.length === 0 || widest < 2) return null
  const header = [...table.querySelectorAll('tr')].find((row) => isHeaderRow(row))
  const headerCells = header === undefined ? null : cellsOf(header).join(' | ')
  const lines = rows.map((cells) => cells.join(' | '))
  const at = headerCells === null ? -1 : lines.indexOf(headerCells)
  const ordered = at > 0 ? [lines[at] ?? '', ...lines.slice(0, at), ...lines.slice(at + 1)] : lines
  const caption = textOf(table.querySelector('caption'))
  return caption === '' ? ordered : [caption, ...ordered]
}

function isLayout(table: DomElement): boolean {
  if (/^(?:presentation|none)$/.test(attribute(table, 'role') ?? '')) return true
  if (table.querySelector('table') !== null) return true
  if (table.querySelector('th,caption') !== null) return false
  const cells = [...table.querySelectorAll('td')]
  const long = cells.filter(
    (cell) =>
      textOf(cell).length > 500 || cell.querySelectorAll('p,h1,h2,h3,ul,div')[Symbol.iterator]().next().done !== true,
  )
  return long.length * 3 > cells.length
}

function isHeaderRow(row: DomElement): boolean {
  const cells = [...row.children]
  return cells.length > 1 && cells.every((cell) => cell.localName === 'th')
}

function cellsOf(row: DomElement): string[] {
  return [...row.children]
    .filter((cell) => cell.localName === 'td' || cell.localName === 'th')
    .map((cell) => textOf(cell).replaceAll('|', '/'))
}
