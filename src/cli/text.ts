import { onlyVisible } from '../domain/invisible.ts'

/** Columns a terminal gives a text: Japanese and other wide characters take two (East Asian Width W and F). */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text) width += isWide(character.codePointAt(0) ?? 0) ? 2 : 1
  return width
}

const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1faff],
  [0x20000, 0x3fffd],
]

function isWide(code: number): boolean {
  return WIDE.some(([from, to]) => code >= from && code <= to)
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

export function shorten(text: string, width: number): string {
  const flat = printable(text).replace(/\s+/g, ' ').trim()
  if (displayWidth(flat) <= width) return flat
  let kept = ''
  let used = 0
  for (const character of flat) {
    const step = displayWidth(character)
    if (used + step > width - 1) break
    kept += character
    used += step
  }
  return `${kept}…`
}

/** Text from the web reaches a terminal, or a file that one shows, here. */
export function printable(text: string): string {
  return onlyVisible(text)
}

export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  if (line !== '') lines.push(line)
  return lines
}

export interface TableOptions {
  readonly columns: readonly string[]
  readonly widest?: number
  /** Columns of the terminal (`World.width`): wide cells are shortened until a row fits on its line. */
  readonly fit?: number
}

/** Rows under a header line, each column as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[], options: TableOptions): string {
  const widest = options.widest ?? 80
  const flat = [options.columns, ...rows].map((row) => row.map((cell) => shorten(cell, widest)))
  const natural = options.columns.map((_, i) => Math.max(...flat.map((row) => displayWidth(row[i] ?? ''))))
  const hasIds = options.columns.map((_, i) => flat.some((row) => ID.test(row[i] ?? '')))
  const widths = fitted(natural, hasIds, options.fit ?? Number.POSITIVE_INFINITY)
  const cells = flat.map((row) => row.map((cell, i) => shorten(cell, widths[i] ?? widest)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => pad(cell, widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  const [head = [], ...body] = cells
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(line)].join('\n')
}

/** An id that is cut is of no use: it is there to be copied. */
const ID = /^[a-z]+_[0-9a-f]{12,}$/
const GAP = 2
/** A cell of fewer columns says nothing. */
const LEAST_WIDTH = 8

/** The widest columns give way first, ids never; a terminal that is narrower still breaks the lines itself. */
function fitted(natural: readonly number[], hasIds: readonly boolean[], fit: number): readonly number[] {
  const gaps = GAP * (natural.length - 1)
  const within = (most: number) => natural.map((width, i) => (hasIds[i] === true ? width : Math.min(width, most)))
  let most = Math.max(0, ...natural)
  while (most > LEAST_WIDTH && within(most).reduce((sum, width) => sum + width, gaps) > fit) most -= 1
  return within(most)
}

export function humanBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** A text of the graph as a table shows it: what its page has struck out is told as that. */
export function shownPreview(hit: { readonly text_preview: string; readonly struck_out?: true | undefined }): string {
  return hit.struck_out === true ? `[struck out] ${hit.text_preview}` : hit.text_preview
}
