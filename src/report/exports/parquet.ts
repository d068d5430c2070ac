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

export interface TypedColumn {
  readonly name: string
  readonly type: 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'STRING'
}

/** Columns of given types, so that the files of one view agree whatever rows each has. */
export function typedParquet(
  columns: readonly TypedColumn[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Uint8Array {
  const columnData = columns.map(({ name, type }) => ({
    ...{ name, type, nullable: true },
    data: rows.map((row) => cellOf(type, row[name])),
  }))
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}

function cellOf(type: TypedColumn['type'], value: unknown): string | number | bigint | boolean | null {
  if (value === null || value === undefined) return null
  if (type === 'INT64') return BigInt(Math.trunc(Number(value)))
  if (type === 'DOUBLE') return Number(value)
  if (type === 'BOOLEAN') return value === true
  return typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value)
}
