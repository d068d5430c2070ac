import type { SliceTable } from './slice-tables.ts'

export type SliceRow = Record<string, string | number | bigint | null | Uint8Array>

const BY_TYPE: Readonly<Record<string, string>> = { claim: 'claims', fragment: 'fragments', page: 'pages' }

/** Rows that are left out, and with them every row that refers to one. */
export interface RowFilter {
  /** False: the row, or something it refers to, is left out. */
  keeps(table: SliceTable, row: SliceRow): boolean
  leaveOut(table: string, id: string): void
  /** Leaves this row out, and what refers to it. */
  drop(table: SliceTable, row: SliceRow): void
  /** Rows left out, by table; those without any are not named. */
  readonly counts: Readonly<Record<string, number>>
}

export function createRowFilter(): RowFilter {
  const gone = new Map<string, Set<string>>()
  const counts: Record<string, number> = {}
  const leaveOut = (table: string, id: string) => {
    const ids = gone.get(table) ?? new Set()
    ids.add(id)
    gone.set(table, ids)
  }
  const drop = ({ name }: SliceTable, row: SliceRow) => {
    counts[name] = (counts[name] ?? 0) + 1
    if (typeof row.id === 'string') leaveOut(name, row.id)
  }
  const isGone = (table: string, id: unknown) => typeof id === 'string' && gone.get(table)?.has(id) === true
  return {
    counts,
    leaveOut,
    drop,
    keeps: (table, row) => {
      const lost = table.references.some(({ column, table: to, typeColumn }) =>
        isGone(typeColumn === undefined ? to : (BY_TYPE[String(row[typeColumn])] ?? ''), row[column]),
      )
      const keeps = !lost && !isGone(table.name, row.id)
      if (!keeps) drop(table, row)
      return keeps
    },
  }
}
