import { decodingsOf, joined, placeOf, type Span } from './l4-decodings.ts'

/**
 * What may stand between the letters; bounded, so that a run of spaces is read once and not once for each of its
 * spaces.
 */
const GAP = '[\\s._*~|\\u2010-\\u2015\\u2212-]{0,4}'
const DASH = '\\s{0,4}[-_\\u2010-\\u2015\\u2212]\\s{0,4}'

function tagName(leastDigits: number): RegExp {
  const digits = `(?:(?:[0-9a-f]\\s?){31}[0-9a-f]|[0-9a-f]{${leastDigits},64})`
  return new RegExp(`(?:<\\s{0,4}/?\\s{0,4})?L${GAP}Y${GAP}R${GAP}A${DASH}${digits}(?:\\s{0,4}>)?`, 'giu')
}

/** In what a model said or a log would keep, a part of the tag is a leak as well (REQ 4.4.1 L4). */
const IN_PART = tagName(4)
/** In an answer a year must not be taken for one: "the LYRA-2024 study". */
const IN_ANSWERS = tagName(8)

/** Where the tags of L3 stand, in any spacing, case, width or escape. */
export function tagNames(text: string, among: 'parts' | 'answers'): readonly Span[] {
  const expression = among === 'parts' ? IN_PART : IN_ANSWERS
  const spans = decodingsOf(text).flatMap((reading) =>
    [...reading.text.matchAll(expression)].map((match) =>
      placeOf(reading, text.length, match.index, match.index + match[0].length - 1),
    ),
  )
  return joined(spans)
}
