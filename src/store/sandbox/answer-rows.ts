import type { StatementSync } from 'node:sqlite'

type Cell = string | number | null

interface AnswerRows {
  readonly columns: string[]
  readonly rows: Cell[][]
  readonly truncated: boolean
}

/** Reads until the row or the byte limit; one row more than asked tells whether there were more. */
export function readRows(statement: StatementSync, limit: number, maxBytes: number): AnswerRows {
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  const columns = distinctNames(statement.columns().map((column) => column.name))
  const rows: Cell[][] = []
  let bytes = columns.reduce((sum, name) => sum + Buffer.byteLength(name), 0)
  for (const row of statement.iterate()) {
    if (rows.length === limit) return { columns, rows, truncated: true }
    // Typed as an object, an array since setReturnArrays.
    const values: readonly unknown[] = Array.isArray(row) ? row : Object.values(row)
    const cells = values.map(cellOf)
    bytes += Buffer.byteLength(JSON.stringify(cells))
    if (bytes > maxBytes) return { columns, rows, truncated: true }
    rows.push(cells)
  }
  return { columns, rows, truncated: false }
}

/** Two columns of one name would be one key in an answer's row. */
function distinctNames(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map((name) => {
    let unique = name
    for (let n = 2; used.has(unique); n += 1) unique = `${name}_${n}`
    used.add(unique)
    return unique
  })
}

function cellOf(value: unknown): Cell {
  if (value instanceof Uint8Array) return `<blob ${value.byteLength} bytes>`
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return typeof value === 'string' ? value : null
}
