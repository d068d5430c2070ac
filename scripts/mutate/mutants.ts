import { stripTypeScriptTypes } from 'node:module'

export interface Mutant {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly operator: 'comparison' | 'arithmetic' | 'boolean' | 'constant' | 'early return'
}

type Operator = Mutant['operator']

const SWAPS: readonly (readonly [RegExp, Operator, (found: string) => string])[] = [
  [
    / (?:<=|>=|<|>) /g,
    'comparison',
    (found) => ({ ' <= ': ' < ', ' < ': ' <= ', ' >= ': ' > ', ' > ': ' >= ' })[found] ?? '',
  ],
  [/===|!==/g, 'comparison', (found) => (found === '===' ? '!==' : '===')],
  [/ [-+*/] /g, 'arithmetic', (found) => ({ ' + ': ' - ', ' - ': ' + ', ' * ': ' / ', ' / ': ' * ' })[found] ?? ''],
  [/&&|\|\|/g, 'boolean', (found) => (found === '&&' ? '||' : '&&')],
  [/\b(?:true|false)\b/g, 'boolean', (found) => String(found === 'false')],
  [/(?<![=!])!(?=[\w(])/g, 'boolean', () => ''],
  [/(?<![\w.$])\d[\d_]*(?:\.\d+)?(?![\w.])/g, 'constant', (found) => changedNumber(found)],
]

/** By one, or by a tenth: as near to the right value as a slip would be. */
function changedNumber(found: string): string {
  const value = Number(found.replaceAll('_', ''))
  return found.includes('.') ? String(Math.round((value + 0.1) * 1e6) / 1e6) : String(value === 1 ? 2 : value + 1)
}

/** Small wrong versions of a file, in the order of their places. */
export function mutantsOf(source: string): readonly Mutant[] {
  const code = codeOnly(source)
  const found: Mutant[] = []
  for (const [pattern, operator, change] of SWAPS)
    for (const match of code.matchAll(pattern)) {
      const text = change(match[0])
      found.push({ start: match.index, end: match.index + match[0].length, text, operator })
    }
  for (const match of code.matchAll(/\bif \(/g)) {
    const start = match.index + match[0].length
    const end = closing(code, start)
    // The guard never holds: whoever returns early goes on.
    if (end !== null) found.push({ start, end, text: 'false', operator: 'early return' })
  }
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}

export function applyMutant(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end)
}

function closing(code: string, from: number): number | null {
  let depth = 1
  for (let at = from; at < code.length; at += 1) {
    if (code[at] === '(') depth += 1
    else if (code[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return null
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

/**
 * The source with types, comments, strings, patterns and import lines as spaces, every letter in its place. What stands
 * inside `${}` of a template is left out with it.
 */
function codeOnly(source: string): string {
  return stripTypeScriptTypes(source)
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g, blank)
    .replace(/(?<=[(,=:[!&|?{};\n] *)\/(?![*/ ])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g, blank)
    .replace(/^(?:import|export \*)[^\n]*$/gm, blank)
}
