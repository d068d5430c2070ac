import type { Steps } from '../../../domain/in-turns.ts'
import { readingMarks } from '../../check/citation-marks.ts'

export interface EntryWords {
  /** The entry without addresses, identifiers, days of access and markup. */
  readonly words: string
  readonly urls: readonly string[]
  /** Words of the first link, where it has any. */
  readonly label: string | null
}

const SITE = /(?<![\p{L}\p{N}/.@:-])www\.(?=[\p{L}\p{N}-]{1,63}\.)/giu

/** What an entry says besides where it can be found and when somebody looked. */
export function* readingWords(entry: string): Steps<EntryWords> {
  const text = entry.replace(SITE, 'https://www.')
  const marks = yield* readingMarks(text)
  const pieces: string[] = []
  const urls: string[] = []
  let label: string | null = null
  let at = 0
  for (const { mark, start, end } of marks) {
    if (mark.kind !== 'url' && mark.kind !== 'doi') continue
    if (mark.kind === 'url') urls.push(mark.url)
    if (mark.kind === 'url' && mark.label.length > 3) label ??= mark.label
    const opening = text.charAt(start) === ']' ? text.lastIndexOf('[', start) : -1
    if (opening >= at) pieces.push(text.slice(at, opening), text.slice(opening + 1, start), ' ')
    else pieces.push(text.slice(at, start), ' ')
    at = Math.max(at, end)
  }
  return { words: cleaned([...pieces, text.slice(at)].join('')), urls, label: label === null ? null : cleaned(label) }
}

const MONTH = '\\p{L}{3,9}\\.?'
const DAY_NUMBER = '\\d{1,2}(?:st|nd|rd|th)?'
const DAY =
  `(?:${DAY_NUMBER},? ${MONTH},? \\d{4}|${MONTH} ${DAY_NUMBER},? \\d{4}|\\d{4},? ${MONTH}(?: ${DAY_NUMBER})?` +
  `|\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{4}|${MONTH} \\d{4}|\\d{4})`
const LOOKED = '(?:last )?(?:date )?(?:accessed|retrieved|visited|viewed|consulted|checked|abgerufen|consulté|Web\\.)'
const ACCESSED = new RegExp(`[([]?\\b${LOOKED}(?: on| am| le)?:? ?${DAY}(?:[,;]? from:?)?[)\\]]?`, 'giu')
const UPDATED = /\[[^[\]]{0,60}\b(?:cited|accessed|updated|retrieved)\b[^[\]]{0,60}\]/giu
const AVAILABLE = /\b(?:available|retrieved|accessed)(?: online)?(?: from| at)?\s?[:：]?(?=\s*(?:[.,;)]|$))/giu
const JAPANESE_DAY = '(?:\\d{4}|(?:平成|令和)\\s?(?:\\d{1,2}|元))\\s?[年/.-]\\s?\\d{1,2}\\s?[月/.-]\\s?\\d{1,2}\\s?日?'
const JAPANESE_LOOKED = '(?:最終)?(?:閲覧|アクセス|参照|確認|取得)'
const ACCESSED_JAPANESE = new RegExp(
  `[(（［[]?\\s?(?:${JAPANESE_LOOKED}日?\\s?[:：]?\\s?${JAPANESE_DAY}|${JAPANESE_DAY}\\s?(?:に)?${JAPANESE_LOOKED})` +
    '\\s?[)）］\\]]?',
  'gu',
)
const NUMBERS = [
  /\bPMID\s?[:：]?\s?\d{4,9}\b|\bPMC(?:ID)?\s?[:：]?\s?(?:PMC)?\d{4,9}\b/giu,
  /\barXiv\s?[:：]\s?(?:\d{4}\.\d{4,5}(?:v\d{1,2})?|[a-z-]{2,12}\/\d{7})(?:\s?\[[\w.-]{2,20}\])?/giu,
  /\bISBN(?:-1[03])?\s?[:：]?\s?(?:97[89][-‐– ]?)?(?:\d[-‐– ]?){9}[\dXx]/giu,
  /\bISSN\s?[:：]?\s?\d{4}-?\d{3}[\dXx]/giu,
  /\b(?:doi|url)\s?[:：]?(?=\s*(?:[.,;)\]]|$))/giu,
]
const TAG = /<\/?(?:i|b|em|strong|u|sup|sub|span)>/giu

function cleaned(text: string): string {
  let words = text
    .replace(TAG, '')
    .replace(/\*{1,3}|(?<![\p{L}\p{N}_])_{1,2}(?=\S)|(?<=[^\s_])_{1,2}(?![\p{L}\p{N}_])/gu, '')
  words = words.replace(/\\([\\`*_[\]<>|#~])/gu, '$1')
  for (const pattern of [UPDATED, ACCESSED, ACCESSED_JAPANESE, ...NUMBERS, AVAILABLE])
    words = words.replace(pattern, ' ')
  return words
    .replace(/\s+/gu, ' ')
    .replace(/[(（[［]\s?[)）\]］]/gu, '')
    .trim()
}
