import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { dateText } from './date-format.ts'

/** Shows a number of a cell as the sheet does: `0.125` under `0.0%` is "12.5%". */
export type ShowNumber = (value: number) => string

/** Formats that every workbook knows by number (ECMA-376 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
}

export function builtInFormat(id: number): string {
  return BUILT_IN[id] ?? 'General'
}

type Token =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'bracket'; readonly text: string }

/** Longer formats are no formats. */
const LONGEST = 255
/** Digits beyond these are noise of binary fractions. */
const PRECISION = 15

/** `is1904`: days are counted from 1904, as old Macs did. */
export function numberFormat(format: string, is1904 = false): ShowNumber {
  if (format === '' || /^general$/i.test(format) || format.length > LONGEST) return generalText
  const sections = sectionsOf(format).map(tokensOf)
  return (value) => {
    const { tokens, sign } = sectionFor(sections, value)
    const shown = tokens.some(isTime)
      ? dateText(tokens, value, is1904)
      : /^general$/i.test(codeOf(tokens).trim())
        ? withLiterals(tokens, generalText(Math.abs(value)))
        : figureText(tokens, Math.abs(value))
    return shown === null ? generalText(value) : sign + shown
  }
}

/** All digits that were typed or computed: how many of them a cell has room for says nothing about the number. */
export function generalText(value: number): string {
  if (value === 0) return '0'
  const size = Math.abs(value)
  // Small numbers of many digits are written as powers of ten, as sheets do.
  const [typed = ''] = Number(value.toPrecision(PRECISION)).toExponential().split('e')
  const significant = typed.replace(/\D/g, '').length
  if (size >= 1e15 || size < 1e-9 || (size < 1e-4 && significant > 5)) {
    const [mantissa = '', exponent = ''] = Number(value.toPrecision(PRECISION)).toExponential().split('e')
    const sign = exponent.startsWith('-') ? '-' : '+'
    return `${plainZeros(mantissa)}E${sign}${exponent.replace(/^[+-]/, '').padStart(2, '0')}`
  }
  const digits = Math.max(0, Math.min(24, PRECISION - 1 - Math.floor(Math.log10(size))))
  return plainZeros(value.toFixed(digits))
}

function plainZeros(text: string): string {
  return text.includes('.') && !text.includes('e') ? text.replace(/0{1,20}$/, '').replace(/\.$/, '') : text
}

/** Parts between semicolons, of which quotes and brackets may hold some. */
function sectionsOf(format: string): string[] {
  const parts: string[] = ['']
  let end = ''
  for (let at = 0; at < format.length; at += 1) {
    const sign = format.charAt(at)
    if (end === '' && sign === ';') {
      parts.push('')
      continue
    }
    parts[parts.length - 1] += sign
    if (end === '' && sign === '\\') {
      at += 1
      parts[parts.length - 1] += format.charAt(at)
    } else if (end !== '') end = sign === end ? '' : end
    else if (sign === '"') end = '"'
    else if (sign === '[') end = ']'
  }
  return parts
}

const PIECE = multilineRegExp('gi')`
  "([^"]{0,255})"|\\(.)|_.|\*.|\[([^\]]{0,255})\]
  |(AM/PM|A/P|General|E[+-])
  |(y{1,9}|m{1,9}|d{1,9}|h{1,9}|s{1,9}|[0#?.,%@/])
  |([\s\S])`

function tokensOf(section: string): Token[] {
  return [...section.matchAll(PIECE)].map(([whole, quoted, escaped, bracket, word, code, other]): Token => {
    if (quoted !== undefined) return { kind: 'literal', text: quoted }
    if (escaped !== undefined) return { kind: 'literal', text: escaped }
    if (bracket !== undefined) return { kind: 'bracket', text: bracket }
    if (word !== undefined || code !== undefined) return { kind: 'code', text: whole }
    // A gap as wide as a sign, or a sign that fills the cell.
    return { kind: 'literal', text: other ?? (whole.startsWith('_') ? ' ' : '') }
  })
}

function isTime({ kind, text }: Token): boolean {
  if (kind === 'bracket') return /^[hms]{1,2}$/i.test(text)
  return kind === 'code' && /^[ymdhs]/i.test(text)
}

function codeOf(tokens: readonly Token[]): string {
  return tokens.map(({ kind, text }) => (kind === 'code' ? text : '')).join('')
}

/** Positive; negative; zero; or by conditions such as [>=100]. */
function sectionFor(sections: readonly Token[][], value: number): { tokens: readonly Token[]; sign: string } {
  const [first = [], second, third] = sections
  const conditions = sections.slice(0, 2).map((tokens) => conditionOf(tokens))
  if (conditions.some((condition) => condition !== null)) {
    const fitting = sections.findIndex((_, at) => conditions[at]?.(value) ?? at >= conditions.filter(Boolean).length)
    return { tokens: sections[fitting] ?? first, sign: value < 0 ? '-' : '' }
  }
  if (value < 0) return second === undefined ? { tokens: first, sign: '-' } : { tokens: second, sign: '' }
  if (value === 0 && third !== undefined) return { tokens: third, sign: '' }
  return { tokens: first, sign: '' }
}

function conditionOf(tokens: readonly Token[]): ((value: number) => boolean) | null {
  for (const { kind, text } of tokens) {
    const [, sign, limit] = kind === 'bracket' ? (/^(<=|>=|<>|<|>|=)(-?[\d.]{1,20})$/.exec(text) ?? []) : []
    if (sign === undefined) continue
    const to = Number(limit)
    const tests: Readonly<Record<string, (value: number) => boolean>> = {
      '<': (value) => value < to,
      '>': (value) => value > to,
      '<=': (value) => value <= to,
      '>=': (value) => value >= to,
      '=': (value) => value === to,
      '<>': (value) => value !== to,
    }
    return tests[sign] ?? null
  }
  return null
}

/** The sign of a currency: `[$€-407]`. */
function bracketText(text: string): string {
  return /^\$([^-]*)/.exec(text)?.[1] ?? ''
}

function withLiterals(tokens: readonly Token[], figure: string): string {
  const shown = tokens.map(({ kind, text }) => {
    if (kind === 'literal') return text
    if (kind === 'bracket') return bracketText(text)
    return /^(?:general|@)$/i.test(text) ? figure : ''
  })
  return shown.join('').trim()
}

/** Null where the format is one that is not known: the plain number is never wrong. */
function figureText(tokens: readonly Token[], value: number): string | null {
  const code = codeOf(tokens)
  if (code.includes('/')) return fractionText(tokens, code, value)
  if (/^@?$/.test(code)) return code === '@' ? withLiterals(tokens, generalText(value)) : withLiterals(tokens, '')
  const figures = /[0#?][0#?.,]*(?:E[+-][0#?]+)?|[.][0#?]+/i.exec(code)?.[0]
  if (figures === undefined) return null
  const percents = code.split('%').length - 1
  const thousands = /,{1,20}$/.exec(figures.split(/E/i, 1)[0] ?? '')?.[0].length ?? 0
  const scaled = (value * 100 ** percents) / 1000 ** thousands
  const digits = /E/i.test(figures) ? scientific(figures, scaled) : fixed(figures, scaled)
  return placed(tokens, digits)
}

/** Puts the figures where the first sign of them stands, and drops the others. */
function placed(tokens: readonly Token[], digits: string): string {
  let isDone = false
  const shown = tokens.map(({ kind, text }) => {
    if (kind === 'literal') return text
    if (kind === 'bracket') return bracketText(text)
    if (text === '%') return '%'
    if (isDone) return ''
    isDone = true
    return digits
  })
  return shown.join('').replace(/\s+/g, ' ').trim()
}

function fixed(figures: string, value: number): string {
  const [whole = '', fraction = ''] = figures.replace(/,{1,20}$/, '').split('.')
  const most = (fraction.match(/[0#?]/g) ?? []).length
  const least = (fraction.match(/0/g) ?? []).length
  // 1.005 is kept as 1.00499...: what a person typed decides, not its binary form.
  const exact = Number(value.toPrecision(PRECISION))
  const rounded = roundHalfUp(exact, most)
  const [units = '0', parts = ''] = rounded.split('.')
  const shownParts = parts.slice(0, least) + parts.slice(least).replace(/0{1,30}$/, '')
  const leastUnits = (whole.match(/0/g) ?? []).length
  const plain = units === '0' && leastUnits === 0 ? '' : units.padStart(leastUnits, '0')
  const grouped = whole.includes(',') ? inThousands(plain) : plain
  return shownParts === '' ? grouped : `${grouped}.${shownParts}`
}

function inThousands(digits: string): string {
  const first = digits.length % 3
  const groups = digits.slice(first).match(/\d{3}/g) ?? []
  return [...(first === 0 ? [] : [digits.slice(0, first)]), ...groups].join(',')
}

function roundHalfUp(value: number, digits: number): string {
  const shifted = Number(`${value}e${digits}`)
  const most = Math.min(20, digits)
  if (!Number.isFinite(shifted) || Math.abs(shifted) > 1e15) return value.toFixed(most)
  return Number(`${Math.round(shifted)}e-${digits}`).toFixed(most)
}

function scientific(figures: string, value: number): string {
  const [mantissa = '', exponent = ''] = figures.split(/E[+-]/i)
  const digits = (mantissa.split('.')[1]?.match(/[0#?]/g) ?? []).length
  const [shown = '0', power = '+0'] = value.toExponential(digits).split('e')
  const sign = power.startsWith('-') ? '-' : /E\+/i.test(figures) ? '+' : ''
  return `${shown}E${sign}${power.replace(/^[+-]/, '').padStart(exponent.length, '0')}`
}

/** `# ?/?`: the nearest fraction with so many digits below the line. */
function fractionText(tokens: readonly Token[], code: string, value: number): string | null {
  const below = /\/\s*([?#0]+|\d+)/.exec(code)?.[1]
  if (below === undefined) return null
  const whole = /[#0?]\s{0,5}[#?0]{1,10}\//.test(code) || /^#/.test(code) ? Math.floor(value) : 0
  const rest = value - whole
  const given = /^[1-9]\d*$/.test(below) ? Number(below) : null
  const most = 10 ** below.length - 1
  let best = { over: Math.round(rest * (given ?? 1)), under: given ?? 1 }
  for (let under = 1; given === null && under <= most; under += 1) {
    const over = Math.round(rest * under)
    if (Math.abs(over / under - rest) < Math.abs(best.over / best.under - rest) - 1e-12) best = { over, under }
  }
  if (best.over === 0) return placed(tokens, String(whole))
  if (best.over === best.under) return placed(tokens, String(whole + 1))
  return placed(tokens, `${whole === 0 ? '' : `${whole} `}${best.over}/${best.under}`)
}
