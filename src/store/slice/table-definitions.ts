import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { migrate } from '../migrate.ts'
import { SLICE_TABLES, type SliceTable } from './slice-tables.ts'

const columnRow = z
  .object({
    name: z.string(),
    type: z.enum(['TEXT', 'INTEGER', 'REAL', 'BLOB']),
    notnull: z.number(),
    dflt_value: z.string().nullable(),
  })
  .transform(({ name, type, notnull, dflt_value }) => ({
    name,
    type,
    isRequired: notnull !== 0,
    /** As SQL, e.g. `'[]'`. */
    defaultValue: dflt_value,
  }))
const indexRow = z.object({ name: z.string() })

export type ColumnDefinition = z.infer<typeof columnRow>

export interface TableDefinition {
  readonly table: SliceTable
  readonly columns: readonly ColumnDefinition[]
  readonly indexes: readonly { readonly name: string; readonly columns: readonly string[] }[]
}

export interface SliceDefinitions {
  readonly schemaVersion: number
  readonly tables: readonly TableDefinition[]
}

const COLUMNS = 'SELECT name, type, "notnull", dflt_value FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid'
const INDEXES = `SELECT name FROM pragma_index_list(?)
  WHERE origin = 'c' AND "unique" = 0 AND partial = 0 ORDER BY name`

let made: SliceDefinitions | null = null

/** The tables of a bundle as the migrations make them, for a database that is to hold the same. */
export function sliceDefinitions(): SliceDefinitions {
  // The same in every call: they follow from the files of this Lyra.
  made ??= makeDefinitions()
  return made
}

function makeDefinitions(): SliceDefinitions {
  const db = new DatabaseSync(':memory:')
  try {
    const schemaVersion = migrate(db)
    const columnsOfIndex = db.prepare('SELECT name FROM pragma_index_info(?) ORDER BY seqno')
    const tables = SLICE_TABLES.map((table) => ({
      table,
      columns: db
        .prepare(COLUMNS)
        .all(table.name)
        .map((row) => columnRow.parse(row)),
      indexes: db
        .prepare(INDEXES)
        .all(table.name)
        .map((row) => indexRow.parse(row))
        .map(({ name }) => ({ name, columns: columnsOfIndex.all(name).map((row) => indexRow.parse(row).name) })),
    }))
    return { schemaVersion, tables }
  } finally {
    db.close()
  }
}
