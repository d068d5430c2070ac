import { multilineRegExp } from '../../../domain/multiline-regexp.ts'

/** Words whose stop ends no sentence, by what must follow for that. */
const BEFORE_ANYTHING = new Set('vs cf ca approx al etc e.g i.e eds ed'.split(' '))
const BEFORE_NAME = new Set('st mt dr mr mrs ms prof gen gov sen rep ft'.split(' '))
const BEFORE_NUMBER = new Set('no nos vol pt ch fig art ver sec'.split(' '))
const OPENING = '(（[［〔【'
const CLOSING = ')）]］〕】'

/** A bracket with a year and nothing but its place and day: (2017), (Orlen: Harbour Press, 2015). */
const DATED_BRACKET = multilineRegExp('u')`
  ^\s?[[(（［][^()（）[\]]{0,100}(?<!\d)(?:1[5-9]|20)\d\d(?!\d)[^()（）[\]]{0,40}[\])）］](?=\s?(?:[.,;:、。]|$))`
const DATED_TAIL = multilineRegExp('u')`
  ^(?:[,，、]| [–—-]| (?=\d{4}年))\s?(?:\p{L}{3,9}\.? )?(?:1[5-9]|20)\d\d[a-z]?
  (?:年(?:\d{1,2}月(?:\d{1,2}日)?)?|-\d\d(?:-\d\d)?)?(?=\s?(?:[.,;、。]|$))`
/** Where a title without a stop is followed by a journal and its volume. */
const VOLUME_TAIL = multilineRegExp('u')`
  ^[,，] ?(?:in |[Ii]n: )?[\p{Lu}\p{Script=Han}][^,.，。]{1,80}[,，.]? ?(?:[Vv]ol\.? ?|第)?\d{1,4}(?!\d)`
const SITE_TAIL = /^ [|–—-] (?:\p{Lu}[\p{L}\p{N}.’'-]{0,30}(?: (?:of|for|and|the|&|on))?[ ,.]{0,3}){1,6}$/u

const SITE_NAME = /^[a-z\d-]{1,39}(?:\.[a-z\d-]{2,39}){1,4}(?:[\s,.;]|$)/u

/** How far the title reaches that a text begins with. */
export function titleLength(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (depth === 0 && at > 0 && endsBefore(text, at, char)) return at
    if (OPENING.includes(char)) depth += 1
    else if (CLOSING.includes(char)) depth = Math.max(0, depth - 1)
    else if (depth === 0 && endsWith(text, at, char)) return '.。．'.includes(char) ? at : at + 1
  }
  return text.length
}

/** The title ends before what begins here. */
function endsBefore(text: string, at: number, char: string): boolean {
  const rest = () => text.slice(at, at + 200)
  if (OPENING.includes(char)) return DATED_BRACKET.test(rest())
  if (',，、'.includes(char)) return DATED_TAIL.test(rest()) || VOLUME_TAIL.test(rest())
  if (char === ' ')
    return /^ (?:[|–—-] |\d{4}年)/u.test(text.slice(at, at + 6)) && (SITE_TAIL.test(rest()) || DATED_TAIL.test(rest()))
  return char === '『' && /[^「『“"\s]/u.test(text.charAt(at - 1))
}

function endsWith(text: string, at: number, char: string): boolean {
  const after = text.slice(at + 1)
  if (char === '。' || char === '．') return true
  if (char === '.') return (after === '' || /^[\s"”』」)]/u.test(after.slice(0, 1))) && isStop(text, at)
  return '?!？！'.includes(char) && isLastSentence(after)
}

function isStop(text: string, at: number): boolean {
  const next = text.slice(at + 1, at + 40).trimStart()
  if (next === '') return true
  if (/^\p{Ll}/u.test(next)) return SITE_NAME.test(next)
  const before = text.slice(Math.max(0, at - 40), at)
  const word = /[\p{L}.]{1,20}$/u.exec(before)?.[0] ?? ''
  const plain = word.toLowerCase()
  if (BEFORE_ANYTHING.has(plain)) return false
  if (BEFORE_NAME.has(plain) && /^\p{Lu}/u.test(next)) return false
  if (BEFORE_NUMBER.has(plain) && /^[\dIVX]/u.test(next)) return false
  if (!/^(?:\p{L}\.){0,4}\p{Lu}$/u.test(word)) return true
  // "in the U.S. South" and "George W. Bush" go on; "hepatitis B. Lancet" does not.
  return word.length === 1 && /(?:^|\s)\p{Ll}[\p{L}-]{1,20}\s$/u.test(before.slice(0, -1))
}

/**
 * A question may be the whole title or be followed by its subtitle; it is the whole where the next sentence has
 * figures, as a journal has, or is the last with words.
 */
function isLastSentence(after: string): boolean {
  const rest = after.replace(/^[”"’』」]/u, '')
  if (rest.trim() === '') return true
  if (!/^\s/u.test(rest) && !/^[\p{Script=Han}\p{Script=Katakana}]/u.test(rest)) return false
  if (/^\s[(（]/u.test(rest)) return true
  if (!/^\s?[\p{Lu}\d“"\p{Script=Han}\p{Script=Katakana}]/u.test(rest)) return false
  const [next = '', ...others] = rest
    .trim()
    .slice(0, 400)
    .split(/[.。](?:\s|$)/u)
  return /\d/u.test(next) || !others.some((other) => /\p{L}{4}/u.test(other.replace(/\d.*/u, '')))
}

const TRAILING = /[\s.,:;、。，．]{1,5}$/u
const EDITION = multilineRegExp('iu')`
  \s?[(（](?:\d{1,2}(?:st|nd|rd|th)? ed|[a-z]{2,10} ed(?:ition|\.)|rev|ver|v\d|vol|report|no\.|pp?\.|第)
  [^()（）]{0,60}[)）]$`
const KIND = /\s?[[［][^[\]［］]{1,80}[\]］]$/u

/** Without edition, kind ("[Data set]") and the marks that end it. */
export function bareTitle(title: string): string {
  let bare = title.trim()
  for (let before = ''; before !== bare; ) {
    before = bare
    for (const pattern of [TRAILING, KIND, EDITION]) {
      const cut = bare.replace(pattern, '')
      if (cut.length >= 2) bare = cut
    }
  }
  return bare
}
