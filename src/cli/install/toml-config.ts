import { type ConfigFormat, type EntryPlace, isTree, lineEndOf, type Tree, unusable } from './config-format.ts'
import { keyOf, lineEnd, readKey, readValue, setAt, skipToml, tomlOf } from './toml-values.ts'

/** A header or a key with its value: where its lines begin and end, and what it is about. */
interface Statement {
  readonly kind: 'table' | 'list' | 'value'
  readonly start: number
  readonly end: number
  readonly path: readonly string[]
}

interface TomlFile {
  readonly data: Tree
  readonly statements: readonly Statement[]
}

/** TOML of Codex: the entry is a table of its own, `[mcp_servers.lyra]`. */
export const tomlConfig: ConfigFormat = {
  read: (text) => parseToml(text).data,
  put: (text, place, entry) => {
    const { statements } = parseToml(text)
    requireOpenSection(text, statements, place)
    const own = statements.filter((statement) => belongsTo(statement, place))
    const block = tableOf(place, entry, lineEndOf(text))
    const header = own.find(({ kind, path }) => kind === 'table' && path.length === 2)
    if (header === undefined) return appended(cut(text, own), block)
    const before = cut(text.slice(0, header.start), own)
    return before + block + cut(text, own).slice(before.length)
  },
  remove: (text, place, withSection) => {
    const taken = parseToml(text).statements.filter((statement) => belongsTo(statement, place))
    const rest = cut(text, taken)
    const after = parseToml(rest)
    const servers = after.data[place.section]
    if (!withSection || !isTree(servers) || Object.keys(servers).length > 0) return rest
    return cut(
      rest,
      after.statements.filter(({ path }) => path.length === 1 && path[0] === place.section),
    )
  },
}

function belongsTo({ path }: Statement, { section, name }: EntryPlace): boolean {
  return path[0] === section && path[1] === name
}

/** `mcp_servers = { ... }` is closed: TOML forbids to add a table to it. */
function requireOpenSection(text: string, statements: readonly Statement[], { section }: EntryPlace): void {
  const closed = statements.find(({ kind, path }) => kind !== 'table' && path.length === 1 && path[0] === section)
  if (closed !== undefined)
    throw unusable(`"${section}" is written in one line; write it as [${section}.<name>] tables`, text, closed.start)
}

function tableOf({ section, name }: EntryPlace, entry: Tree, eol: string): string {
  const lines = Object.entries(entry).map(([key, value]) => `${keyOf(key)} = ${tomlOf(value)}`)
  return [`[${section}.${keyOf(name)}]`, ...lines, ''].join(eol)
}

function appended(text: string, block: string): string {
  const eol = lineEndOf(text)
  if (text.trim() === '') return text + block
  const gap = text.endsWith(`${eol}${eol}`) ? '' : text.endsWith('\n') ? eol : eol + eol
  return text + gap + block
}

/** The text without the lines of these statements. */
function cut(text: string, statements: readonly Statement[]): string {
  return statements.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
}

function parseToml(text: string): TomlFile {
  const data = {}
  const statements: Statement[] = []
  const headers = new Set<string>()
  let table: readonly string[] = []
  let into: object = data
  for (let start = 0; start < text.length; ) {
    const at = skipToml(text, start)
    if (at >= text.length || text[at] === '#' || text[at] === '\n' || text[at] === '\r') {
      start = nextLine(text, at)
      continue
    }
    if (text[at] === '[') {
      const header = readHeader(text, at)
      const name = header.path.join('\0')
      if (header.kind === 'table' && headers.has(name)) throw unusable('this table stands twice', text, at)
      // The tables below an item of a list begin anew with each item.
      if (header.kind === 'list') for (const known of headers) if (known.startsWith(`${name}\0`)) headers.delete(known)
      if (header.kind === 'table') headers.add(name)
      into = tableAt(data, header.path, header.kind, () => unusable('this name is taken by a value', text, at))
      table = header.path
      statements.push({ kind: header.kind, path: table, start, end: statementEnd(text, header.end) })
    } else {
      const key = readKey(text, at)
      if (text[key.end] !== '=') throw unusable('a "=" is missing', text, key.end)
      const value = readValue(text, skipToml(text, key.end + 1))
      setAt(into, key.path, value.data, () => unusable(`"${key.path.join('.')}" stands twice`, text, at))
      const path = [...table, ...key.path]
      statements.push({ kind: 'value', path, start, end: statementEnd(text, value.end) })
    }
    start = statements.at(-1)?.end ?? text.length
  }
  return { data, statements }
}

function readHeader(text: string, at: number) {
  const isList = text[at + 1] === '['
  const key = readKey(text, at + (isList ? 2 : 1))
  const close = isList ? ']]' : ']'
  if (!text.startsWith(close, key.end)) throw unusable(`a "${close}" is missing`, text, key.end)
  return { kind: isList ? ('list' as const) : ('table' as const), path: key.path, end: key.end + close.length }
}

/** Nothing but a comment may stand behind a statement on its line. */
function statementEnd(text: string, at: number): number {
  const rest = skipToml(text, at)
  if (rest < text.length && !'#\r\n'.includes(text[rest] ?? '')) throw unusable('a line end is missing', text, rest)
  return nextLine(text, rest)
}

function nextLine(text: string, at: number): number {
  return Math.min(text.length, lineEnd(text, at) + 1)
}

/** The table that a header opens; in a list of tables it is a new item, or the last one. */
function tableAt(data: object, path: readonly string[], kind: 'table' | 'list', taken: () => Error): object {
  let table = data
  for (const [index, name] of path.entries()) {
    const isLast = index === path.length - 1
    let there: unknown = Object.getOwnPropertyDescriptor(table, name)?.value
    if (there === undefined) {
      there = kind === 'list' && isLast ? [] : {}
      setAt(table, [name], there, taken)
    }
    if (Array.isArray(there)) {
      if (kind === 'list' && isLast) there.push({})
      there = there.at(-1)
    } else if (kind === 'list' && isLast) throw taken()
    if (!isTree(there)) throw taken()
    table = there
  }
  return table
}
