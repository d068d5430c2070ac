/**
 * A regular expression taken apart as far as adversarial input needs it: what is repeated, and what comes before. A set
 * is whatever matches one character; assertions stand for nothing but what they look at.
 *
 *   /ab+(?:c|d)*$/ is a, b{1,∞}, (c|d){0,∞}
 */
export type PatternNode =
  | { readonly kind: 'set'; readonly source: string; readonly min: number; readonly max: number }
  | {
      readonly kind: 'group'
      readonly options: readonly (readonly PatternNode[])[]
      readonly min: number
      readonly max: number
    }
  | { readonly kind: 'look'; readonly options: readonly (readonly PatternNode[])[] }

export function patternTree(source: string): readonly (readonly PatternNode[])[] {
  return readOptions({ source, at: 0 })
}

interface Reading {
  readonly source: string
  at: number
}

function readOptions(reading: Reading): readonly (readonly PatternNode[])[] {
  const options: PatternNode[][] = [[]]
  while (reading.at < reading.source.length) {
    const char = reading.source.charAt(reading.at)
    if (char === ')') break
    if (char === '|') {
      reading.at += 1
      options.push([])
      continue
    }
    const node = readNode(reading)
    if (node !== null) options.at(-1)?.push(node)
  }
  return options
}

const ATOM = /\\(?:p\{[^}]*\}|P\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|k<\w+>|c[A-Za-z]|.)|./suy
const OPENING = /\((?:\?(?:(?<look><?[=!])|:|<\w+>|[a-z-]+:))?/y
const QUANTIFIER = /(?:\*|\+|\?|\{(?<min>\d+)(?<comma>,(?<max>\d*))?\})\??/y

function readNode(reading: Reading): PatternNode | null {
  const char = reading.source.charAt(reading.at)
  if (char === '(') return readGroup(reading)
  if (char === '[') return { kind: 'set', source: readClass(reading), ...readQuantifier(reading) }
  const source = take(reading, ATOM)?.[0] ?? ''
  if (/^(?:\^|\$|\\[bB])$/.test(source)) return null
  const quantifier = readQuantifier(reading)
  return /^\\(?:[1-9]|k)/.test(source) ? null : { kind: 'set', source, ...quantifier }
}

function readGroup(reading: Reading): PatternNode {
  const opening = take(reading, OPENING)
  const options = readOptions(reading)
  reading.at += 1
  const quantifier = readQuantifier(reading)
  return opening?.groups?.look === undefined ? { kind: 'group', options, ...quantifier } : { kind: 'look', options }
}

/** With the sets inside, which the flag `v` allows. */
function readClass(reading: Reading): string {
  const start = reading.at
  do {
    const char = reading.source.charAt(reading.at)
    reading.at += char === '\\' ? 2 : 1
  } while (reading.at < reading.source.length && reading.source.charAt(reading.at) !== ']')
  reading.at += 1
  return reading.source.slice(start, reading.at)
}

function readQuantifier(reading: Reading): { readonly min: number; readonly max: number } {
  const found = take(reading, QUANTIFIER)
  if (found === null) return { min: 1, max: 1 }
  const [text] = found
  if (!text.startsWith('{')) return { min: text.startsWith('+') ? 1 : 0, max: text.startsWith('?') ? 1 : Infinity }
  const { min = '0', comma, max = '' } = found.groups ?? {}
  if (comma === undefined) return { min: Number(min), max: Number(min) }
  return { min: Number(min), max: max === '' ? Infinity : Number(max) }
}

function take(reading: Reading, expression: RegExp): RegExpExecArray | null {
  expression.lastIndex = reading.at
  const found = expression.exec(reading.source)
  if (found !== null) reading.at = expression.lastIndex
  return found
}
