import { nearestColumn } from './nearest-column.ts'

interface ReadableTable {
  readonly name: string
  readonly columns: readonly string[]
}

const LISTED = 'include_schema lists what can be read'
/** Columns named in one hint. */
const COLUMNS_SHOWN = 30
const TABLES_SHOWN = 4

/**
 * What whoever wrote the query may have meant. A column is looked for in the tables that the query names: one of the
 * same or a like name elsewhere is seldom it.
 */
export function nameHint(message: string, statement: string, tables: () => readonly ReadableTable[]): string | null {
  const table = /no such table: (?:\w+\.)?(\w+)/u.exec(message)?.[1]
  if (table !== undefined) return tableHint(table, tables())
  const [, quote, column] = /no such column: (?:\w+\.)?("?)(\w+)/u.exec(message) ?? []
  if (column === undefined) return null
  // SQLite reads "text" as the name of a column.
  if (quote === '"') return `text goes in single quotes: '${column}'; "${column}" is the name of a column`
  return columnHint(column, statement, tables())
}

function tableHint(wrong: string, tables: readonly ReadableTable[]): string {
  const nearest = nearestColumn(
    wrong,
    tables.map(({ name }) => name),
  )
  return nearest === null ? `no table or view is called ${wrong}; ${LISTED}` : `did you mean ${nearest}? ${LISTED}`
}

function columnHint(wrong: string, statement: string, tables: readonly ReadableTable[]): string {
  const words = new Set(statement.toLowerCase().match(/\w+/gu))
  const read = tables.filter(({ name }) => words.has(name.toLowerCase()))
  const nearest = nearestColumn(wrong, [...new Set(read.flatMap(({ columns }) => columns))])
  if (nearest !== null) return `did you mean ${nearest} (in ${homesOf(nearest, read)})? ${LISTED}`
  const elsewhere = homesOf(wrong.toLowerCase(), tables)
  if (elsewhere !== '') return `${wrong} is a column of ${elsewhere}; ${LISTED}`
  const [only] = read
  if (only === undefined || read.length > 1) return `no column is called ${wrong}; ${LISTED}`
  const more = only.columns.length > COLUMNS_SHOWN ? ' and more' : ''
  return `${only.name} has ${only.columns.slice(0, COLUMNS_SHOWN).join(', ')}${more}`
}

function homesOf(column: string, tables: readonly ReadableTable[]): string {
  const homes = tables.filter(({ columns }) => columns.includes(column)).map(({ name }) => name)
  const shown = homes.slice(0, TABLES_SHOWN).join(', ')
  return homes.length > TABLES_SHOWN ? `${shown} and ${homes.length - TABLES_SHOWN} more` : shown
}
