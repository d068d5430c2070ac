import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { screenSliceRow } from '../intake/admit-slice.ts'
import { requireOwnTask, withAlias } from '../store/slice/merge-slice.ts'
import { type OpenSlice, openSlice } from '../store/slice/read-slice.ts'
import { createRowFilter, type SliceRow } from '../store/slice/row-filter.ts'
import { OF_THE_HOME } from '../store/slice/slice-tables.ts'
import type { TableDefinition } from '../store/slice/table-definitions.ts'
import type { Sql } from './connection.ts'
import { ARRAY_TYPES, contentTables, ownedBy, quoted } from './content-tables.ts'

export interface HubMerge {
  /** Rows by table; tables without any are not named. */
  readonly added: Readonly<Record<string, number>>
  /** Shared rows that a later reading has otherwise. */
  readonly changed: Readonly<Record<string, number>>
  /** Kept out by the screen (L2), or because they name a row that is not there. */
  readonly kept_out: Readonly<Record<string, number>>
}

/** Rows in one statement. */
const CHUNK = 1000
/** Of two readings of a shared row the later one stays, in whichever order they come. */
const READ_AT: Readonly<Record<string, string>> = { pages: 'fetched_at', works: 'updated_at', records: 'fetched_at' }

/**
 * The rows of a bundle take the place of those that its task had; what tasks share is merged by the ids that follow
 * from the content. Inside the transaction of the caller.
 */
export async function mergeIntoHub(sql: Sql, slicePath: string, taskId: string): Promise<HubMerge> {
  const { schemaVersion, tables } = contentTables()
  using slice = openSlice(slicePath, schemaVersion)
  await lockMerges(sql)
  const aliases = await findAliases(sql, tables, slice)
  await deleteOwned(sql, taskId, tables)
  const taken = createTaking(taskId, aliases)
  const added: Record<string, number> = {}
  const changed: Record<string, number> = {}
  for (const definition of tables) {
    const { name } = definition.table
    const columns = definition.columns.map((column) => column.name)
    for (const rows of inChunks(taken.rowsOf(definition, slice.rows(definition.table, columns)))) {
      const counts = await writeRows(sql, definition, rows)
      if (counts.added > 0) added[name] = (added[name] ?? 0) + counts.added
      if (counts.changed > 0) changed[name] = (changed[name] ?? 0) + counts.changed
    }
  }
  await noteReach(sql, taskId, taken.idsOf('pages'), taken.idsOf('works'))
  return { added, changed, kept_out: taken.keptOut }
}

/** One bundle at a time: two that bring the same paper under two ids must see each other. */
export async function lockMerges(sql: Sql): Promise<void> {
  await sql.run('SELECT pg_advisory_xact_lock(77145002)')
}

const aliasRow = z.object({ given: z.string(), known: z.string() })
const ALIASES = `SELECT g.work_id AS given, i.work_id AS known
  FROM unnest($1::text[], $2::text[], $3::text[]) AS g(type, value, work_id)
  JOIN lyra.identifiers i ON i.type = g.type AND i.value = g.value WHERE i.work_id <> g.work_id ORDER BY 1, 2`

/** Works that the hub knows under another id: a work is what its identifiers name. */
async function findAliases(
  sql: Sql,
  tables: readonly TableDefinition[],
  slice: OpenSlice,
): Promise<ReadonlyMap<string, string>> {
  const identifiers = tables.find(({ table }) => table.name === 'identifiers')
  if (identifiers === undefined) throw new Error('identifiers is not in the list of tables')
  const given = [...slice.rows(identifiers.table, ['type', 'value', 'work_id'])]
  const column = (name: string) => given.map((row) => plain(row[name]))
  const found = await sql.rows(aliasRow, ALIASES, [column('type'), column('value'), column('work_id')])
  return new Map(found.map((row) => [row.given, row.known]))
}

/** In the reverse order, since which rows are a task's is told by those above them. */
export async function deleteOwned(
  sql: Sql,
  taskId: string,
  tables: readonly TableDefinition[] = contentTables().tables,
): Promise<void> {
  for (const definition of tables.toReversed()) {
    const owned = ownedBy(definition)
    if (owned !== null) await sql.run(`DELETE FROM lyra.${definition.table.name} WHERE ${owned}`, [taskId])
  }
}

/** Tables whose rows belong to one task: another bundle must not name them. */
const OF_ONE_TASK = ['tasks', 'queries', 'claims', 'findings']

function createTaking(taskId: string, aliases: ReadonlyMap<string, string>) {
  const filter = createRowFilter()
  const ids = new Map<string, Set<string>>()

  function take(definition: TableDefinition, given: SliceRow): SliceRow | null {
    const { table } = definition
    requireOwnTask(table, given, taskId)
    if (!filter.keeps(table, given)) return null
    const screened = screenSliceRow(table.name, given)
    if (screened === null || !namesKnown(definition, screened)) {
      filter.drop(table, given)
      return null
    }
    const row = withAlias(table.name, screened, aliases)
    noteId(table.name, row === null ? (aliases.get(String(given.id)) ?? null) : row.id)
    return row === null ? null : withPlaces(row, taskId)
  }

  function namesKnown({ table }: TableDefinition, row: SliceRow): boolean {
    return table.references.every(({ column, table: to, typeColumn }) => {
      const named = typeColumn === undefined ? to : row[typeColumn] === 'claim' ? 'claims' : ''
      return !OF_ONE_TASK.includes(named) || row[column] == null || ids.get(named)?.has(String(row[column])) === true
    })
  }

  function noteId(table: string, id: unknown): void {
    if (typeof id !== 'string') return
    const known = ids.get(table) ?? new Set()
    ids.set(table, known.add(id))
  }

  return {
    keptOut: filter.counts,
    idsOf: (table: string): readonly string[] => [...(ids.get(table) ?? [])],
    *rowsOf(definition: TableDefinition, rows: Iterable<SliceRow>): Generator<SliceRow> {
      for (const given of rows) {
        const row = take(definition, given)
        if (row !== null) yield row
      }
    },
  }
}

const WARC = /^[A-Za-z0-9_-]{1,151}\.warc\.gz$/u

/** No row may name bytes outside of its own bundle. */
function withPlaces(row: SliceRow, taskId: string): SliceRow {
  const isInside = (place: string) => place.startsWith(`${taskId}/`) && WARC.test(place.slice(taskId.length + 1))
  if (typeof row.warc_file === 'string' && !isInside(row.warc_file)) row.warc_file = null
  const [shot = ''] = String(row.screenshot_path ?? '').split('#', 1)
  if (typeof row.screenshot_path === 'string' && !isInside(shot)) row.screenshot_path = null
  return row
}

function* inChunks(rows: Iterable<SliceRow>): Generator<readonly SliceRow[]> {
  let chunk: SliceRow[] = []
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

const countRow = z.object({ added: z.number(), changed: z.number() })

async function writeRows(sql: Sql, definition: TableDefinition, rows: readonly SliceRow[]) {
  const isOwn = ownRows(definition)
  const [own, shared] = [rows.filter(isOwn), rows.filter((row) => !isOwn(row))]
  const counts = { added: 0, changed: 0 }
  for (const [group, onConflict] of [
    [own, 'DO NOTHING'],
    [shared, updateNewer(definition, shared)],
  ] as const) {
    const given = [...new Map(group.map((row) => [keyText(definition, row), row])).values()]
    if (given.length === 0) continue
    const [written] = await sql.rows(countRow, insertRows(definition, given, onConflict), columnsOf(definition, given))
    counts.added += written?.added ?? 0
    counts.changed += written?.changed ?? 0
    if (group === own && written?.added !== given.length) throw foreign(definition.table.name)
  }
  return counts
}

function foreign(table: string): LyraError {
  return new LyraError('BUNDLE_REJECTED', `The bundle is not let in: ${table} has a row of another task of the hub`)
}

/** Whether a row is the task's own; of edges and vectors those of its claims are. */
function ownRows(definition: TableDefinition): (row: SliceRow) => boolean {
  if (ownedBy(definition) === null) return () => false
  const { name } = definition.table
  if (name !== 'edges' && name !== 'embeddings') return () => true
  return (row) => row.target_type === 'claim' || row.source_type === 'claim'
}

function keyText({ table }: TableDefinition, row: SliceRow): string {
  return JSON.stringify(table.key.map((column) => String(row[column])))
}

function givenColumns({ columns }: TableDefinition, rows: readonly SliceRow[]) {
  return columns.filter(({ name }) => rows[0] !== undefined && name in rows[0])
}

function insertRows(definition: TableDefinition, rows: readonly SliceRow[], onConflict: string): string {
  const { table } = definition
  const columns = givenColumns(definition, rows)
  const arrays = columns.map(({ type }, at) => `$${at + 1}::${ARRAY_TYPES[type]}`)
  // A row that was there has been locked by this transaction: xmax tells the two apart.
  return `WITH written AS (
    INSERT INTO lyra.${table.name} AS known (${quoted(columns.map(({ name }) => name))})
    SELECT * FROM unnest(${arrays.join(', ')})
    ON CONFLICT (${quoted(table.key)}) ${onConflict} RETURNING (xmax = 0) AS is_new)
  SELECT count(*) FILTER (WHERE is_new) AS added, count(*) FILTER (WHERE NOT is_new) AS changed FROM written`
}

function updateNewer(definition: TableDefinition, rows: readonly SliceRow[]): string {
  const { table } = definition
  const names = givenColumns(definition, rows)
    .map(({ name }) => name)
    .filter((name) => !table.key.includes(name))
  const told = names.filter((name) => !OF_THE_HOME.has(name))
  if (told.length === 0) return 'DO NOTHING'
  const list = (from: string) => told.map((name) => `${from}."${name}"`).join(', ')
  const readAt = READ_AT[table.name]
  const isLater = readAt === undefined ? '' : ` AND excluded.${readAt} >= known.${readAt}`
  return `DO UPDATE SET ${names.map((name) => `"${name}" = excluded."${name}"`).join(', ')}
    WHERE (${list('known')}) IS DISTINCT FROM (${list('excluded')})${isLater}`
}

function columnsOf(definition: TableDefinition, rows: readonly SliceRow[]): readonly unknown[] {
  return givenColumns(definition, rows).map(({ name }) => rows.map((row) => plain(row[name])))
}

/** PostgreSQL has no text with a NUL in it. */
function plain(value: SliceRow[string] | undefined): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '')
  if (value instanceof Uint8Array) return Buffer.from(value)
  return value ?? null
}

async function noteReach(sql: Sql, taskId: string, pages: readonly string[], works: readonly string[]): Promise<void> {
  for (const [table, column, ids] of [
    ['task_pages', 'page_id', pages],
    ['task_works', 'work_id', works],
  ] as const) {
    await sql.run(`DELETE FROM hub.${table} WHERE task_id = $1`, [taskId])
    await sql.run(`INSERT INTO hub.${table} (task_id, ${column}) SELECT $1, unnest($2::text[])`, [taskId, ids])
  }
}
