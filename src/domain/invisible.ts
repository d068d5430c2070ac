import { multilineRegExp } from './multiline-regexp.ts'

/**
 * Characters that draw nothing and so can hide text. REQ 4.4.1 L2 names U+200B-D, U+FEFF and U+2060; the rest do the
 * same: joiners, bidi marks, fillers, variation selectors, and the tag characters that spell ASCII unseen.
 */
export const INVISIBLE = multilineRegExp('u')`
  [\u034f]|[\u180b-\u180d\u180f]|[\u17b4\u17b5]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]
  |[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f
    \u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]`

const EVERY = new RegExp(INVISIBLE, 'gu')

/** Joiners stay where a script is written with them; L2 reads patterns without them (folded-text.ts). */
export function withoutInvisible(text: string): string {
  return text.replace(EVERY, (character, at: number) => (isSpelledJoiner(text, at) ? character : ''))
}

const JOINER = /[\u200c\u200d]/u
/** Scripts whose letters change their form by their neighbours. */
const CURSIVE = '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mongolian}]'
const BETWEEN_CURSIVE = new RegExp(`^${CURSIVE}[\\u200c\\u200d]${CURSIVE}$`, 'u')
/** The sign that takes a consonant's vowel away, in the scripts of India and Sri Lanka. */
const AFTER_VIRAMA = /^[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca][\u200c\u200d]/u

/**
 * Whether the zero-width (non-)joiner at this place is spelling (UAX #31, contexts A1, A2 and B): one alone between two
 * letters of a cursive script, as in Persian می‌خواهم, or behind a virama, as in Hindi क्‍ष.
 */
export function isSpelledJoiner(text: string, at: number): boolean {
  if (!JOINER.test(text[at] ?? '')) return false
  const place = text.slice(Math.max(0, at - 1), at + 2)
  return BETWEEN_CURSIVE.test(place) || AFTER_VIRAMA.test(place)
}

/** Control characters could move a terminal's cursor or change its title; line ends and tabs stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** Nothing stays that a reader would not see, or see in another order (REQ 4.4.1 L2). */
export function onlyVisible(text: string): string {
  return withoutInvisible(text.replace(CONTROL, ''))
}
