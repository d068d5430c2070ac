import { isTree, unusable } from './config-format.ts'

/** A date, a float or another scalar that we never write: kept as it stands, to be compared and put back. */
export interface TomlLiteral {
  readonly toml: string
}

export interface TomlValue {
  readonly data: unknown
  readonly end: number
}

const DEEPEST = 100
const BARE = /[A-Za-z0-9_-]{1,200}/y
const SCALAR = /[A-Za-z0-9+\-._:]{1,100}/y
const OTHER_SCALARS = [
  /^[+-]?[0-9][0-9_]{0,40}(?:\.[0-9_]{1,40})?(?:[eE][+-]?[0-9_]{1,10})?$/,
  /^0(?:x[0-9A-Fa-f_]{1,40}|o[0-7_]{1,40}|b[01_]{1,70})$/,
  /^[+-]?(?:inf|nan)$/,
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt ][0-9:.]{5,20}(?:[Zz]|[+-][0-9:]{5})?)?$/,
  /^[0-9]{2}:[0-9]{2}(?::[0-9.]{2,15})?$/,
]
const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  e: '\x1b',
  '"': '"',
  '\\': '\\',
}

/** Past blanks; with `lines` also past line ends and comments, as between the brackets of an array. */
export function skipToml(text: string, at: number, lines = false): number {
  for (let next = at; ; next++) {
    const character = text[next]
    if (character === ' ' || character === '\t' || character === '\uFEFF') continue
    if (!lines) return next
    if (character === '#') next = lineEnd(text, next) - 1
    else if (character !== '\n' && character !== '\r') return next
  }
}

/** The offset of the line end (or of the end of the text) at or behind `at`. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

/** A dotted key: `mcp_servers."my server".env`. */
export function readKey(text: string, at: number): { readonly path: readonly string[]; readonly end: number } {
  const path: string[] = []
  for (let next = skipToml(text, at); ; next = skipToml(text, next + 1)) {
    const part = keyPart(text, next)
    path.push(part.name)
    next = skipToml(text, part.end)
    if (text[next] !== '.') return { path, end: next }
  }
}

function keyPart(text: string, at: number): { readonly name: string; readonly end: number } {
  if (text[at] === '"' || text[at] === "'") {
    const { data, end } = readString(text, at)
    return { name: String(data), end }
  }
  BARE.lastIndex = at
  const name = BARE.exec(text)?.[0]
  if (name === undefined) throw unusable('a name is expected', text, at)
  return { name, end: at + name.length }
}

export function readValue(text: string, at: number, depth = 0): TomlValue {
  if (depth > DEEPEST) throw unusable(`it is nested more than ${DEEPEST} deep`, text, at)
  const first = text[at]
  if (first === '"' || first === "'") return readString(text, at)
  if (first === '[') return readArray(text, at, depth)
  if (first === '{') return readInlineTable(text, at, depth)
  return readScalar(text, at)
}

function readScalar(text: string, at: number): TomlValue {
  SCALAR.lastIndex = at
  let word = SCALAR.exec(text)?.[0] ?? ''
  const end = at + word.length
  if (/^\d{4}-\d{2}-\d{2}$/.test(word) && text[end] === ' ' && /[0-9]/.test(text[end + 1] ?? '')) {
    SCALAR.lastIndex = end + 1
    word += ` ${SCALAR.exec(text)?.[0] ?? ''}`
  }
  if (word === 'true' || word === 'false') return { data: word === 'true', end }
  if (/^-?(?:0|[1-9][0-9]{0,14})$/.test(word)) return { data: Number(word), end }
  if (!OTHER_SCALARS.some((form) => form.test(word))) throw unusable('this is no value of TOML', text, at)
  return { data: { toml: word } satisfies TomlLiteral, end: at + word.length }
}

function readArray(text: string, start: number, depth: number): TomlValue {
  const data: unknown[] = []
  let at = skipToml(text, start + 1, true)
  while (text[at] !== ']') {
    const item = readValue(text, at, depth + 1)
    data.push(item.data)
    at = skipToml(text, item.end, true)
    if (text[at] === ',') at = skipToml(text, at + 1, true)
    else if (text[at] !== ']') throw unusable('a "," or "]" is missing', text, at)
  }
  return { data, end: at + 1 }
}

function readInlineTable(text: string, start: number, depth: number): TomlValue {
  const data = {}
  let at = skipToml(text, start + 1, true)
  while (text[at] !== '}') {
    const key = readKey(text, at)
    if (text[key.end] !== '=') throw unusable('a "=" is missing', text, key.end)
    const value = readValue(text, skipToml(text, key.end + 1), depth + 1)
    setAt(data, key.path, value.data, () => unusable(`"${key.path.join('.')}" stands twice`, text, at))
    at = skipToml(text, value.end, true)
    if (text[at] === ',') at = skipToml(text, at + 1, true)
    else if (text[at] !== '}') throw unusable('a "," or "}" is missing', text, at)
  }
  return { data, end: at + 1 }
}

function readString(text: string, start: number): TomlValue {
  const quote = text[start] ?? ''
  const isLong = text.startsWith(quote.repeat(3), start)
  const close = isLong ? quote.repeat(3) : quote
  let at = start + close.length
  if (isLong && text.startsWith('\r\n', at)) at += 2
  else if (isLong && text[at] === '\n') at++
  let data = ''
  while (!text.startsWith(close, at) || (isLong && text[at + 3] === quote)) {
    const character = text[at]
    if (character === undefined || (character === '\n' && !isLong))
      throw unusable('a quotation mark is missing', text, start)
    if (character === '\\' && quote === '"') {
      const escaped = readEscape(text, at)
      data += escaped.text
      at = escaped.end
    } else {
      data += character
      at++
    }
  }
  return { data, end: at + close.length }
}

function readEscape(text: string, at: number): { readonly text: string; readonly end: number } {
  const letter = text[at + 1] ?? ''
  const plain = ESCAPES[letter]
  if (plain !== undefined) return { text: plain, end: at + 2 }
  const digits = letter === 'u' ? 4 : letter === 'U' ? 8 : letter === 'x' ? 2 : 0
  const code = text.slice(at + 2, at + 2 + digits)
  if (digits > 0 && /^[0-9A-Fa-f]{2,8}$/.test(code) && code.length === digits && Number.parseInt(code, 16) <= 0x10ffff)
    return { text: String.fromCodePoint(Number.parseInt(code, 16)), end: at + 2 + digits }
  // A backslash at the end of a line of a long string swallows the white space that follows.
  const next = skipToml(text, at + 1)
  if (text[next] !== '\n' && text[next] !== '\r') throw unusable('there is no such escape', text, at)
  let end = next
  while (' \t\r\n'.includes(text[end] ?? 'x')) end++
  return { text: '', end }
}

/** Writes into a tree, making tables on the way; what is there already is `taken`. */
export function setAt(tree: object, path: readonly string[], value: unknown, taken: () => Error): void {
  let table = tree
  for (const [index, name] of path.entries()) {
    const there: unknown = Object.getOwnPropertyDescriptor(table, name)?.value
    if (index === path.length - 1 || (there !== undefined && !isTree(there))) {
      if (there !== undefined) throw taken()
      define(table, name, value)
      return
    }
    if (!isTree(there)) {
      const made = {}
      define(table, name, made)
      table = made
    } else table = there
  }
}

/** A name of the file may be `__proto__`; it must become a field like any other. */
function define(table: object, name: string, value: unknown): void {
  Object.defineProperty(table, name, { value, enumerable: true, writable: true, configurable: true })
}

/** A value as TOML, in one line. */
export function tomlOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('\x7f', '\\u007f')
  if (Array.isArray(value)) return `[${value.map(tomlOf).join(', ')}]`
  if (!isTree(value)) return String(value)
  if (isLiteral(value)) return value.toml
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${keyOf(name)} = ${tomlOf(inner)}`)
    .join(', ')} }`
}

function isLiteral(value: object): value is TomlLiteral {
  return 'toml' in value && typeof value.toml === 'string' && Object.keys(value).length === 1
}

export function keyOf(name: string): string {
  return /^[A-Za-z0-9_-]{1,200}$/.test(name) ? name : JSON.stringify(name)
}
