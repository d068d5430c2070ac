import { DatabaseSync } from 'node:sqlite'
import { migrate } from '../migrate.ts'
import { insertInto } from '../statements.ts'
import type { SliceRow } from './row-filter.ts'
import { SLICE_TABLES, type SliceTable } from './slice-tables.ts'

/** A slice that is made of rows from elsewhere than a home. */
export interface SliceFile extends Disposable {
  /** Rows of one table, all with the same columns. */
  add(table: SliceTable, rows: readonly SliceRow[]): void
}

export function createSliceFile(path: string): SliceFile {
  const slice = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  const model = new DatabaseSync(':memory:')
  try {
    const version = migrate(model)
    const definition = model.prepare('SELECT sql FROM sqlite_schema WHERE name = ?')
    slice.exec('PRAGMA journal_mode = OFF; BEGIN')
    for (const { name } of SLICE_TABLES) slice.exec(String(definition.get(name)?.sql))
    slice.exec(`PRAGMA user_version = ${version}; COMMIT`)
  } finally {
    model.close()
  }
  return {
    add: (table, rows) => {
      const [first] = rows
      if (first === undefined) return
      const insert = slice.prepare(insertInto(table.name, Object.keys(first)))
      slice.exec('BEGIN')
      for (const row of rows) insert.run(row)
      slice.exec('COMMIT')
    },
    [Symbol.dispose]: () => slice.close(),
  }
}
