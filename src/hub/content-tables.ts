import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import type { Reference, SliceTable } from '../store/slice/slice-tables.ts'
import { type ColumnDefinition, sliceDefinitions, type TableDefinition } from '../store/slice/table-definitions.ts'
import type { Sql } from './connection.ts'

/** The order of texts is SQLite's: by their bytes. */
const TYPES = { TEXT: 'text COLLATE "C"', INTEGER: 'bigint', REAL: 'double precision', BLOB: 'bytea' } as const
export const ARRAY_TYPES = { TEXT: 'text[]', INTEGER: 'bigint[]', REAL: 'float8[]', BLOB: 'bytea[]' } as const

/** Trust is what each home learns by itself; a bundle's is not merged, here as little as into a home. */
export function contentTables(): { readonly schemaVersion: number; readonly tables: readonly TableDefinition[] } {
  const { schemaVersion, tables } = sliceDefinitions()
  return { schemaVersion, tables: tables.filter(({ table }) => table.isTrust !== true) }
}

const presentRow = z.object({ table_name: z.string(), column_name: z.string() })
const PRESENT = `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'lyra'`

/** Makes the tables of a bundle in schema lyra, with the columns that later versions of Lyra have added. */
export async function makeContentTables(sql: Sql): Promise<void> {
  const { schemaVersion, tables } = contentTables()
  const present = new Set(
    (await sql.rows(presentRow, PRESENT)).map(({ table_name, column_name }) => `${table_name}.${column_name}`),
  )
  for (const definition of tables) {
    const { table, columns, indexes } = definition
    const name = `lyra.${table.name}`
    const isThere = table.key.every((column) => present.has(`${table.name}.${column}`))
    if (!isThere) await sql.run(createTable(definition))
    else
      for (const column of columns)
        if (!present.has(`${table.name}.${column.name}`))
          await sql.run(`ALTER TABLE ${name} ADD COLUMN ${columnText(column)}`)
    for (const index of indexes)
      await sql.run(`CREATE INDEX IF NOT EXISTS ${index.name} ON ${name} (${quoted(index.columns)})`)
    await sql.run(`ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`)
    await sql.run(`DROP POLICY IF EXISTS seen ON ${name}`)
    await sql.run(`CREATE POLICY seen ON ${name} USING ((SELECT hub.sees_all()) OR ${visibleWhere(definition)})`)
    await sql.run(`GRANT SELECT ON ${name} TO lyra_reader`)
    await sql.run(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${name} TO lyra_worker`)
  }
  await sql.run(
    `INSERT INTO hub.settings (name, value) VALUES ('content_schema', $1)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [String(schemaVersion)],
  )
}

/** The schema of the rows that the hub holds; a bundle of another must wait for `lyra hub init` by that version. */
export async function requireContentSchema(sql: Sql): Promise<void> {
  const valueRow = z.object({ value: z.string() })
  const found = await sql.rows(valueRow, `SELECT value FROM hub.settings WHERE name = 'content_schema'`)
  const [version, known] = [Number(found[0]?.value), sliceDefinitions().schemaVersion]
  if (version === known) return
  throw new LyraError('HUB_UNAVAILABLE', `the tables of the hub are of schema ${version}, this Lyra writes ${known}`, {
    hint: version < known ? 'The owner of the database runs `lyra hub init` again' : 'Update Lyra on this machine',
  })
}

function createTable({ table, columns }: TableDefinition): string {
  const lines = [...columns.map(columnText), `PRIMARY KEY (${quoted(table.key)})`]
  return `CREATE TABLE lyra.${table.name} (\n  ${lines.join(',\n  ')}\n)`
}

function columnText({ name, type, isRequired, defaultValue }: ColumnDefinition): string {
  const value = defaultValue === null ? '' : ` DEFAULT ${defaultValue}`
  // A column that a later version added as required has a default for the rows that are there.
  return `"${name}" ${TYPES[type]}${isRequired ? ' NOT NULL' : ''}${value}`
}

export function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ')
}

const VISIBLE_TASKS = '(SELECT hub.visible_tasks())'
/** Shared between tasks: seen by who sees a task that reached it. */
const REACHED: Readonly<Record<string, string>> = {
  tasks: `id IN ${VISIBLE_TASKS}`,
  pages: 'id IN (SELECT page_id FROM hub.task_pages)',
  works: 'id IN (SELECT work_id FROM hub.task_works)',
  work_updates: `doi IN (SELECT value FROM lyra.identifiers WHERE type = 'doi')`,
}

/** A row is seen by who sees its task; a row without one, by who sees all rows that it names. */
function visibleWhere({ table, columns }: TableDefinition): string {
  const own = REACHED[table.name]
  if (own !== undefined) return own
  if (columns.some(({ name }) => name === 'task_id')) return `task_id IN ${VISIBLE_TASKS}`
  const required = table.references.filter(({ column }) => columns.find(({ name }) => name === column)?.isRequired)
  if (required.length === 0) throw new Error(`${table.name}: nothing says who may see its rows`)
  return required.map((reference) => `(${visibleReference(reference)})`).join(' AND ')
}

const BY_TYPE = { claim: 'claims', fragment: 'fragments', page: 'pages' } as const

function visibleReference({ column, table, typeColumn }: Reference): string {
  if (typeColumn === undefined) return `"${column}" IN (SELECT id FROM lyra.${table})`
  return Object.entries(BY_TYPE)
    .map(([type, name]) => `("${typeColumn}" = '${type}' AND "${column}" IN (SELECT id FROM lyra.${name}))`)
    .join(' OR ')
}

/** Rows of one task alone: replaced by those of its next bundle. Null: shared between tasks. */
export function ownedBy({ table, columns }: TableDefinition): string | null {
  const { name } = table
  if (name === 'tasks') return 'id = $1'
  if (columns.some((column) => column.name === 'task_id')) return 'task_id = $1'
  if (table.references.some((reference: SliceTable['references'][number]) => reference.table === 'queries'))
    return 'query_id IN (SELECT id FROM lyra.queries WHERE task_id = $1)'
  if (table.references.some((reference) => reference.table === 'findings'))
    return 'finding_id IN (SELECT id FROM lyra.findings WHERE task_id = $1)'
  if (name === 'edges')
    return `(target_type = 'claim' AND target_id IN (SELECT id FROM lyra.claims WHERE task_id = $1))
      OR (source_type = 'claim' AND source_id IN (SELECT id FROM lyra.claims WHERE task_id = $1))`
  if (name === 'embeddings')
    return `target_type = 'claim' AND target_id IN (SELECT id FROM lyra.claims WHERE task_id = $1)`
  return null
}
