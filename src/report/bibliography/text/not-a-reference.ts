import type { Steps } from '../../../domain/in-turns.ts'
import { REPORT_LANGUAGES } from '../../../domain/report-language.ts'
import { type CitationMark, readingMarks } from '../../check/citation-marks.ts'
import { wordsOf } from '../../words/words.ts'
import { hasSign } from './reference-signs.ts'

/** Nothing that is one reference is longer. */
export const LONGEST_ENTRY = 20_000
/** A title alone, without year, address or number. */
const LONGEST_BARE = 400

const REMARK = /^(?:note|n\.?b\.?|notes|remark|注|注記|備考|メモ)\s?[:：.]/iu
const SENTENCES = /[.。!！]\s?\p{L}.{0,200}[.。!！]$/u
const EMPTY = REPORT_LANGUAGES.map((language) => wordsOf(language).none)

/** Why a text is no reference; null where it may be one. */
export function* readingReason(text: string): Steps<string | null> {
  if (text.length > LONGEST_ENTRY) return 'longer than any reference'
  if (!/[\p{L}\p{N}]{2}/u.test(text)) return 'without words'
  if (REMARK.test(text)) return 'a note'
  if (EMPTY.includes(text)) return 'it says that there is none'
  const marks = yield* readingMarks(text)
  if (marks.some(({ mark }) => isCitation(mark))) return 'running text that cites'
  if (hasSign(text)) return null
  if (/[:：]$/u.test(text)) return 'it leads to what follows'
  const isProse = /^\p{Ll}/u.test(text) || text.length > LONGEST_BARE || SENTENCES.test(text.slice(-LONGEST_BARE))
  return isProse ? 'running text' : null
}

/** A number in brackets that is no year, a note or a key. */
function isCitation(mark: CitationMark): boolean {
  return mark.kind === 'number' ? mark.key.length < 4 : mark.kind === 'footnote' || mark.kind === 'key'
}
