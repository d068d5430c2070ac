import { unusable } from './config-format.ts'

export interface JsonMember {
  readonly key: string
  /** Offset of the key's quotation mark. */
  readonly start: number
  readonly value: JsonNode
}

export interface JsonNode {
  readonly start: number
  readonly end: number
  readonly data: unknown
  /** Null for what is no object. */
  readonly members: readonly JsonMember[] | null
}

const DEEPEST = 200
const SPACE = new Set([' ', '\t', '\r', '\n', '\uFEFF'])
const SCALAR_END = new Set([',', ']', '}', '/', ...SPACE])

/**
 * JSON as editors write it, with comments and trailing commas, as a tree with offsets, so that one member can be
 * changed in the text. Null when the file holds nothing but white space and comments.
 */
export function parseJsonc(text: string): JsonNode | null {
  const reader = new JsoncReader(text)
  const start = skipTrivia(text, 0)
  if (start >= text.length) return null
  const root = reader.value(start, 0)
  const rest = skipTrivia(text, root.end)
  if (rest < text.length) throw unusable('something stands behind the end of the JSON', text, rest)
  return root
}

/** The first offset from `at` on that is neither white space nor comment. */
export function skipTrivia(text: string, at: number): number {
  for (let next = at; ; ) {
    while (SPACE.has(text[next] ?? '')) next++
    if (text[next] !== '/') return next
    next = commentEnd(text, next)
  }
}

/** Past the white space and comments that stand on the same line as `at`; never past the line's end. */
export function skipLineTrivia(text: string, at: number): number {
  for (let next = at; ; ) {
    while (text[next] === ' ' || text[next] === '\t') next++
    if (text[next] !== '/') return next
    const end = commentEnd(text, next)
    if (text.slice(next, end).includes('\n')) return next
    next = end
  }
}

/** The end of a comment, without the line end that closes a `//`. */
function commentEnd(text: string, at: number): number {
  if (text[at + 1] === '/') {
    const end = text.indexOf('\n', at)
    const last = end === -1 ? text.length : end
    return text[last - 1] === '\r' ? last - 1 : last
  }
  const end = text[at + 1] === '*' ? text.indexOf('*/', at + 2) : -1
  if (end === -1) throw unusable('a "/" stands where none may stand', text, at)
  return end + 2
}

class JsoncReader {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  value(start: number, depth: number): JsonNode {
    if (depth > DEEPEST) throw unusable(`it is nested more than ${DEEPEST} deep`, this.#text, start)
    const first = this.#text[start]
    if (first === '{') return this.#object(start, depth)
    if (first === '[') return this.#array(start, depth)
    const end = first === '"' ? this.#stringEnd(start) : this.#scalarEnd(start)
    return { start, end, data: this.#parsed(start, end), members: null }
  }

  #object(start: number, depth: number): JsonNode {
    const members: JsonMember[] = []
    const end = this.#items(start, '}', (at) => {
      if (this.#text[at] !== '"') throw unusable('a name in quotation marks is expected', this.#text, at)
      const keyEnd = this.#stringEnd(at)
      const colon = skipTrivia(this.#text, keyEnd)
      if (this.#text[colon] !== ':') throw unusable('a ":" is missing', this.#text, colon)
      const value = this.value(skipTrivia(this.#text, colon + 1), depth + 1)
      members.push({ key: String(this.#parsed(at, keyEnd)), start: at, value })
      return value.end
    })
    const data = Object.fromEntries(members.map(({ key, value }) => [key, value.data]))
    return { start, end, data, members }
  }

  #array(start: number, depth: number): JsonNode {
    const data: unknown[] = []
    const end = this.#items(start, ']', (at) => {
      const value = this.value(at, depth + 1)
      data.push(value.data)
      return value.end
    })
    return { start, end, data, members: null }
  }

  /** Reads items up to the closing bracket, whose end is returned; a trailing comma is allowed. */
  #items(start: number, close: string, item: (at: number) => number): number {
    let at = skipTrivia(this.#text, start + 1)
    while (this.#text[at] !== close) {
      at = skipTrivia(this.#text, item(at))
      if (this.#text[at] === ',') at = skipTrivia(this.#text, at + 1)
      else if (this.#text[at] !== close) throw unusable(`a "," or "${close}" is missing`, this.#text, at)
    }
    return at + 1
  }

  #stringEnd(start: number): number {
    for (let at = start + 1; at < this.#text.length; at++) {
      if (this.#text[at] === '\\') at++
      else if (this.#text[at] === '"') return at + 1
      else if (this.#text[at] === '\n') break
    }
    throw unusable('a quotation mark is missing', this.#text, start)
  }

  #scalarEnd(start: number): number {
    let end = start
    while (end < this.#text.length && !SCALAR_END.has(this.#text[end] ?? '')) end++
    if (end === start) throw unusable('a value is missing', this.#text, start)
    return end
  }

  #parsed(start: number, end: number): unknown {
    try {
      return JSON.parse(this.#text.slice(start, end))
    } catch {
      throw unusable('this is no JSON', this.#text, start)
    }
  }
}
