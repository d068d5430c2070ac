import { parquetWriteBuffer } from 'hyparquet-writer'
import type { Cell } from '../../domain/csv.ts'

type Row = Readonly<Record<string, Cell>>

/** Numbers stay numbers; a column of numbers and words is words. Equal rows make equal bytes. */
export function parquet(columns: readonly string[], rows: readonly Row[]): Uint8Array {
  const columnData = columns.map((name) => {
    const values = rows.map((row) => row[name] ?? null)
    const type = typeOf(values)
    const data = type === 'STRING' ? values.map((value) => (value === null ? null : String(value))) : values
    return { name, data, type, nullable: true }
  })
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}

const MOST_INT32 = 2 ** 31 - 1

function typeOf(values: readonly (string | number | null)[]): 'INT32' | 'DOUBLE' | 'STRING' {
  const known = values.filter((value) => value !== null)
  if (known.length === 0 || known.some((value) => typeof value !== 'number')) return 'STRING'
  const isWhole = known.every((value) => Number.isInteger(value) && Math.abs(Number(value)) <= MOST_INT32)
  return isWhole ? 'INT32' : 'DOUBLE'
}
