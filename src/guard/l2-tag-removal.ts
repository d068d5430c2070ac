import type { FoldedText } from '../domain/folded-text.ts'
import { edited, withLatinLetters } from './l2-deobfuscation.ts'

/** Between the letters of a tag's name: whatever is neither letter nor digit, and markup. */
const WIDE = '(?:<[^<>]{0,40}>|[^\\p{L}\\p{N}<]){0,8}'
const NARROW = '[\\s._*~|\\p{Pd}\\u2212]{0,3}'
const HEX = '[0-9a-f]'
const name = (gap: string) => `[li|1!]${gap}y${gap}r${gap}[a4@]`
const DIGITS = `(?:(?:${HEX}[\\s._^-]?){31}${HEX}|${HEX}{8,64})`
const DASH = '\\s{0,3}[-_ー\\p{Pd}\\u2043\\u2212]\\s{0,3}'
/**
 * The digits of the secret must follow: Lyra – a constellation, the Lyra-Cygnus region and the LYRA-2024 trial are no
 * tags.
 */
const WITH_DIGITS = `(?:${name(WIDE)}${WIDE}|(?<![\\p{L}\\p{N}])${name(NARROW)}${DASH})${DIGITS}`
/** A name put into the middle of another: LYLYRA-RA-00ff00ff. */
const INNER = `(?<=[lyra-])lyra-(?=[lyra-]{0,400}${HEX}{8})`
/** In the brackets of a tag its name alone is enough: </LYRA-. */
const BRACKETED = `[<\\[{]\\s?/?\\s?${name(NARROW)}${DASH}${HEX}{0,64}(?![\\p{L}\\p{N}])\\s?/?[>\\])}]{0,2}`
const TAG = new RegExp(`[<\\[{(]{0,2}\\s?/?\\s?${WITH_DIGITS}\\s?/?[>\\])}]{0,2}|${BRACKETED}|${INNER}`, 'giu')
/** Taking one tag out of the middle of another leaves a tag (LYRLYRA-A-); nobody nests them this deep to be read. */
const MOST_ROUNDS = 64

/** Where a text names tags, each from its first character to behind its last. */
export function tagsIn(folded: FoldedText): readonly { readonly first: number; readonly end: number }[] {
  const { text, origin } = withLatinLetters(folded)
  return [...text.matchAll(TAG)].map((match) => {
    const end = match.index + match[0].length
    return { first: origin[match.index] ?? 0, end: origin[end] ?? folded.origin.length }
  })
}

/** REQ 4.4.1 L2: the tag in every disguise, until none is left. */
export function removeTags(text: string): string {
  const gone: boolean[] = Array.from({ length: text.length }, () => false)
  let read = withLatinLetters({ text, origin: Array.from({ length: text.length }, (_, index) => index) })
  for (let round = 0; round <= MOST_ROUNDS; round += 1) {
    const { origin, text: seen } = read
    const found = [...seen.matchAll(TAG)]
    if (found.length === 0) break
    for (const match of found) {
      const end = round === MOST_ROUNDS ? seen.length : match.index + match[0].length
      gone.fill(true, origin[match.index] ?? 0, origin[end] ?? text.length)
    }
    read = edited(read, TAG, () => '')
  }
  return gone.includes(true) ? joined(text, gone) : text
}

/** One space where something was taken out. */
function joined(text: string, gone: readonly boolean[]): string {
  let rest = ''
  for (let i = 0; i < text.length; i += 1) {
    if (!gone[i]) rest += text.charAt(i)
    else if (!gone[i + 1]) rest += ' '
  }
  return rest
}
