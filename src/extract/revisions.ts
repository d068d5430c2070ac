import { multilineRegExp } from '../domain/multiline-regexp.ts'
import type { Revision } from '../domain/revision.ts'
import type { Element } from './dom.ts'

/** Around struck text until a fragment is made of it; like those of scripts.ts no page can send them. */
export const STRUCK_OPEN = '\ufdd3'
export const STRUCK_CLOSE = '\ufdd4'
const SIGNS = /[\ufdd3\ufdd4]/

/** `<s>`, `<del>`, `<strike>`, and what a style strikes through. */
export function isStruckElement({ tag, attributes }: Element): boolean {
  if (tag === 's' || tag === 'del' || tag === 'strike') return true
  const style = attributes.size === 0 ? undefined : attributes.get('style')
  return style !== undefined && /text-decoration[\w-]{0,8}\s{0,3}:[^;]{0,40}line-through/i.test(style)
}

export function withoutStruckSigns(text: string): string {
  return SIGNS.test(text) ? text.replace(/[\ufdd3\ufdd4]/g, '') : text
}

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?'
const IN_BRACKETS = '\\s{0,2}[(（\\[][^)）\\]]{1,40}[)）\\]]'
const DAY = `(?:${MONTH}|on|at|as of|\\d[\\d.:/-]{0,12}(?:th|st|nd|rd)?|[ap]\\.?m\\.?|[A-Z]{2,4})`
const DATED = `(?:${IN_BRACKETS}|(?:[\\s,]{1,3}${DAY}){1,8})?`
const OPENING = '^[\\s\\[(【〔［（<＜■●◆※*＊・>＞-]{0,5}'
const ENGLISH_LABEL = '(updated?|edit(?:ed)?|correction|corrected|clarification|erratum|corrigendum)(?: #?\\d{1,2})?'
/** "Update (3 May):", "Correction, 5 June 2024:", "Erratum:" */
const ENGLISH_NOTE = new RegExp(`${OPENING}${ENGLISH_LABEL}${DATED}\\s{0,2}[:：—–\\]】]`, 'i')
const JAPANESE_LABEL = '(追記|加筆|更新|訂正|修正|(?:お詫び|おわび)と訂正)'
const JAPANESE_DATED = '(?:[\\s(（][^。\\n]{0,24}|\\d[^。\\n]{0,20})?'
const JAPANESE_NOTE = new RegExp(`${OPENING}${JAPANESE_LABEL}${JAPANESE_DATED}[】〕］\\])）>＞:：]`)
/** Sentences by which an article speaks of its own change. */
const OWN_CORRECTION = multilineRegExp('i')`
  \b(?:an?|the|this) (?:earlier|previous|original) version of (?:this|the|our) (?:article|story|post|page|report|piece
    |column)\b
  |\bthis (?:article|story|post|page|report|piece|column) (?:has been|was) (?:corrected|amended|revised)\b
  |(?:おわび|お詫び)(?:し、?|して)訂正|訂正(?:し、?|して)(?:おわび|お詫び)|訂正(?:します|しました|いたします|いたしました)`
const OWN_UPDATE = /\bthis (?:article|story|post|page|report|piece|column) (?:has been|was) updated\b/i
/** A heading that is only such a word speaks for what stands under it. */
const HEADED =
  /^[\s【■●◆※]{0,4}(updates?|corrections?|erratum|errata|corrigendum|追記|訂正|お詫びと訂正|おわびと訂正)[】\s:：]{0,3}$/i
/** Notes stand at the beginning of their paragraph, or make up a short one. */
const OPENS_WITHIN = 120
const LONGEST_OWN_NOTE = 600

/** The text without what is struck out in it, and what the page takes back or adds; one struck out whole stays. */
export function readRevisions(
  marked: string,
  heading: string | null,
): { readonly text: string; readonly revisions: readonly Revision[] } {
  const { text, struck } = SIGNS.test(marked) ? withoutStruck(marked) : { text: marked, struck: [] }
  const note = noteIn(text, heading)
  return { text, revisions: note === null ? struck : [note, ...struck] }
}

interface Unstruck {
  readonly text: string
  readonly struck: readonly Revision[]
}

function withoutStruck(marked: string): Unstruck {
  const struck: Revision[] = []
  let text = ''
  let words = ''
  // Where a long text became several, what is closed without having been opened began with it.
  let depth = isClosedFirst(marked) ? 1 : 0
  for (const part of marked.split(/(?=[\ufdd3\ufdd4])/)) {
    const sign = part.charAt(0)
    if (sign === STRUCK_OPEN) depth += 1
    else if (sign === STRUCK_CLOSE) depth = Math.max(0, depth - 1)
    if (depth === 0 && words.trim() !== '') struck.push({ kind: 'struck', start: text.length, text: words.trim() })
    if (depth === 0) words = ''
    const own = sign === STRUCK_OPEN || sign === STRUCK_CLOSE ? part.slice(1) : part
    if (depth > 0) words += own
    // Of the spaces on both sides of what is gone one is enough.
    else text += /\s$/.test(text) && own.startsWith(' ') ? own.slice(1) : own
  }
  if (words.trim() !== '') struck.push({ kind: 'struck', start: text.length, text: words.trim() })
  if (/[\p{L}\p{N}]/u.test(text)) return { text: withoutEmptyLines(text), struck }
  const whole = withoutStruckSigns(marked).trim()
  return { text: whole, struck: [{ kind: 'struck', start: 0, text: whole }] }
}

/** A list or a table keeps no line of which nothing is left. */
function withoutEmptyLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^[-|\s]*$/.test(line))
    .join('\n')
    .trim()
}

function isClosedFirst(marked: string): boolean {
  const close = marked.indexOf(STRUCK_CLOSE)
  const open = marked.indexOf(STRUCK_OPEN)
  return close >= 0 && (open < 0 || close < open)
}

function noteIn(text: string, heading: string | null): Revision | null {
  const opening = text.slice(0, OPENS_WITHIN)
  const label = ENGLISH_NOTE.exec(opening) ?? JAPANESE_NOTE.exec(opening)
  if (label !== null) return { kind: kindOf(label[1] ?? ''), start: 0, text: label[0].trim() }
  const headed = heading === null ? null : HEADED.exec(heading)
  if (headed !== null) return { kind: kindOf(headed[1] ?? ''), start: 0, text: opening.slice(0, 40) }
  if (text.length > LONGEST_OWN_NOTE) return null
  const own = OWN_CORRECTION.exec(text)
  if (own !== null) return { kind: 'correction', start: own.index, text: own[0] }
  const update = OWN_UPDATE.exec(text)
  return update === null ? null : { kind: 'update', start: update.index, text: update[0] }
}

function kindOf(label: string): Revision['kind'] {
  return /^(?:update|edit|追記|加筆|更新)/i.test(label) ? 'update' : 'correction'
}
