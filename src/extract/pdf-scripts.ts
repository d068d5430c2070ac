import { nfkcKeepingNumbers } from '../domain/nfkc-keeping-numbers.ts'
import type { PdfItem } from './pdf-page.ts'
import { readingOrder } from './right-to-left.ts'

/** A gap of this part of the size stands for a space. */
const SPACE = 0.12
/** Scripts farther than this from the letters before them belong to what follows. */
const OWN = 0.25

type Level = 'base' | 'high' | 'low'

/**
 * The runs of a line as text. What is set high or low keeps its meaning (REQ 3.3.1): 10^-22, CO2, SO4^2-; a reference
 * mark stands in brackets, so that no figure grows by it.
 */
export function textOfItems(items: readonly PdfItem[]): string {
  const row = items[0]?.mirrored === true ? unmirrored(items) : items
  const levels = levelsOf(row)
  const line = { text: '', end: Number.NEGATIVE_INFINITY, afterScript: '' }
  for (let at = 0; at < row.length; ) {
    const first = row[at]
    if (first === undefined) break
    if (levels[at] === 'base') {
      append(line, first)
      at += 1
      continue
    }
    let to = at + 1
    while (to < row.length && levels[to] !== 'base' && gapBetween(row[to - 1], row[to]) < first.size * 0.45) to += 1
    appendScripts(line, row.slice(at, to), levels.slice(at, to), row[to])
    at = to
  }
  return nfkcKeepingNumbers(readingOrder(line.text.replace(/\s+/g, ' ')))
    .replace(/\s+/g, ' ')
    .trim()
}

/** A page that is read leftwards was laid out in the mirror. */
function unmirrored(items: readonly PdfItem[]): readonly PdfItem[] {
  return items.map((item) => ({ ...item, x: -(item.x + item.width) })).sort((a, b) => a.x - b.x)
}

function gapBetween(before: PdfItem | undefined, after: PdfItem | undefined): number {
  return before === undefined || after === undefined ? 0 : after.x - (before.x + before.width)
}

/** Each run beside the last one on the baseline: smaller or short, and higher or lower. */
function levelsOf(row: readonly PdfItem[]): Level[] {
  const largest = row.reduce((most, item) => Math.max(most, item.size), 0)
  let base = row.find((item) => item.size >= largest * 0.85)
  return row.map((item) => {
    if (base === undefined || item === base) return 'base'
    const shift = (item.y - base.y) / base.size
    const small = item.size <= base.size * 0.9
    const short = item.text.length <= 5
    if (shift >= (small ? 0.12 : 0.22) && (small || short)) return 'high'
    if (shift <= (small ? -0.07 : -0.22) && (small || short)) return 'low'
    if (item.size >= largest * 0.8) base = item
    return 'base'
  })
}

interface Line {
  text: string
  end: number
  /** The script that ends the text so far; empty where none does. */
  afterScript: string
}

function append(line: Line, item: PdfItem): void {
  const gap = item.x - line.end
  const glued = line.text === '' || gap < item.size * SPACE || line.text.endsWith(' ') || item.text.startsWith(' ')
  const grows = /\d$/.test(line.afterScript) && /^[\d.,]*\d/.test(item.text)
  line.text += glued && !grows ? item.text : ` ${item.text}`
  line.end = item.x + item.width
  line.afterScript = ''
}

function appendScripts(line: Line, items: readonly PdfItem[], levels: readonly Level[], next?: PdfItem): void {
  const first = items[0]
  if (first === undefined) return
  const low = scriptText(items.filter((_, index) => levels[index] === 'low'))
  const high = scriptText(items.filter((_, index) => levels[index] === 'high'))
  const gap = first.x - line.end
  const own = line.text === '' || gap > first.size * OWN * 2
  const last = items.reduce((end, item) => Math.max(end, item.x + item.width), Number.NEGATIVE_INFINITY)
  if (own) {
    const mark = lineStart(low, high, next?.text ?? '')
    line.text += line.text === '' ? mark : ` ${mark}`
  } else if (isLogo(line.text, high, next, last)) line.text += high
  else line.text += lowText(line.text, low) + highText(line.text + low, high)
  line.end = last
  line.afterScript = high === '' ? low : high
}

/** A capital set high within a word is a play of letters: LaTeX. */
function isLogo(before: string, high: string, next: PdfItem | undefined, end: number): boolean {
  if (!/^\p{Lu}{1,2}$/u.test(high) || !/\p{Lu}$/u.test(before)) return false
  return next !== undefined && next.x - end < next.size * 0.05 && /^\p{Lu}/u.test(next.text)
}

function scriptText(items: readonly PdfItem[]): string {
  let text = ''
  let end = Number.POSITIVE_INFINITY
  for (const item of items) {
    text += item.x - end > item.size * 0.3 ? ` ${item.text}` : item.text
    end = item.x + item.width
  }
  return text
    .trim()
    .replace(/[\u2212\u2013\u2010\u2011]/g, '-')
    .replace(/[\u25e6\u25cb\u02da]/g, '°')
}

/** Before its letters: the mass number of an isotope, or the mark that begins a footnote. */
function lineStart(low: string, high: string, next: string): string {
  if (/^\d{1,3}$/.test(high) && /^[A-Z][a-z]?(?!\p{L})/u.test(next)) return low === '' ? high : `${low}^${high}`
  if (/^(?:\d{1,3}|[a-z])$/.test(high) && low === '') return `[${high}] `
  return low + high
}

function lowText(before: string, low: string): string {
  if (low === '') return ''
  return /\d$/.test(before) && /^[\d.,]/.test(low) ? `_${low}` : low
}

const PLAIN = /^(?:st|nd|rd|th|er|re|e|o|a|º|ª|TM|SM|®|™|[*†‡§¶#′″'"°]+|°[CFK]?)$/u
const ORDINAL_LETTER = /^[eoa]$/
const MARKS = /^\[?\d{1,3}(?:\s?[,;-]\s?\d{1,3})*\]?[,.]?$/
/** Letters that a power is taken of: units and functions; single letters and pairs are anyway. */
const POWERS = new Set([
  ...['mol', 'mmol', 'min', 'sec', 'day', 'bar', 'rad', 'kcal', 'keV', 'MeV', 'GeV', 'TeV', 'kpc', 'Mpc', 'Gpc'],
  ...['kHz', 'MHz', 'GHz', 'kPa', 'MPa', 'GPa', 'cos', 'sin', 'tan', 'log', 'exp', 'lim', 'det'],
])

function highText(before: string, high: string): string {
  if (high === '') return ''
  if (PLAIN.test(high) && !(ORDINAL_LETTER.test(high) && !/\d$/.test(before))) {
    return ORDINAL_LETTER.test(high) && high !== 'e' ? `^${high}` : high
  }
  if (high.includes(' ') && /\p{L}{3}/u.test(high)) return ` ${high}`
  return MARKS.test(high) && isMark(before) ? `[${high.replace(/^\[|\]$/g, '')}]` : `^${high}`
}

/** Whether figures set high after this are a reference, not a power. */
function isMark(before: string): boolean {
  const tail = before.slice(-24)
  if (/[.,;:!?"'”’。、，；！？」』]$/u.test(tail)) return true
  if (/[%\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]$/u.test(tail)) return true
  if (/\d$/.test(tail)) return /(?:^|[^\d.,])(?:1[4-9]|20|21)\d\d$/.test(tail) || /\d,\d{3}$/.test(tail)
  if (/[)\]]$/.test(tail)) return /\p{L}{4}/u.test(tail)
  const [word = ''] = /\p{L}{1,24}$/u.exec(tail) ?? []
  return word.length > 2 && !POWERS.has(word)
}
