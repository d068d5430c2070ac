import { DatabaseSync } from 'node:sqlite'
import { CALIBRATIONS_READ } from '../../domain/calibration.ts'
import { userVersion } from '../migrate.ts'
import { insertInto, type Statements } from '../statements.ts'
import { createRowFilter, type RowFilter, type SliceRow } from './row-filter.ts'
import { SLICE_TABLES, type SliceTable } from './slice-tables.ts'

export interface SliceOrder {
  readonly taskId: string
  /** The file to write; must not be there. */
  readonly path: string
  /** Pages that stay at home, with all that was read from them. */
  readonly withheld: readonly string[]
  /** Hosts that the task met: trust is told of these. */
  readonly hosts: readonly string[]
  /** Cookies, keys and names of private sites: a log entry or a result that repeats one is left out. */
  readonly secrets: readonly string[]
  /** Who corrected what, and what was learned from corrections, stays at home; the graph stands as corrected. */
  readonly withoutCorrections?: boolean
  /** Where the bytes of a page lie in the bundle. */
  readonly placeOf: (warcFile: string) => string | null
}

export interface WrittenSlice {
  readonly schema_version: number
  readonly rows: Readonly<Record<string, number>>
  readonly left_out: Readonly<Record<string, number>>
}

/** Every page the task looked at, claimed from, or has evidence from, and those that its findings name. */
const REACHED = `SELECT sp.page_id AS id FROM queries q JOIN search_pages sp ON sp.query_id = q.id
    WHERE q.task_id = :taskId AND sp.page_id IN (SELECT id FROM pages)
  UNION SELECT f.page_id FROM claims c JOIN fragments f ON f.id = c.source_fragment_id WHERE c.task_id = :taskId
  UNION SELECT f.page_id FROM claims c
    JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
    JOIN fragments f ON f.id = e.source_id WHERE c.task_id = :taskId
  UNION SELECT f.page_id FROM contradictions c JOIN fragments f ON f.id = c.opposing_fragment_id
    WHERE c.task_id = :taskId
  UNION SELECT c.page_id FROM citation_communities c JOIN pages p ON p.id = c.page_id WHERE c.task_id = :taskId
  UNION SELECT s.page_id FROM findings n JOIN finding_sources s ON s.finding_id = n.id
    JOIN pages p ON p.id = s.page_id WHERE n.task_id = :taskId`

export function reachedPages(sql: Statements, taskId: string): readonly string[] {
  return sql.all(REACHED, { taskId }).map((row) => String(row.id))
}

/** A database file with the rows of one task and what they reach: plain tables, no views, triggers or indexes. */
export function writeSlice(sql: Statements, order: SliceOrder): WrittenSlice {
  const slice = new DatabaseSync(order.path, { enableForeignKeyConstraints: false })
  try {
    const filter = createRowFilter()
    for (const id of order.withheld) filter.leaveOut('pages', id)
    const untold = [...namesOf(sql, order.withheld), ...order.secrets]
    const scope = scopeOf(sql, order)
    const rows: Record<string, number> = {}
    slice.exec('PRAGMA journal_mode = OFF; PRAGMA page_size = 4096; BEGIN')
    for (const table of SLICE_TABLES) {
      const { placeOf, withoutCorrections = false } = order
      const count = copyTable({ sql, slice, scope, filter, untold, placeOf, withoutCorrections }, table)
      if (count > 0) rows[table.name] = count
    }
    const version = userVersion(sql.db)
    slice.exec(`PRAGMA user_version = ${version}; COMMIT; VACUUM`)
    return { schema_version: version, rows, left_out: filter.counts }
  } finally {
    slice.close()
  }
}

type Scope = Readonly<Record<'taskId' | 'pages' | 'works' | 'domains', string>>

function scopeOf(sql: Statements, { taskId, hosts }: SliceOrder): Scope {
  const pages = JSON.stringify(reachedPages(sql, taskId))
  const list = (statement: string) => JSON.stringify(sql.all(statement, { pages }).map(({ value }) => value))
  return {
    taskId,
    pages,
    works: list(`SELECT DISTINCT work_id AS value FROM pages
      WHERE work_id IS NOT NULL AND id IN (SELECT value FROM json_each(:pages)) ORDER BY 1`),
    domains: JSON.stringify([...new Set(hosts.flatMap(domainsOf))].sort()),
  }
}

/** A host and the domains around it: a.b.example, b.example, example. */
function domainsOf(host: string): readonly string[] {
  const parts = host.split('.')
  return parts.map((_, at) => parts.slice(at).join('.'))
}

/** What would tell of a withheld page in a log entry or a list of results: its address and its id. */
function namesOf(sql: Statements, withheld: readonly string[]): readonly string[] {
  if (withheld.length === 0) return []
  const statement = 'SELECT id, url FROM pages WHERE id IN (SELECT value FROM json_each(:ids))'
  return sql.all(statement, { ids: JSON.stringify(withheld) }).flatMap(({ id, url }) => [String(id), String(url)])
}

interface Copy {
  readonly sql: Statements
  readonly slice: DatabaseSync
  readonly scope: Scope
  readonly filter: RowFilter
  readonly untold: readonly string[]
  readonly placeOf: SliceOrder['placeOf']
  readonly withoutCorrections: boolean
}

function copyTable(
  { sql, slice, scope, filter, untold, placeOf, withoutCorrections }: Copy,
  table: SliceTable,
): number {
  const { name, where, without = [] } = table
  const columns = tableColumns(sql.db, name).filter((column) => !without.includes(column))
  slice.exec(String(sql.get('SELECT sql FROM main.sqlite_schema WHERE name = :name', { name })?.sql))
  const insert = slice.prepare(insertInto(name, columns))
  const used = Object.fromEntries(Object.entries(scope).filter(([key]) => where.includes(`:${key}`)))
  const rows = sql.db.prepare(`SELECT ${columns.join(', ')} FROM ${name} WHERE ${where} ORDER BY rowid`)
  let count = 0
  for (const read of rows.iterate(used)) {
    const row: SliceRow = { ...read }
    if (!filter.keeps(table, row)) continue
    const isUntold = LOGS.includes(name) && tells(row, untold)
    if (isUntold || (withoutCorrections && tellsOfCorrections(name, row))) {
      filter.drop(table, row)
      continue
    }
    if (name === 'queries') {
      row.options = withoutPrivateNames(String(row.options), untold)
      row.warnings = withoutPrivateWarnings(String(row.warnings), untold)
    }
    insert.run(withPlaces(row, placeOf))
    count += 1
  }
  return count
}

/** The corrections themselves, the events of them, and what the searches applied of what was learned from others. */
function tellsOfCorrections(table: string, { kind }: SliceRow): boolean {
  if (table === 'feedback') return true
  return table === 'events' && (String(kind).startsWith('feedback.') || kind === CALIBRATIONS_READ)
}

/** Tables that name pages in words. */
const LOGS = ['events', 'decisions', 'feedback', 'serp_items', 'search_pages', 'search_targets']

function tells(row: SliceRow, names: readonly string[]): boolean {
  return Object.values(row).some((value) => typeof value === 'string' && names.some((name) => value.includes(name)))
}

/** The names of files and targets that stay at home stay there, too; that the search was one in files is told. */
function withoutPrivateNames(options: string, untold: readonly string[]): string {
  const parsed: { documents?: unknown; targets?: readonly string[] } = JSON.parse(options)
  if (!untold.some((name) => options.includes(name))) return options
  return JSON.stringify({
    ...parsed,
    ...(parsed.documents === undefined ? {} : { documents: [] }),
    ...(parsed.targets === undefined ? {} : { targets: parsed.targets.filter((target) => !tells({ target }, untold)) }),
  })
}

function withoutPrivateWarnings(warnings: string, untold: readonly string[]): string {
  if (!untold.some((name) => warnings.includes(name))) return warnings
  const parsed: readonly string[] = JSON.parse(warnings)
  return JSON.stringify(parsed.filter((warning) => !tells({ warning }, untold)))
}

/** The archive of the bundle is one folder: the places of bytes are rewritten to it. */
function withPlaces(row: SliceRow, placeOf: SliceOrder['placeOf']): SliceRow {
  if (typeof row.warc_file === 'string') row.warc_file = placeOf(row.warc_file)
  if (typeof row.screenshot_path === 'string') {
    const [file = '', record = ''] = row.screenshot_path.split('#', 2)
    const place = placeOf(file)
    row.screenshot_path = place === null ? null : `${place}#${record}`
  }
  return row
}

export function tableColumns(db: DatabaseSync, table: string): readonly string[] {
  return db
    .prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0')
    .all(table)
    .map(({ name }) => String(name))
}
