import { z } from 'zod'
import type { SliceRow } from '../store/slice/row-filter.ts'
import { createSliceFile } from '../store/slice/slice-file.ts'
import type { Reference } from '../store/slice/slice-tables.ts'
import type { TableDefinition } from '../store/slice/table-definitions.ts'
import type { Sql } from './connection.ts'
import { contentTables, ownedBy, quoted } from './content-tables.ts'

const PAGES = 'SELECT page_id FROM hub.task_pages WHERE task_id = $1'
const WORKS = 'SELECT work_id FROM hub.task_works WHERE task_id = $1'
/** Ids of the rows of a task, by table, where another row may have to name one. */
const OF_TASK: Readonly<Record<string, string>> = {
  pages: PAGES,
  works: WORKS,
  fragments: `SELECT id FROM lyra.fragments WHERE page_id IN (${PAGES})`,
  records: `SELECT id FROM lyra.records WHERE page_id IN (${PAGES})`,
  claims: 'SELECT id FROM lyra.claims WHERE task_id = $1',
}
const BY_TYPE = { claim: 'claims', fragment: 'fragments', page: 'pages' } as const

/**
 * The rows of a task that this user may see, as the file of a bundle would hold them: what reads a home can read them.
 * Bytes of pages are not in the database, nor is the trust that a home has learned.
 */
export async function writeTaskSlice(sql: Sql, taskId: string, path: string): Promise<void> {
  using file = createSliceFile(path)
  const taken = new Map<string, Set<string>>()
  for (const definition of contentTables().tables) {
    const { table, columns } = definition
    const where = whereOf(definition)
    const statement = `SELECT ${quoted(columns.map(({ name }) => name))} FROM lyra.${table.name} WHERE ${where}`
    const found = await sql.rows(z.record(z.string(), z.unknown()), statement, [taskId])
    const rows = found.flatMap((row) => complete(definition, row, taken))
    const ids = rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
    taken.set(table.name, new Set(ids))
    file.add(table, rows)
  }
}

function whereOf(definition: TableDefinition): string {
  const { table, columns } = definition
  if (table.name === 'pages') return `id IN (${PAGES})`
  if (table.name === 'works') return `id IN (${WORKS})`
  if (table.name === 'work_updates')
    return `doi IN (SELECT value FROM lyra.identifiers WHERE type = 'doi' AND work_id IN (${WORKS}))`
  const owned = ownedBy(definition)
  const isPartly = table.name === 'edges' || table.name === 'embeddings'
  if (owned !== null && !isPartly) return owned
  const isRequired = (column: string) => columns.find(({ name }) => name === column)?.isRequired === true
  const named = table.references.filter(({ column }) => isRequired(column)).map((one) => `(${namedWhere(one)})`)
  const shared = named.join(' AND ')
  return owned === null ? shared : `(${owned}) OR (${shared})`
}

function namedWhere({ column, table, typeColumn }: Reference): string {
  const within = (target: string) => {
    const ids = OF_TASK[target]
    if (ids === undefined) throw new Error(`nothing says which rows of ${target} are of a task`)
    return `"${column}" IN (${ids})`
  }
  if (typeColumn === undefined) return within(table)
  return Object.entries(BY_TYPE)
    .map(([type, name]) => `("${typeColumn}" = '${type}' AND ${within(name)})`)
    .join(' OR ')
}

/** A shared row may name a row of another task: it forgets it where it can, else it stays out. */
function complete(
  { table, columns }: TableDefinition,
  given: Readonly<Record<string, unknown>>,
  taken: ReadonlyMap<string, ReadonlySet<string>>,
): SliceRow[] {
  const row: SliceRow = {}
  for (const [name, value] of Object.entries(given)) row[name] = cellOf(value)
  for (const { column, table: to, typeColumn } of [...table.references, ...BESIDE]) {
    const target = typeColumn === undefined ? to : (BY_TYPE[String(row[typeColumn]) as keyof typeof BY_TYPE] ?? '')
    const known = taken.get(target)
    const value = row[column]
    if (typeof value !== 'string' || known === undefined || known.has(value)) continue
    if (columns.find(({ name }) => name === column)?.isRequired === true) return []
    row[column] = null
  }
  return [row]
}

/** Not a reference of the slice, and yet the id of a claim. */
const BESIDE: readonly Reference[] = [{ column: 'claim_id', table: 'claims' }]

function cellOf(value: unknown): SliceRow[string] {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (value instanceof Uint8Array) return value
  if (typeof value === 'bigint') return value
  throw new Error(`a column of the hub holds a ${typeof value}`)
}
