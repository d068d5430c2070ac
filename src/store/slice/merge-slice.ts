import type { SQLInputValue } from 'node:sqlite'
import { LyraError } from '../../domain/errors.ts'
import { userVersion } from '../migrate.ts'
import { insertInto, type Row, type Statements } from '../statements.ts'
import { sqliteCode } from '../store-error.ts'
import { openSlice, rejected } from './read-slice.ts'
import { createRowFilter, type RowFilter, type SliceRow } from './row-filter.ts'
import { OF_THE_HOME, SLICE_TABLES, type SliceTable } from './slice-tables.ts'
import { tableColumns } from './write-slice.ts'

export interface MergeOrder {
  readonly path: string
  /** The one task of the bundle. */
  readonly taskId: string
  /** A home of its own, made for this bundle: the trust of its maker comes along. */
  readonly isolated: boolean
  readonly dryRun: boolean
  /** L2: the row as it may come in; null keeps it out, with what refers to it. */
  readonly screen: (table: string, row: SliceRow) => SliceRow | null
}

/** A row that this home has in other words. The home's stays. */
export interface MergeConflict {
  readonly table: string
  readonly id: string
  readonly columns: readonly string[]
}

export interface MergeOutcome {
  readonly added: Readonly<Record<string, number>>
  readonly same: Readonly<Record<string, number>>
  readonly conflicts: readonly MergeConflict[]
  /** Rows kept out by the screen, or because they refer to one that was. */
  readonly kept_out: Readonly<Record<string, number>>
  /** Rows of trust, which a home learns by itself. */
  readonly not_taken: Readonly<Record<string, number>>
}

const ROLL_BACK = new Error('dry run')
/** SQLite's result code: a row breaks a rule of its table. */
const CONSTRAINT = 19

/** Adds the rows of a slice that are not there yet; one transaction, or nothing. */
export function mergeSlice(sql: Statements, order: MergeOrder): MergeOutcome {
  using slice = openSlice(order.path, userVersion(sql.db))
  const merge = createMerge(sql, order)
  try {
    sql.write(() => {
      merge.findAliases([...slice.rows(tableNamed('identifiers'), ['type', 'value', 'work_id'])])
      for (const table of SLICE_TABLES) merge.table(table, slice.rows(table, tableColumns(sql.db, table.name)))
      if (order.dryRun) throw ROLL_BACK
    })
  } catch (error) {
    if (error !== ROLL_BACK) throw error
  }
  return merge.outcome()
}

function tableNamed(name: string): SliceTable {
  const found = SLICE_TABLES.find((table) => table.name === name)
  if (found === undefined) throw new Error(`${name} is not in the list of tables`)
  return found
}

function createMerge(sql: Statements, { taskId, isolated, screen }: MergeOrder) {
  const [added, same, notTaken] = [counter(), counter(), counter()]
  const conflicts: MergeConflict[] = []
  const filter: RowFilter = createRowFilter()
  /** Works that this home knows under another id: a work is what its identifiers name. */
  const aliases = new Map<string, string>()
  let nextEvent = Number(sql.get('SELECT coalesce(max(seq), 0) AS seq FROM events')?.seq) + 1

  function take(table: SliceTable, given: SliceRow): void {
    requireOwnTask(table, given, taskId)
    if (!filter.keeps(table, given)) return
    const screened = screen(table.name, given)
    const row = screened === null ? null : withAlias(table.name, screened, aliases)
    const known =
      row === null ? null : sql.get(`SELECT * FROM ${table.name} WHERE ${matching(table.key)}`, keyOf(table, row))
    if (screened === null) filter.drop(table, given)
    else if (row === null) same.add(table.name)
    else if (known === null) insert(table, row)
    else compare(table, row, known)
  }

  function compare(table: SliceTable, row: SliceRow, known: Row): void {
    const columns = Object.keys(row).filter((name) => !OF_THE_HOME.has(name) && !isSame(row[name], known[name]))
    if (table.name === 'tasks' && columns.includes('query')) throw otherTask(taskId)
    if (columns.length === 0) same.add(table.name)
    else conflicts.push({ table: table.name, id: shownKey(table, row), columns })
  }

  function insert(table: SliceTable, row: SliceRow): void {
    // Numbers of events are the home's own; their order stays.
    const numbered = table.name === 'events' ? { ...row, seq: nextEvent } : row
    try {
      sql.run(insertInto(table.name, Object.keys(numbered)), numbered)
    } catch (error) {
      if (sqliteCode(error) !== CONSTRAINT) throw error
      if (!String(error).includes('UNIQUE')) throw rejected(`${table.name} ${shownKey(table, row)}: ${String(error)}`)
      conflicts.push({ table: table.name, id: shownKey(table, row), columns: table.key })
      filter.drop(table, row)
      return
    }
    if (table.name === 'events') nextEvent += 1
    added.add(table.name)
  }

  return {
    findAliases: (identifiers: readonly SliceRow[]) => {
      for (const { type, value, work_id } of identifiers) {
        const known = sql.get('SELECT work_id FROM identifiers WHERE type = :type AND value = :value', {
          type: type ?? null,
          value: value ?? null,
        })?.work_id
        if (typeof known === 'string' && known !== work_id) aliases.set(String(work_id), known)
      }
    },
    table: (table: SliceTable, rows: Iterable<SliceRow>) => {
      if (table.isDerived === true) return
      const isOurs = table.isTrust === true && !isolated
      for (const row of rows)
        if (isOurs) notTaken.add(table.name)
        else take(table, row)
    },
    outcome: (): MergeOutcome => ({
      added: added.counts,
      same: same.counts,
      conflicts,
      kept_out: filter.counts,
      not_taken: notTaken.counts,
    }),
  }
}

function counter() {
  const counts: Record<string, number> = {}
  return {
    counts,
    add: (table: string) => {
      counts[table] = (counts[table] ?? 0) + 1
    },
  }
}

/** A bundle speaks for one task; a row of another would be smuggled in under its name. */
export function requireOwnTask(table: SliceTable, row: SliceRow, taskId: string): void {
  const named = table.name === 'tasks' ? row.id : row.task_id
  if (named !== undefined && named !== taskId) throw rejected(`${table.name} has a row of another task`)
}

/** Null: the home has the work, with its authors, under another id. */
export function withAlias(table: string, row: SliceRow, aliases: ReadonlyMap<string, string>): SliceRow | null {
  if (table === 'works' && aliases.has(String(row.id))) return null
  const alias = typeof row.work_id === 'string' ? aliases.get(row.work_id) : undefined
  if (alias === undefined) return row
  return table === 'authors' ? null : { ...row, work_id: alias }
}

function matching(key: readonly string[]): string {
  return key.map((column) => `${column} = :${column}`).join(' AND ')
}

function keyOf({ key }: SliceTable, row: SliceRow): Record<string, SQLInputValue> {
  return Object.fromEntries(key.map((column) => [column, row[column] ?? null]))
}

function shownKey({ key }: SliceTable, row: SliceRow): string {
  return key.map((column) => String(row[column]).slice(0, 200)).join(' ')
}

function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.from(one).equals(other)
  return one === other
}

function otherTask(taskId: string): LyraError {
  return new LyraError('BUNDLE_REJECTED', `This home has another task under the id ${taskId}`, {
    hint: 'Import it into another home: --home <folder>',
  })
}
