/** Comma-separated rows with quoted fields, quotes doubled inside them, one row a record. */
export function readCommaSeparated(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let quoted = false
  const endField = () => {
    row.push(field)
    field = ''
  }
  const endRow = () => {
    endField()
    rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (quoted) {
      if (char !== '"') field += char
      else if (text.charAt(at + 1) === '"') {
        field += '"'
        at += 1
      } else quoted = false
    } else if (char === '"') quoted = true
    else if (char === ',') endField()
    else if (char === '\n') endRow()
    else if (char !== '\r') field += char
  }
  if (field !== '' || row.length > 0) endRow()
  return rows
}

/** Records by the names of the first row. */
export function readRecords(text: string): readonly Readonly<Record<string, string>>[] {
  const [names = [], ...rows] = readCommaSeparated(text)
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])))
}

export function readLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
