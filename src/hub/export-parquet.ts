import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { type TypedColumn, typedParquet } from '../report/exports/parquet.ts'
import type { HubConnection, Sql } from './connection.ts'
import { type HubRow, hubViewNames, readRows } from './read-rows.ts'

export const PARTITIONS = ['task', 'month'] as const
export type Partition = (typeof PARTITIONS)[number]

export interface ParquetExport {
  readonly by: Partition
  readonly views: Readonly<Record<string, { readonly rows: number; readonly files: number }>>
  readonly files: number
  readonly bytes: number
  readonly rows: number
}

/** Tables of evidence that questions over time need beside the views: when what was said, read and judged. */
const TABLES = ['tasks', 'queries', 'pages', 'fragments', 'claims', 'edges', 'page_statements', 'works']
/** Rows of one file; a larger partition has several. */
const MOST_ROWS = 50_000

/**
 * Every view, and the tables of evidence, as Parquet in folders that DuckDB, Spark and pandas read as one table:
 * `v_findings/task=task_1/0.parquet`. One snapshot of the hub, as far as the user sees it; `folder` is there when
 * all of it is.
 */
export async function exportParquet(hub: HubConnection, folder: string, by: Partition): Promise<ParquetExport> {
  if (existsSync(folder))
    throw new LyraError('INVALID_PARAMS', `${folder} is there already`, { hint: 'Choose another name' })
  if (!existsSync(dirname(folder))) throw new LyraError('INVALID_PARAMS', `There is no folder ${dirname(folder)}`)
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { mode: 0o700 })
  try {
    const told = await hub.transaction(async (sql) => {
      await sql.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
      await sql.run('SET LOCAL search_path = lyra, pg_catalog, pg_temp')
      return writeAll(sql, partial, by)
    })
    writeFileSync(join(partial, 'export.json'), `${JSON.stringify(told, null, 2)}\n`)
    renameSync(partial, folder)
    return told
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

async function writeAll(sql: Sql, folder: string, by: Partition): Promise<ParquetExport> {
  const views: Record<string, { rows: number; files: number }> = {}
  let bytes = 0
  for (const name of [...(await hubViewNames(sql)), ...TABLES]) {
    const written = { rows: 0, files: 0 }
    const columns = await columnsOf(sql, name)
    for await (const part of partsOf(sql, name, columns, by)) {
      const place = join(folder, name, part.place)
      const content = typedParquet(columns, part.rows)
      mkdirSync(dirname(place), { recursive: true })
      writeFileSync(place, content)
      bytes += content.byteLength
      written.rows += part.rows.length
      written.files += 1
    }
    views[name] = written
  }
  const sum = (of: 'rows' | 'files') => Object.values(views).reduce((total, view) => total + view[of], 0)
  return { by, views, files: sum('files'), rows: sum('rows'), bytes }
}

const columnRow = z.object({ name: z.string(), type: z.string() })
const COLUMNS = `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
  WHERE attrelid = ('lyra.' || $1)::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`
const TYPES: Readonly<Record<string, TypedColumn['type']>> = {
  bigint: 'INT64',
  integer: 'INT64',
  smallint: 'INT64',
  'double precision': 'DOUBLE',
  real: 'DOUBLE',
  numeric: 'DOUBLE',
  boolean: 'BOOLEAN',
}

async function columnsOf(sql: Sql, name: string): Promise<readonly TypedColumn[]> {
  const columns = await sql.rows(columnRow, COLUMNS, [name])
  // A vector is bytes, and no question of this kind is about them.
  return columns
    .filter(({ type }) => type !== 'bytea')
    .map((one) => ({ name: one.name, type: TYPES[one.type] ?? 'STRING' }))
}

interface Part {
  readonly place: string
  readonly rows: readonly HubRow[]
}

/** The column of a table by which its task is known; null: its rows are of many tasks, or of none. */
function taskColumn(name: string, columns: readonly TypedColumn[]): string | null {
  if (name === 'tasks') return 'id'
  return columns.some((column) => column.name === 'task_id') ? 'task_id' : null
}

const KEY = 'partition_key'

/** Rows in an order that follows from them alone: equal rows make equal files. */
async function* partsOf(sql: Sql, name: string, columns: readonly TypedColumn[], by: Partition): AsyncGenerator<Part> {
  const task = taskColumn(name, columns)
  const key =
    task === null
      ? 'NULL::text'
      : by === 'task'
        ? `v."${task}"::text`
        : `(SELECT to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM') FROM hub.tasks t WHERE t.id = v."${task}")`
  const order = columns.map((_, at) => at + 2).join(', ')
  const list = columns.map((column) => `v."${column.name}"`).join(', ')
  const statement = `SELECT ${key} AS ${KEY}, ${list} FROM lyra.${name} v ORDER BY 1, ${order}`
  let [rows, now, number]: [HubRow[], unknown, number] = [[], undefined, 0]
  const part = (): Part => ({ place: placeOf(by, now, number), rows })
  for await (const row of readRows(sql, statement)) {
    const isNew = row[KEY] !== now
    if (rows.length > 0 && (isNew || rows.length === MOST_ROWS)) {
      yield part()
      rows = []
      number += 1
    }
    if (isNew) [now, number] = [row[KEY], 0]
    rows.push(row)
  }
  // A view without rows is a file, too: a question over it is answered by nothing, not by an error.
  if (rows.length > 0 || now === undefined) yield part()
}

/** A key is an id or a month of ours; another word is told by its hash, never as a path. */
function placeOf(by: Partition, key: unknown, number: number): string {
  const file = `${number}.parquet`
  if (key === null || key === undefined) return file
  const text = String(key)
  const safe = /^[\w-]{1,80}$/u.test(text) ? text : createHash('sha256').update(text).digest('hex').slice(0, 32)
  return join(`${by === 'task' ? 'task' : 'month'}=${safe}`, file)
}
