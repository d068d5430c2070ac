import { longPattern } from './long-pattern.ts'

/**
 * Characters that draw nothing and so can hide text. REQ 4.4.1 L2 names U+200B-D, U+FEFF and U+2060; the rest do the
 * same: joiners, bidi marks, fillers, variation selectors, and the tag characters that spell ASCII unseen.
 */
export const INVISIBLE = longPattern('u')`
  [\u034f]|[\u180b-\u180d\u180f]|[\u17b4\u17b5]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]
  |[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f
    \u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]`

const EVERY = new RegExp(INVISIBLE, 'gu')

export function withoutInvisible(text: string): string {
  return text.replace(EVERY, '')
}
