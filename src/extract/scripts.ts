import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { scriptOf } from './raised-text.ts'

/**
 * Superscripts and subscripts in plain text: `10<sup>6</sup>` is read "10^6", never "106"; CO<sub>2</sub> is "CO2", a
 * raised note mark "[3]". While a text is gathered they stand between signs that no page may use (Unicode
 * noncharacters); what they mean is decided from what stands around them.
 */
export const SUP_OPEN = '\ufdd0'
export const SUB_OPEN = '\ufdd1'
export const SCRIPT_CLOSE = '\ufdd2'

const ANY = /[\ufdd0-\ufdd2]/
const LOOK_BACK = 24
const LOOK_AHEAD = 24
/** Characters: whoever raises more than this raises a sentence. */
const LONGEST = 60
/** Deeper ones are read as one: 10^(10^10) is deep enough. */
const DEEPEST = 4

/** The sign that opens what the element holds, or '' where it is neither raised nor lowered. */
export function scriptSign(element: Parameters<typeof scriptOf>[0]): string {
  const script = scriptOf(element)
  return script === 'raised' ? SUP_OPEN : script === 'lowered' ? SUB_OPEN : ''
}

interface Open {
  readonly isRaised: boolean
  text: string
}

/** What is known of the notes that a page marks by raised numbers without a link. */
export interface Notes {
  readonly areSeen: boolean
  /** Those of a row of raised numbers from 1 on. */
  readonly numbers: ReadonlySet<string>
}

const NO_NOTES: Notes = { areSeen: false, numbers: new Set() }
/** In a cell a raised number is a note unless what stands beside it makes it a power. */
export const NOTES_OF_TABLES: Notes = { areSeen: true, numbers: new Set() }

/** Spells all scripts of a text. */
export function spellScripts(text: string, notes = NO_NOTES): string {
  if (!ANY.test(text)) return text
  const open: Open[] = [{ isRaised: false, text: '' }]
  let skipped = 0
  for (let at = 0; at < text.length; ) {
    const sign = nextSign(text, at)
    const top = open.at(-1) as Open
    top.text += text.slice(at, sign)
    if (sign === text.length) break
    at = sign + 1
    if (text.charAt(sign) !== SCRIPT_CLOSE) {
      if (open.length > DEEPEST) skipped += 1
      else open.push({ isRaised: text.charAt(sign) === SUP_OPEN, text: '' })
    } else if (skipped > 0) skipped -= 1
    else if (open.length > 1) {
      open.pop()
      const into = open.at(-1) as Open
      // Raised by its tag and by its style is raised once.
      const isTwice = open.length > 1 && into.isRaised === top.isRaised && into.text.trim() === ''
      if (isTwice && text.charAt(at) === SCRIPT_CLOSE) into.text = top.text
      else into.text += spelled(top, into.text.slice(-LOOK_BACK), afterwards(text, at), notes)
    }
  }
  return open.map((one) => one.text).join('')
}

/** What follows on the same line, without the signs that close something. */
function afterwards(text: string, at: number): string {
  return text
    .slice(at, at + LOOK_AHEAD)
    .replace(/[\ufdd2-\ufdd4]/g, '')
    .replaceAll('\ue000', ' ')
}

function nextSign(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 0xfdd0 && code <= 0xfdd2) return at
  }
  return text.length
}

function spelled({ isRaised, text }: Open, before: string, after: string, notes: Notes): string {
  if (text.length > LONGEST || text.trim() === '') return text
  const inner = text.replace(/\s+/g, ' ').trim()
  return isRaised ? raised(inner, before, after, notes) : lowered(inner, before, after)
}

const DIGIT_LAST = /\d$/
const FRACTION = /^[/⁄∕]/

/** CO2, PM2.5, log10, HbA1c as they are; after a figure "_", or 1010 in base 2 would be 10102. */
function lowered(inner: string, before: string, after: string): string {
  const gap = DIGIT_LAST.test(inner) && /^\d/.test(after) ? ' ' : ''
  if (/[/⁄∕]$/.test(before)) return inner + gap
  return DIGIT_LAST.test(before) && /^[\d.]/.test(inner) ? `_${inner}${gap}` : inner + gap
}

const SIGNED = /^[-−–‒+±][\d.,]*\d(?:\/\d+)?$/
const FIGURES = /^\d+(?:[.,]\d+)*$/
/** "1", "3,4", "5–7", "注2", "*", "†": what only marks a note. */
const NOTE = /^[[(（［]?(?:注|※|note |fn )?(?:\d{1,3}(?:\s?[,、，–-]\s?\d{1,3}){0,5}|[*†‡§¶#]{1,3}|[a-z])[\])）］]?$/i
const CHARGE = /^\d{0,2}[+−–-]$/
const ORDINAL = /^(?:st|nd|rd|th|er|re|[eè]me|nde|o|os|a|as|e|mo|ª|º)\.?$/i
const SIGN_OF_TRADE = /^(?:TM|®|™|©|SM|℠|\(R\)|\(C\)|\(TM\))$/i
const UNIT = /(?:^|[^\p{L}])(?:[kcdmµμnph]?m|in|ft|yd|mi|s|sec|h|hr|min|kg|g|cm|inch|feet|foot|metres?|meters?)$/u
/** A letter that stands for a quantity: x, R, χ, or the last of a product "= mc". */
const VARIABLE = /(?:^|[^\p{L}\p{N}])\p{L}$|[=+×·*/(]\s?\p{L}{1,2}$|[)\]}]$|\d\p{L}$/u
const OPERATOR = /[×·⋅*=(^/+−]\s?(?:\d+(?:[.,]\d+)*)$/
const OPERATED = /^\s?[=×·⋅*+<>≤≥≈≠]/
const OF_MONEY = /[$£€¥]\s?[\d.,]{1,12}$/
/** What is counted: "300 people", "300 %", "300人"; not "300 is", "300 times". */
const COUNTED = multilineRegExp('u')`
  ^(?:\s?[%％‰]|[\u30a1-\u30ff\u3400-\u9fff]
    |\s(?!(?:and|the|for|but|nor|with|from|than|was|were|are|has|have|gives?|equals?|plus|minus|times|modulo)\b)
    \p{L}{3,})`
const FIGURE_BEFORE = /(?:^|[^\d.,])(\d+(?:[.,]\d+)*)$/

function raised(inner: string, before: string, after: string, notes: Notes): string {
  if (FRACTION.test(after) && FIGURES.test(inner)) return DIGIT_LAST.test(before) ? ` ${inner}` : inner
  if (before === '' || /[\s([（「\ue000]$/.test(before)) return atStart(inner, after)
  if (SIGN_OF_TRADE.test(inner)) return inner
  const gap = DIGIT_LAST.test(inner) && /^\d/.test(after) ? ' ' : ''
  if (SIGNED.test(inner)) return `^${plainSign(inner)}${gap}`
  if (CHARGE.test(inner))
    return DIGIT_LAST.test(before) && /^\d/.test(inner) ? `^${plainSign(inner)}` : plainSign(inner)
  if (DIGIT_LAST.test(before)) return overFigure(inner, before, after, notes) + gap
  if (ORDINAL.test(inner) && /\p{L}$/u.test(before)) return inner
  const isPower = FIGURES.test(inner) && (VARIABLE.test(before) || (/^[23]$/.test(inner) && UNIT.test(before)))
  if (isPower) return `^${inner}${gap}`
  if (NOTE.test(inner) && !(/^\p{L}$/u.test(inner) && VARIABLE.test(before))) return noteMark(inner)
  return VARIABLE.test(before) ? power(inner) : inner
}

/** An isotope (14C) or a note's own mark in front of it: "1 Department of ...". */
function atStart(inner: string, after: string): string {
  if (/^\d{1,3}m?$/.test(inner) && /^[A-Z][a-z]?(?![A-Za-z])/.test(after)) return inner
  if (!NOTE.test(inner)) return inner
  return /^\s|^$/.test(after) ? noteMark(inner) : `${noteMark(inner)} `
}

/** Raised behind a figure: a power of it, its ordinal ending, or the mark of a note. */
function overFigure(inner: string, before: string, after: string, notes: Notes): string {
  const base = FIGURE_BEFORE.exec(before)?.[1] ?? ''
  if (FIGURES.test(inner) || /^[nkxmpq]$/i.test(inner)) {
    const isOfFormula = OPERATOR.test(before) || OPERATED.test(after) || /[_^]\d+$/.test(before)
    if (base === '10' || base === '2' || isOfFormula) return `^${inner}`
    return isNoteOver(base, inner, before, after, notes) ? noteMark(inner) : `^${inner}`
  }
  if (ORDINAL.test(inner) && !/^a$/i.test(inner)) return inner
  if (NOTE.test(inner)) return noteMark(inner)
  return /^\p{L}/u.test(inner) && !/[-+−*/=\d]/.test(inner) ? inner : power(inner)
}

/** A power stands in a formula; a note behind a long figure, an amount, or a number of things that are named. */
function isNoteOver(base: string, inner: string, before: string, after: string, notes: Notes): boolean {
  if (notes.areSeen || notes.numbers.has(inner) || inner === '1') return true
  const digits = base.replace(/\D/g, '').length
  if (digits > 3 || base.includes(',') || OF_MONEY.test(before)) return true
  return digits > 1 && inner === '2' && COUNTED.test(after)
}

function noteMark(inner: string): string {
  return `[${inner.replace(/^[[(（［]|[\])）］]$/g, '')}]`
}

function power(inner: string): string {
  const plain = plainSign(inner)
  return /^[-+]?[\p{L}\d.]+$/u.test(plain) ? `^${plain}` : `^(${plain})`
}

function plainSign(inner: string): string {
  return inner.replace(/[−–‒]/g, '-')
}
