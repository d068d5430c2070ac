import type { Attributes } from './dom.ts'
import { decodeReferences } from './entities.ts'
import type { Script } from './raised-text.ts'

/** With few attributes a linear scan is faster than a map, and a page has tens of thousands of them. */
class AttributeRow implements Attributes {
  readonly size: number
  /** Name, value, name, value... A private field would slow down every access. */
  readonly pairs: readonly string[]
  marks?: string
  groups?: number
  script?: Script

  constructor(pairs: readonly string[]) {
    this.pairs = pairs
    this.size = pairs.length / 2
  }

  get(name: string): string | undefined {
    const { pairs } = this
    for (let index = 0; index < pairs.length; index += 2) if (pairs[index] === name) return pairs[index + 1]
    return undefined
  }

  has(name: string): boolean {
    return this.get(name) !== undefined
  }

  *[Symbol.iterator](): Iterator<readonly [string, string]> {
    for (let index = 0; index < this.pairs.length; index += 2)
      yield [this.pairs[index] as string, this.pairs[index + 1] as string]
  }
}

export const NO_ATTRIBUTES: Attributes = Object.freeze(Object.assign(new AttributeRow([]), { marks: '', groups: 0 }))

/** Longer attribute texts are mostly unique (URLs, styles), so caching them costs more than parsing. */
const LONGEST_SHARED = 120

/** Reads what stands in a tag behind its name; the same text gives the same object. One reader a page. */
export function attributeReader(): (text: string) => Attributes {
  const known = new Map<string, Attributes>()
  return (text) => {
    if (text.length > LONGEST_SHARED) return readAttributes(text)
    let attributes = known.get(text)
    if (attributes === undefined) {
      attributes = readAttributes(text)
      known.set(text, attributes)
    }
    return attributes
  }
}

function readAttributes(text: string): Attributes {
  const pairs: string[] = []
  const { length } = text
  let at = 0
  while (at < length) {
    while (at < length && endsName(text.charCodeAt(at))) at += 1
    const start = at
    while (at < length && !endsName(text.charCodeAt(at))) at += 1
    if (at === start) break
    const name = text.slice(start, at).toLowerCase()
    const mark = afterSpace(text, at)
    let value = ''
    if (text.charCodeAt(mark) === EQUALS) {
      const from = afterSpace(text, mark + 1)
      const quote = text.charCodeAt(from)
      if (quote === DOUBLE || quote === SINGLE) {
        const end = text.indexOf(quote === DOUBLE ? '"' : "'", from + 1)
        // A quote that is never closed opens nothing.
        if (end >= 0) {
          value = text.slice(from + 1, end)
          at = end + 1
        }
      } else {
        let end = from
        while (end < length && !endsValue(text.charCodeAt(end))) end += 1
        value = text.slice(from, end)
        if (end > from) at = end
      }
    }
    if (!isKnown(pairs, name)) pairs.push(name, decodeReferences(value))
  }
  return pairs.length === 0 ? NO_ATTRIBUTES : new AttributeRow(pairs)
}

const EQUALS = 61
const DOUBLE = 34
const SINGLE = 39

function isKnown(pairs: readonly string[], name: string): boolean {
  for (let index = 0; index < pairs.length; index += 2) if (pairs[index] === name) return true
  return false
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000 || code === 0xfeff
}

function afterSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1
  return at
}

/** White space, quotes, < > / and =. */
function endsName(code: number): boolean {
  return (
    isSpace(code) || code === DOUBLE || code === SINGLE || code === 60 || code === 62 || code === 47 || code === EQUALS
  )
}

function endsValue(code: number): boolean {
  return isSpace(code) || code === DOUBLE || code === SINGLE || code === 62
}
