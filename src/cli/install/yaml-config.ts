import { isMap, isScalar, type Pair, parseDocument, stringify, type YAMLMap } from 'yaml'
import { type ConfigFormat, type EntryPlace, isTree, lineEndOf, type Tree, unusable } from './config-format.ts'

/** YAML of Goose: the entry is one key of the block `extensions`. */
export const yamlConfig: ConfigFormat = {
  read: (text) => {
    const data = dataOf(text)
    if (data === null || data === undefined) return {}
    if (!isTree(data)) throw unusable('settings by name are expected')
    return data
  },
  put: (text, place, entry) => {
    const eol = lineEndOf(text)
    const root = rootOf(text)
    const section = root === null ? null : pairOf(root, place.section)
    const block = (indent: string) => blockOf(place.name, entry, indent, eol)
    if (section === null) {
      if (root?.flow === true && root.items.length > 0) throw inBraces(place)
      const bare = root?.flow === true ? withoutBraces(text, root) : text
      return `${withLineEnd(bare, eol)}${place.section}:${eol}${block('  ')}`
    }
    const servers = section.value
    if (!isMap(servers) || servers.items.length === 0) return afterKey(text, section, block('  '), place)
    if (servers.flow === true) throw inBraces(place)
    const known = pairOf(servers, place.name)
    const indent = columnOf(text, servers.items[0])
    if (known !== null) {
      const { start, end } = linesOf(text, known)
      return text.slice(0, start) + block(indent) + text.slice(end)
    }
    const last = servers.items.at(-1)
    const end = last === undefined ? text.length : linesOf(text, last).end
    return withLineEnd(text.slice(0, end), eol) + block(indent) + text.slice(end)
  },
  remove: (text, place, withSection) => {
    const root = rootOf(text)
    const section = root === null ? null : pairOf(root, place.section)
    if (section === null || !isMap(section.value)) return text
    const known = pairOf(section.value, place.name)
    if (known === null) return text
    // A block without items would be null: the key goes with its last one, or keeps an empty map.
    const isLast = section.value.items.length === 1
    const { start, end } = linesOf(text, isLast ? section : known)
    const left = isLast && !withSection ? `${place.section}: {}${lineEndOf(text)}` : ''
    return text.slice(0, start) + left + text.slice(end)
  },
}

/** An alias without its anchor, or one that unfolds without end, is only found here. */
function dataOf(text: string): unknown {
  const document = documentOf(text)
  try {
    return document.toJS()
  } catch (error) {
    throw unusable(error instanceof Error ? error.message : 'no YAML')
  }
}

function documentOf(text: string) {
  const document = parseDocument(text)
  const problem = document.errors[0]
  if (problem !== undefined) throw unusable(problem.message.split('\n')[0] ?? 'no YAML', text, problem.pos[0])
  return document
}

function rootOf(text: string): YAMLMap | null {
  const { contents } = documentOf(text)
  if (contents === null || (isScalar(contents) && contents.value === null)) return null
  if (!isMap(contents)) throw unusable('settings by name are expected')
  return contents
}

function pairOf(map: YAMLMap, name: string): Pair | null {
  return map.items.find(({ key }) => isScalar(key) && key.value === name) ?? null
}

/** A file of empty braces alone: a block can only stand in their place. */
function withoutBraces(text: string, { range }: YAMLMap): string {
  const [start = 0, end = 0] = range ?? []
  return (text.slice(0, start) + text.slice(end)).trim() === '' ? '' : text.slice(0, start) + text.slice(end)
}

/** `extensions:` or `extensions: {}`, with nothing in it: the block goes under the key, the braces go. */
function afterKey(text: string, section: Pair, block: string, place: EntryPlace): string {
  const { start, end } = linesOf(text, section)
  const line = text.slice(start, end)
  const braces = line.indexOf('{')
  const bare = braces === -1 ? line : line.slice(0, braces).trimEnd() + line.slice(line.indexOf('}') + 1)
  if (isMap(section.value) && (braces === -1 || line.indexOf('}') < braces)) throw inBraces(place)
  return text.slice(0, start) + withLineEnd(bare, lineEndOf(text)) + block + text.slice(end)
}

function inBraces({ section }: EntryPlace) {
  return unusable(`"${section}" is written in braces; write it as a block, one name a line`)
}

function blockOf(name: string, entry: Tree, indent: string, eol: string): string {
  const lines = stringify({ [name]: entry }, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
  return lines.map((line) => `${indent}${line}${eol}`).join('')
}

function startOf(pair: Pair | undefined): number {
  const start = isScalar(pair?.key) ? pair.key.range?.[0] : undefined
  if (start === undefined) throw unusable('a name is expected')
  return start
}

function columnOf(text: string, pair: Pair | undefined): string {
  const start = startOf(pair)
  return ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1))
}

/** From the beginning of the line of the key to the end of the last line of the value. */
function linesOf(text: string, pair: Pair): { readonly start: number; readonly end: number } {
  const keyStart = startOf(pair)
  const { value } = pair
  const range = isMap(value) || isScalar(value) ? value.range : rangeOf(value)
  const valueEnd = Math.max(range?.[1] ?? 0, isScalar(pair.key) ? (pair.key.range?.[1] ?? 0) : 0)
  const newline = text.indexOf('\n', valueEnd)
  const end = text[valueEnd - 1] === '\n' ? valueEnd : newline === -1 ? text.length : newline + 1
  return { start: text.lastIndexOf('\n', keyStart - 1) + 1, end }
}

function rangeOf(node: unknown): readonly number[] | undefined {
  const range: unknown = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined
  return Array.isArray(range) && range.every((part) => typeof part === 'number') ? range : undefined
}

function withLineEnd(text: string, eol: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}${eol}`
}
