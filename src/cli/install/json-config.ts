import {
  type ConfigFormat,
  type EntryPlace,
  indentAt,
  isTree,
  lineEndOf,
  type Tree,
  unusable,
} from './config-format.ts'
import { type JsonMember, type JsonNode, parseJsonc, skipLineTrivia, skipTrivia } from './jsonc.ts'

interface JsonObject extends JsonNode {
  readonly members: readonly JsonMember[]
}

/** JSON, with the comments and trailing commas of editors where they are there. */
export const jsonConfig: ConfigFormat = {
  read: (text) => {
    const root = parseJsonc(text)
    return root === null ? {} : treeOf(objectOf(text, root).data)
  },
  put: (text, { section, name }, entry) => {
    const parsed = parseJsonc(text)
    if (parsed === null) return withNewRoot(text, { [section]: { [name]: entry } })
    const root = objectOf(text, parsed)
    const servers = memberOf(text, root, section)
    if (servers === null || servers.value.data === null)
      return servers === null
        ? insertMember(text, root, section, { [name]: entry })
        : replaceValue(text, servers, { [name]: entry })
    const object = objectOf(text, servers.value)
    const known = memberOf(text, object, name)
    return known === null ? insertMember(text, object, name, entry) : replaceValue(text, known, entry)
  },
  remove: (text, place, withSection) => {
    const taken = removeFrom(text, place.name, (root) => serversOf(text, root, place))
    return withSection ? removeFrom(taken, place.section, (root) => emptySection(taken, root, place)) : taken
  },
}

function treeOf(data: unknown): Tree {
  return isTree(data) ? data : {}
}

function objectOf(text: string, node: JsonNode): JsonObject {
  if (node.members === null) throw unusable('an object in braces is expected', text, node.start)
  return { ...node, members: node.members }
}

function memberOf(text: string, object: JsonObject, key: string): JsonMember | null {
  const found = object.members.filter((member) => member.key === key)
  if (found[1] !== undefined) throw unusable(`"${key}" stands twice`, text, found[1].start)
  return found[0] ?? null
}

function serversOf(text: string, root: JsonObject, { section }: EntryPlace): JsonObject | null {
  const servers = memberOf(text, root, section)
  return servers === null || servers.value.data === null ? null : objectOf(text, servers.value)
}

/** The root, when the section in it is empty. */
function emptySection(text: string, root: JsonObject, place: EntryPlace): JsonObject | null {
  return serversOf(text, root, place)?.members.length === 0 ? root : null
}

function withNewRoot(text: string, data: Tree): string {
  const eol = lineEndOf(text)
  const before = text === '' || text.endsWith('\n') || text === '\uFEFF' ? text : `${text}${eol}`
  return `${before}${rendered(data, '  ', '', eol)}${eol}`
}

function rendered(data: unknown, unit: string, indent: string, eol: string): string {
  return JSON.stringify(data, null, unit).replaceAll('\n', `${eol}${indent}`)
}

/** One step of indentation, as the file has it. */
function unitOf(text: string): string {
  const first = parseJsonc(text)?.members?.[0]
  const indent = first === undefined ? '' : indentAt(text, first.start)
  return indent === '' ? '  ' : indent
}

/** Written by a program without white space; a bare `{}` is written by anyone. */
function isOneLine(text: string): boolean {
  return !text.trim().includes('\n') && parseJsonc(text)?.members?.length !== 0
}

function insertMember(text: string, object: JsonObject, key: string, data: unknown): string {
  const last = object.members.at(-1)
  const inside = text.slice(object.start, object.end)
  if (!inside.includes('\n') && (last !== undefined || isOneLine(text))) {
    const member = JSON.stringify({ [key]: data }).slice(1, -1)
    if (last === undefined) return splice(text, object.end - 1, object.end - 1, member)
    const gap = text[last.value.start - 1] === ' ' ? ' ' : ''
    return splice(text, last.value.end, last.value.end, `,${gap}${member}`)
  }
  const [eol, unit] = [lineEndOf(text), unitOf(text)]
  const closing = indentAt(text, object.end - 1)
  const first = object.members[0]
  const ownLine = first !== undefined && text.slice(object.start, first.start).includes('\n')
  const indent = ownLine ? indentAt(text, first.start) : `${closing}${unit}`
  const line = `${eol}${indent}${JSON.stringify(key)}: ${rendered(data, unit, indent, eol)}`
  if (last === undefined) {
    // What stands between the braces are comments at most; they keep their place.
    const filled = inside.slice(1, -1).trimEnd().length
    const at = object.start + 1 + filled
    const end = inside.includes('\n') ? '' : `${eol}${closing}`
    return splice(text, at, filled === 0 && end !== '' ? object.end - 1 : at, `${line}${end}`)
  }
  const comma = skipTrivia(text, last.value.end)
  if (text[comma] === ',') {
    const at = skipLineTrivia(text, comma + 1)
    return splice(text, at, at, `${line},`)
  }
  const at = skipLineTrivia(text, last.value.end)
  return splice(splice(text, at, at, line), last.value.end, last.value.end, ',')
}

function replaceValue(text: string, { start, value }: JsonMember, data: unknown): string {
  const alone = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === ''
  const isWide = alone && text.includes('\n')
  const next = isWide ? rendered(data, unitOf(text), indentAt(text, start), lineEndOf(text)) : JSON.stringify(data)
  return splice(text, value.start, value.end, next)
}

/** Takes a member out of the object that `find` gives, with its line, and the comma before it when it was the last. */
function removeFrom(text: string, key: string, find: (root: JsonObject) => JsonObject | null): string {
  const parsed = parseJsonc(text)
  const object = parsed === null ? null : find(objectOf(text, parsed))
  const member = object === null ? null : memberOf(text, object, key)
  if (object === null || member === null) return text
  const index = object.members.indexOf(member)
  const previous = object.members[index - 1]
  const comma = skipTrivia(text, member.value.end)
  const hasComma = text[comma] === ','
  let end = hasComma ? comma + 1 : member.value.end
  let start = member.start
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = skipBlanks(text, end)
  if (text.slice(lineStart, start).trim() === '' && text[lineEnd] === '\n') {
    start = lineStart
    end = lineEnd + 1
  } else if (text.slice(lineStart, start).trim() !== '') end = skipBlanks(text, end)
  const taken = splice(text, start, end, '')
  if (hasComma || previous === undefined) return taken
  const before = skipTrivia(text, previous.value.end)
  return text[before] === ',' ? splice(taken, before, before + 1, '') : taken
}

function skipBlanks(text: string, at: number): number {
  let next = at
  while (text[next] === ' ' || text[next] === '\t' || text[next] === '\r') next++
  return next
}

function splice(text: string, start: number, end: number, put: string): string {
  return text.slice(0, start) + put + text.slice(end)
}
