import { isDeepStrictEqual } from 'node:util'
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  parse,
  parseDocument,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { LyraError } from '../domain/errors.ts'
import type { UserOverride } from './trust-file.ts'

const LIST = 'user_overrides'

/** A change of the text: what stands from `start` to `end` becomes `text`. */
interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * The text of a domains.yaml with one entry written or changed. Whatever else stands there stays as it is, byte for
 * byte where the file is laid out as people do it; else the document is written anew, with its comments.
 */
export function withEntry(text: string, entry: UserOverride): string {
  const document = read(text)
  const list = listOf(document)
  const own = entriesOf(list, entry.domain).at(-1)
  const splices = own === undefined ? appended(text, document, list, entry) : replaced(own, entry)
  if (own === undefined) put(document, list, entry)
  else for (const [field, value] of fieldsOf(entry, own)) if (field !== 'domain') own.set(field, value)
  return spliced(text, splices, document)
}

/** The text without the entries of a domain; null where it has none. */
export function withoutEntry(text: string, domain: string): string | null {
  const document = read(text)
  const list = listOf(document)
  const own = entriesOf(list, domain)
  if (list === null || own.length === 0) return null
  const splices = own.map((entry) => linesOf(text, entry))
  keepComments(list, own)
  return spliced(text, list.flow === true ? null : splices, document)
}

function read(text: string): Document {
  const document = parseDocument(text)
  if (document.errors.length > 0) throw damaged(document.errors[0]?.message ?? '')
  if (document.contents !== null && !isMap(document.contents) && document.toJS() !== null)
    throw damaged('it is no table of lists')
  return document
}

function damaged(why: string): LyraError {
  return new LyraError('INVALID_CONFIG', `LYRA_HOME/domains.yaml is not a domain list: ${why.split('\n')[0]}`, {
    hint: 'Correct the file by hand; nothing in it was changed',
  })
}

function listOf(document: Document): YAMLSeq | null {
  const list = isMap(document.contents) ? document.get(LIST) : null
  if (list === null || list === undefined) return null
  if (!isSeq(list)) throw damaged(`${LIST} is no list`)
  return list
}

function entriesOf(list: YAMLSeq | null, domain: string): readonly YAMLMap[] {
  return (list?.items ?? []).filter(
    (item): item is YAMLMap => isMap(item) && String(item.get('domain')).trim().toLowerCase() === domain,
  )
}

/** What is written; nothing to say is written only over something that was said. */
function fieldsOf(
  { domain, trust_level, reason, added_at = '' }: UserOverride,
  own?: YAMLMap,
): readonly (readonly [string, string])[] {
  const fields = Object.entries({ domain, trust_level, reason, added_at })
  return fields.filter(([field, value]) => value !== '' || own?.has(field) === true)
}

/** A line of the entry after the last one, or the list at the end of the file; null where the layout is another. */
function appended(
  text: string,
  document: Document,
  list: YAMLSeq | null,
  entry: UserOverride,
): readonly Splice[] | null {
  const lines = stringify([Object.fromEntries(fieldsOf(entry))], { lineWidth: 0 })
  const last = list?.items.at(-1)
  if (isMap(last) && list?.flow !== true) {
    const { start, end } = linesOf(text, last)
    const indent = /^[ ]*/.exec(text.slice(start, end))?.[0] ?? ''
    const own = (text[end - 1] === '\n' ? '' : '\n') + indented(lines, indent)
    return [{ start: end, end, text: own }]
  }
  const key = listKey(document)
  if (key !== null) return underKey(text, key, list, lines)
  const gap = text === '' || text.endsWith('\n') ? '' : '\n'
  return [{ start: text.length, end: text.length, text: `${gap}${LIST}:\n${indented(lines, '  ')}` }]
}

/** The first entry of a list that has none, below the line of its name; `[]` goes. */
function underKey(text: string, key: number, list: YAMLSeq | null, lines: string): readonly Splice[] {
  const newline = text.indexOf('\n', key)
  const at = newline === -1 ? text.length : newline + 1
  const [start, end] = list?.range ?? []
  const own = { start: at, end: at, text: (newline === -1 ? '\n' : '') + indented(lines, '  ') }
  if (start === undefined || end === undefined) return [own]
  return [own, { start: text[start - 1] === ' ' ? start - 1 : start, end, text: '' }]
}

/** Where the name of the list ends; null where the file has none. */
function listKey(document: Document): number | null {
  if (!isMap(document.contents)) return null
  const key = document.contents.items.map((pair) => pair.key).find((name) => isScalar(name) && name.value === LIST)
  return isScalar(key) ? (key.range?.[1] ?? 0) : null
}

function put(document: Document, list: YAMLSeq | null, entry: UserOverride): void {
  const fields = Object.fromEntries(fieldsOf(entry))
  if (list === null) {
    const nothing = isMap(document.contents) ? document.get(LIST, true) : null
    const fresh = document.createNode([fields])
    if (isScalar(nothing)) fresh.commentBefore = nothing.comment ?? nothing.commentBefore ?? null
    document.set(LIST, fresh)
    return
  }
  if (list.items.length === 0) list.flow = false
  list.add(document.createNode(fields))
}

function indented(lines: string, indent: string): string {
  return lines.replace(/^(?=.)/gm, indent)
}

/** The values of an entry that has them all; its comments and its other fields stay. */
function replaced(own: YAMLMap, entry: UserOverride): readonly Splice[] | null {
  const splices = fieldsOf(entry, own)
    .filter(([field]) => field !== 'domain')
    .map(([field, value]) => {
      const now = own.get(field, true)
      const [start, end] = isScalar(now) ? (now.range ?? []) : []
      const text = /^[A-Z0-9-]+$/.test(value) ? value : JSON.stringify(value)
      return start === undefined || end === undefined || end === start ? null : { start, end, text }
    })
  const all = splices.filter((one) => one !== null)
  return all.length < splices.length ? null : all
}

/** The whole lines that a list's entry stands on. */
function linesOf(text: string, entry: YAMLMap): Splice {
  const [from = 0, to = 0] = entry.range ?? []
  const last = entry.flow === true ? to : lastEnd(entry, to)
  const newline = text.indexOf('\n', Math.max(from, last - 1))
  return { start: text.lastIndexOf('\n', from) + 1, end: newline === -1 ? text.length : newline + 1, text: '' }
}

/** A map's own range goes on over the comments after it. */
function lastEnd(entry: YAMLMap, otherwise: number): number {
  const pair = entry.items.at(-1)
  const node = isScalar(pair?.value) ? pair.value : pair?.key
  return (isScalar(node) ? node.range?.[1] : undefined) ?? otherwise
}

/** A remark above an entry may be meant for more than that entry. */
function keepComments(list: YAMLSeq, gone: readonly YAMLMap[]): void {
  let above: string[] = []
  const kept: unknown[] = []
  for (const item of list.items) {
    if (isMap(item) && gone.includes(item)) {
      if (item.commentBefore) above.push(item.commentBefore)
      continue
    }
    if (above.length > 0 && isMap(item))
      item.commentBefore = [...above, ...(item.commentBefore ? [item.commentBefore] : [])].join('\n')
    if (isMap(item)) above = []
    kept.push(item)
  }
  list.items.splice(0, list.items.length, ...kept)
  if (above.length > 0) list.comment = [...above, ...(list.comment ? [list.comment] : [])].join('\n')
}

/** The spliced text, if it says exactly what the changed document says; else the document's own. */
function spliced(text: string, splices: readonly Splice[] | null, wanted: Document): string {
  const returns = text.includes('\r\n')
  const inStyle = (part: string) => (returns ? part.replace(/\r?\n/g, '\r\n') : part)
  if (splices !== null) {
    const sorted = [...splices].sort((a, b) => b.start - a.start)
    const made = sorted.reduce((now, one) => now.slice(0, one.start) + inStyle(one.text) + now.slice(one.end), text)
    if (isDeepStrictEqual(meaning(made), asRead(wanted.toJS()))) return made
  }
  return inStyle(wanted.toString({ lineWidth: 0 }))
}

function meaning(text: string): unknown {
  try {
    return asRead(parse(text))
  } catch {
    return undefined
  }
}

/** A list without entries is the same as none. */
function asRead(content: unknown): unknown {
  if (typeof content !== 'object' || content === null) return {}
  return Object.fromEntries(Object.entries(content).filter(([, value]) => !isEmpty(value)))
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}
