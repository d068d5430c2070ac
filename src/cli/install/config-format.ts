import { isDeepStrictEqual } from 'node:util'
import { LyraError } from '../../domain/errors.ts'

/** What one server is called by, and where it stands in the file: `mcpServers.lyra`, `extensions.lyra`, ... */
export interface EntryPlace {
  readonly section: string
  readonly name: string
}

export type Tree = Readonly<Record<string, unknown>>

/**
 * One syntax of config files. `put` and `remove` change the text of the one entry and leave every other byte: comments,
 * order, indentation and line ends are the user's.
 */
export interface ConfigFormat {
  /** The whole file as data; an empty file is an empty tree. Throws CONFIG_UNUSABLE for what cannot be read. */
  read(text: string): Tree
  put(text: string, place: EntryPlace, entry: Tree): string
  /** Takes the entry out; `withSection` takes its section too, when nothing else is left in it. */
  remove(text: string, place: EntryPlace, withSection: boolean): string
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The entry as data; undefined when there is none. A section that is no table of servers is unusable. */
export function entryIn(data: Tree, { section, name }: EntryPlace): unknown {
  const servers = Object.hasOwn(data, section) ? data[section] : undefined
  if (servers === undefined || servers === null) return undefined
  if (!isTree(servers)) throw unusable(`"${section}" holds no servers by name`)
  return Object.hasOwn(servers, name) ? servers[name] : undefined
}

/** Puts the entry in and proves, by reading the result, that it is there and that nothing else has changed. */
export function putChecked(format: ConfigFormat, text: string, place: EntryPlace, entry: Tree): string {
  entryIn(format.read(text), place)
  const edited = format.put(text, place, entry)
  if (!isDeepStrictEqual(entryIn(format.read(edited), place), entry)) throw notEditable()
  return requireSameRest(format, place, text, edited)
}

/** The same for taking it out. */
export function removeChecked(format: ConfigFormat, text: string, place: EntryPlace, withSection: boolean): string {
  const edited = format.remove(text, place, withSection)
  if (entryIn(format.read(edited), place) !== undefined) throw notEditable()
  return requireSameRest(format, place, text, edited)
}

function requireSameRest(format: ConfigFormat, place: EntryPlace, before: string, after: string): string {
  if (isDeepStrictEqual(without(format.read(before), place), without(format.read(after), place))) return after
  throw notEditable()
}

function without(data: Tree, { section, name }: EntryPlace): Tree {
  const { [section]: servers, ...rest } = data
  if (!isTree(servers)) return rest
  const { [name]: _entry, ...others } = servers
  return Object.keys(others).length === 0 ? rest : { ...rest, [section]: others }
}

function notEditable(): LyraError {
  return unusable('it is written in a way that cannot be edited without touching the rest')
}

/** `at` is an offset of the text; the message names its line. */
export function unusable(why: string, text = '', at?: number): LyraError {
  const line = at === undefined ? '' : `line ${text.slice(0, at).split('\n').length}: `
  return new LyraError('CONFIG_UNUSABLE', `${line}${why}`)
}

/** The line end that the file uses. */
export function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

/** The white space at the beginning of the line that holds `at`. */
export function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1
  let end = start
  while (text[end] === ' ' || text[end] === '\t') end++
  return text.slice(start, end)
}
