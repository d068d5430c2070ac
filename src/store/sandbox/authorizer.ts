import { constants, type DatabaseSync } from 'node:sqlite'
import { ALLOWED_FUNCTIONS, VISIBLE_MODULES, VISIBLE_TABLES } from './allow-list.ts'

const names = (rows: readonly Record<string, unknown>[]) => rows.map((row) => String(row.name))

const ACTIONS: ReadonlyMap<number, string> = new Map([
  [constants.SQLITE_ATTACH, 'ATTACH'],
  [constants.SQLITE_DETACH, 'DETACH'],
  [constants.SQLITE_PRAGMA, 'PRAGMA'],
  [constants.SQLITE_INSERT, 'INSERT'],
  [constants.SQLITE_UPDATE, 'UPDATE'],
  [constants.SQLITE_DELETE, 'DELETE'],
  [constants.SQLITE_TRANSACTION, 'a transaction'],
  [constants.SQLITE_SAVEPOINT, 'SAVEPOINT'],
])

export interface QueryAuthorizer {
  /** Runs our own look at the schema, outside the rules. */
  trusted<T>(work: () => T): T
  /** Looks again at which views there are; call before a query. */
  refresh(): void
  /** What the last statement asked for and did not get. */
  takeDenial(): string | null
  readable(): readonly string[]
}

/** Everything is denied but SELECT over visible tables and views with harmless functions. */
export function installAuthorizer(db: DatabaseSync): QueryAuthorizer {
  let open = true
  let denial: string | null = null
  let views = new Set<string>()
  let hidden = new Set<string>()
  let tables = new Set<string>()
  let schemaVersion = -1

  const deny = (what: string): number => {
    denial ??= `${what} is not allowed in query_graph`
    return constants.SQLITE_DENY
  }
  /** A private table answers as one that does not exist. */
  const denyReading = (table: string): number => {
    if (!tables.has(table)) return deny(`reading ${table}`)
    denial ??= `no such table: ${table}`
    return constants.SQLITE_DENY
  }
  const mayRead = (table: string, column: string): boolean => {
    if (VISIBLE_TABLES.has(table) || views.has(table) || VISIBLE_MODULES.has(table)) return true
    // Counting the rows of a WITH table is reported as a read of no column under its name.
    return column === '' && !hidden.has(table) && !/^(?:sqlite|pragma)_/u.test(table)
  }

  const schemaVersionOf = db.prepare('PRAGMA schema_version')

  db.setAuthorizer((action, first, second) => {
    if (open) return constants.SQLITE_OK
    if (action === constants.SQLITE_SELECT || action === constants.SQLITE_RECURSIVE) return constants.SQLITE_OK
    if (action === constants.SQLITE_READ)
      return mayRead(String(first).toLowerCase(), second ?? '')
        ? constants.SQLITE_OK
        : denyReading(String(first).toLowerCase())
    if (action === constants.SQLITE_FUNCTION)
      return ALLOWED_FUNCTIONS.has(String(second).toLowerCase())
        ? constants.SQLITE_OK
        : deny(`the function ${String(second).toLowerCase()}()`)
    return deny(ACTIONS.get(action) ?? 'this kind of statement')
  })

  const trusted = <T>(work: () => T): T => {
    open = true
    try {
      return work()
    } finally {
      open = false
    }
  }
  const refresh = () =>
    trusted(() => {
      denial = null
      const version = Number(schemaVersionOf.get()?.schema_version)
      if (version === schemaVersion) return
      schemaVersion = version
      const entries = db.prepare('SELECT lower(name) AS name, type FROM sqlite_schema').all()
      views = new Set(names(entries.filter((entry) => entry.type === 'view')))
      tables = new Set(names(entries.filter((entry) => entry.type === 'table')))
      hidden = new Set([...tables, ...names(db.prepare('PRAGMA module_list').all())])
    })
  refresh()
  return {
    trusted,
    refresh,
    takeDenial: () => denial,
    readable: () => [...[...VISIBLE_TABLES].filter((table) => hidden.has(table)), ...views].sort(),
  }
}
