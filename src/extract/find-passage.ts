import { foldLetters } from '../domain/letters.ts'

/** A kanji or kana says about as much as three letters. */
const WIDE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/gu
const LETTERS_OF_WIDE = 3
/** Fewer letters stand somewhere on nearly every page. */
const LEAST_LETTERS = 12

/** Whether a quotation is long enough to be found for sure. */
export function isLongEnough(quotation: string): boolean {
  const letters = lettersOf(quotation)
  const wide = letters.match(WIDE)?.length ?? 0
  return letters.length + (LETTERS_OF_WIDE - 1) * wide >= LEAST_LETTERS
}

/**
 * The passage of a text that a person quotes, in the words of the text; null where it is not there. Only letters and
 * digits are compared, so that quotation marks, line ends, hyphens, width and case do not matter: what comes back is
 * what the text says, never what the person typed.
 *
 *     findPassage('It fell by -4.1\n mmHg.', 'it fell by −4.1 mmHg') // 'It fell by -4.1 mmHg.'
 */
export function findPassage(text: string, quotation: string): string | null {
  const whole = text.normalize('NFC')
  const { letters, origin } = foldLetters(whole)
  const wanted = lettersOf(quotation)
  const at = wanted === '' ? -1 : letters.indexOf(wanted)
  if (at < 0) return null
  const first = origin[at] ?? 0
  const last = origin[at + wanted.length - 1] ?? first
  const before = /[^\s\p{L}\p{N}\p{M}]{0,3}$/u.exec(whole.slice(Math.max(0, first - 6), first))?.[0] ?? ''
  const inside = /^./su.exec(whole.slice(last, last + 2))?.[0] ?? ''
  const end = last + inside.length
  const after = /^[^\s\p{L}\p{N}]{0,3}/u.exec(whole.slice(end, end + 6))?.[0] ?? ''
  return `${before}${whole.slice(first, end)}${after}`.replace(/\s+/gu, ' ').trim()
}

/** Whether one text holds the other, compared as `findPassage` does. */
export function holdsPassage(text: string, quotation: string): boolean {
  return lettersOf(text).includes(lettersOf(quotation))
}

function lettersOf(text: string): string {
  return foldLetters(text.normalize('NFC')).letters
}
