import type { Operators } from './query-operators.ts'

type OperatorName = keyof Operators

export interface NormalisedQuery {
  readonly query: string
  /**
   * Operators the engine has no spelling for, as the caller wrote them; phrases and required words stay as plain words.
   */
  readonly dropped: readonly string[]
}

const TOKEN = /([-+]?)(?:(site|filetype|ext|intitle|after|before):)?("[^"]*"|\S+)/giu

/** REQ 3.1.4: one spelling comes in, the engine's own goes out. */
export function normaliseQuery(operators: Operators, query: string): NormalisedQuery {
  const words: string[] = []
  const dropped: string[] = []
  const spaced = query
    .replace(/[\s\u3000]+/g, ' ')
    .replace(/[“”]/g, '"')
    .trim()
  for (const [whole, sign, prefix, rest] of spaced.matchAll(TOKEN)) {
    const value = (rest ?? '').replace(/^"|"$/g, '')
    if (value === '') continue
    const name = operatorOf(sign ?? '', prefix, rest ?? '')
    if (name === null) {
      words.push(whole)
      continue
    }
    const inner = prefix !== undefined || name === 'exclude' ? (rest ?? '') : value
    const spelling = operators[name]
    if (spelling !== undefined) {
      words.push(signed(operators, sign ?? '', prefix, fill(spelling, inner)))
      continue
    }
    dropped.push(whole)
    if (name === 'phrase' || name === 'require') words.push(value)
  }
  return { query: words.join(' '), dropped }
}

function operatorOf(sign: string, prefix: string | undefined, rest: string): OperatorName | null {
  if (prefix !== undefined) {
    const lower = prefix.toLowerCase()
    return lower === 'ext' ? 'filetype' : (lower as OperatorName)
  }
  if (sign === '-') return 'exclude'
  if (sign === '+') return 'require'
  return rest.startsWith('"') ? 'phrase' : null
}

/** `-site:example.com` keeps its minus where the engine has one. */
function signed(operators: Operators, sign: string, prefix: string | undefined, text: string): string {
  if (prefix === undefined || sign !== '-' || operators.exclude === undefined) return text
  return fill(operators.exclude, text)
}

function fill(spelling: string, value: string): string {
  return spelling.replaceAll('{value}', () => value).replaceAll('{yyyymmdd}', () => value.replaceAll('-', ''))
}

/** Cache key part: queries that differ only in width, case or spacing are one. */
export function queryKey(query: string): string {
  return query.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}
