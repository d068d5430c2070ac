export type Cell = string | number | null | undefined

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
export function csv(columns: readonly string[], rows: readonly Readonly<Record<string, Cell>>[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))]
  return `\ufeff${lines.map((line) => line.map(field).join(',')).join('\r\n')}\r\n`
}

/** What a spreadsheet would run as a formula: text of the web must not (an apostrophe makes it text). */
const FORMULA = /^[=+\-@\t\r]/u

function field(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
