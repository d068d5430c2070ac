import { isSpelledJoiner } from '../domain/invisible.ts'
import { mathText } from './math-text.ts'
import type { Script } from './raised-text.ts'
import { SCRIPT_CLOSE, scriptSign, spellScripts } from './scripts.ts'

/**
 * A page as this room reads it: plain objects, because selectors and live DOM objects cost more than the reading
 * itself.
 */
export interface Element {
  readonly tag: string
  readonly attributes: Attributes
  readonly children: Child[]
  parent: Element | null
  /** Steps below the root. */
  readonly depth: number
  /** What its marks say it is for, once asked (element-groups.ts); -1 before. */
  groups: number
}

/**
 * Attributes by lower-case name. Elements that a template repeats share one of these, and with it what was read from
 * it.
 */
export interface Attributes extends Iterable<readonly [string, string]> {
  readonly size: number
  get(name: string): string | undefined
  has(name: string): boolean
  marks?: string
  groups?: number
  /** Whether it raises or lowers its text, once asked (raised-text.ts). */
  script?: Script
}

/** Text stands in the tree as a string. */
export type Child = Element | string

export interface Document {
  readonly root: Element
  /** Every element by tag, in document order. */
  readonly byTag: ReadonlyMap<string, readonly Element[]>
  readonly elements: readonly Element[]
  /** Elements nested deeper than anybody nests by hand were laid flat. */
  readonly flattened: boolean
}

export function tagged(document: Document, ...tags: string[]): Element[] {
  return tags.flatMap((tag) => document.byTag.get(tag) ?? [])
}

export function attribute(element: Element | null | undefined, name: string): string | null {
  const value = element?.attributes.get(name)?.trim() ?? ''
  return value === '' ? null : value
}

/** class and id in one lower-case string, for pattern tests. camelCase is cut into its words. */
export function marksOf(element: Element): string {
  const { attributes } = element
  attributes.marks ??= readMarks(attributes)
  return attributes.marks
}

function readMarks(attributes: Attributes): string {
  if (attributes.size === 0) return ''
  const names = `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`
  if (names === ' ') return ''
  return (/[A-Z]/.test(names) ? names.replace(/([a-z\d])([A-Z])/g, '$1-$2') : names).toLowerCase()
}

export function within(element: Element | null, holds: (above: Element) => boolean): boolean {
  for (let above = element; above !== null; above = above.parent) if (holds(above)) return true
  return false
}

export function find(root: Element, holds: (element: Element) => boolean): Element | null {
  for (const child of root.children) {
    if (typeof child === 'string') continue
    if (holds(child)) return child
    const inner = find(child, holds)
    if (inner !== null) return inner
  }
  return null
}

const SILENT = new Set('script style template noscript iframe svg rt rp'.split(' '))

/** Its content is no text of the page. */
export function isSilent(element: Element): boolean {
  return SILENT.has(element.tag)
}

/** What stands in the source, scripts between the signs of scripts.ts. */
export function rawTextOf(node: Child): string {
  if (typeof node === 'string') return node
  if (SILENT.has(node.tag)) return ''
  if (node.tag === 'br') return '\n'
  if (node.tag === 'math') return mathText(node)
  let text = ''
  for (const child of node.children) text += rawTextOf(child)
  const sign = scriptSign(node)
  return sign === '' ? text : sign + text + SCRIPT_CLOSE
}

export function textOf(node: Child | null | undefined): string {
  return node === null || node === undefined ? '' : tidy(spellScripts(rawTextOf(node)))
}

const CJK = '[\\u3001-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\uff01-\\uff9f]'
const BROKEN_CJK = new RegExp(`(?<=${CJK})\\n(?=${CJK})`, 'g')
const UNTIDY = /[^\S ]| {2}|[\u200b-\u200d\u2060\ufeff\u00ad]/
/** White space that is more than one space; to replace each space of a text by itself costs more than to find these. */
export const UNEVEN_SPACE = /\s{2,}|[^\S ]/g
/** What asks for more than single spaces: an invisible character, or a Japanese one. */
const SPECIAL = new RegExp(`[\\u200b-\\u200d\\u2060\\ufeff\\u00ad]|${CJK}`)
const INVISIBLE = /[\u200b-\u200d\u2060\ufeff\u00ad]/g

/** One line: white space collapsed, and dropped where a source line end falls between two Japanese characters. */
export function tidy(text: string): string {
  if (!UNTIDY.test(text)) return text.trim()
  if (!SPECIAL.test(text)) return text.replace(UNEVEN_SPACE, ' ').trim()
  return text
    .replace(INVISIBLE, (character, at: number) => (isSpelledJoiner(text, at) ? character : ''))
    .replace(UNEVEN_SPACE, (space) => (space.includes('\n') ? '\n' : ' '))
    .replace(BROKEN_CJK, '')
    .replaceAll('\n', ' ')
    .trim()
}
