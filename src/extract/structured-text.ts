import { replaceTags } from '../domain/markup-scan.ts'
import { NO_ATTRIBUTES } from './attributes.ts'
import { type Document, type Element, tidy } from './dom.ts'
import { decodeReferences } from './entities.ts'
import { strings } from './linked-data.ts'
import type { PageMetadata } from './metadata.ts'
import { measureText } from './text-measure.ts'
import type { Unit } from './units.ts'

/** What the structured data of a page gives as its text and its description, as plain letters. */
export interface StructuredText {
  readonly body: string | null
  readonly description: string | null
}

export function structuredText(metadata: PageMetadata): StructuredText {
  const body: string[] = []
  const description = [...(metadata.meta.get('description') ?? []), ...(metadata.meta.get('og:description') ?? [])]
  for (const node of metadata.linked) {
    // A thread gives its first post at most: the others would count as said nowhere.
    if (!/Discussion|SocialMedia|Question|Answer|Comment/.test(strings(node['@type']).join(' ')))
      body.push(...strings(node.articleBody))
    description.push(...strings(node.description))
  }
  const joined = (texts: readonly string[], shortest: number) => {
    const letters = plainLetters(paragraphsOf(texts.join('\n').slice(0, 5 * LONGEST)).join(' '))
    return letters.length < shortest ? null : letters
  }
  return { body: joined(body, 200), description: joined(description, 40) }
}

/** Characters and texts taken from structured data: a page that carries a whole catalogue stays readable. */
const LONGEST = 40_000
const MOST = 60

/** The level of the unit that a page's description becomes. */
export const DESCRIPTION_LEVEL = 4

/**
 * Text that the page gives in its structured data and its visible part lacks: pages built by scripts carry the
 * product's description or the posts of a thread nowhere else. The level tells the sources apart.
 */
export function structuredUnits(document: Document, metadata: PageMetadata, visible: readonly Unit[]): Unit[] {
  let joined: string | null = null
  const isVisible = (start: string) => {
    joined ??= visible.map((unit) => plainLetters(unit.text)).join('')
    return joined.includes(start)
  }
  const element: Element = {
    tag: 'declared',
    attributes: NO_ATTRIBUTES,
    children: [],
    parent: document.root,
    depth: 1,
    groups: -1,
  }
  const units: Unit[] = []
  const add = (value: string | undefined, level: number) => {
    if (value === undefined || units.length >= MOST) return
    for (const text of paragraphsOf(value.slice(0, LONGEST))) {
      const start = plainLetters(text).slice(0, 60)
      if (text.length < 40 || isVisible(start) || units.some((unit) => plainLetters(unit.text).startsWith(start)))
        continue
      units.push({ kind: 'declared', level, text, element, measure: measureText(text), linkShare: 0, links: 0 })
    }
  }
  for (const node of metadata.linked) {
    add(strings(node.articleBody)[0], 1)
    if (/Posting|Question|Answer|Comment/.test(strings(node['@type']).join(' '))) add(strings(node.text)[0], 2)
    if (/Product/.test(strings(node['@type']).join(' '))) add(strings(node.description)[0], 3)
  }
  add(metadata.meta.get('description')?.[0] ?? metadata.meta.get('og:description')?.[0], DESCRIPTION_LEVEL)
  return units
}

function paragraphsOf(value: string): string[] {
  const lines = replaceTags(decodeReferences(value), '\n', /^<(?:br|\/p|\/li|\/div|\/h\d)\b/i)
  return replaceTags(lines, ' ')
    .split(/\n+/)
    .map(tidy)
    .filter((text) => text !== '')
}

/** What becomes of an ASCII character: itself, its small letter, or nothing. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code).toLowerCase()
  return /[a-z0-9]/.test(character) ? character.charCodeAt(0) : 0
})
const ROOM = Buffer.alloc(4096)

/** Of U+2010 to U+2027, and the space that does not break. */
function isQuoteOrDash(code: number): boolean {
  return (code >= 0x2010 && code <= 0x2027) || code === 0xa0
}

/** Letters and digits alone, in lower case: for finding one text in another. */
export function plainLetters(text: string): string {
  const { length } = text
  if (length > ROOM.length) return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  let count = 0
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 128) {
      const letter = PLAIN[code] as number
      ROOM[count] = letter
      if (letter !== 0) count += 1
    } else if (!isQuoteOrDash(code)) return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  }
  return ROOM.toString('latin1', 0, count)
}
