import { INVISIBLE } from './invisible.ts'
import { numberSeparator } from './nfkc-keeping-numbers.ts'

/** Text folded for reading patterns, with the place in the original of every character. */
export interface FoldedText {
  readonly text: string
  readonly origin: readonly number[]
}

/** Line ends and tabs stay: they carry the structure of the text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

/**
 * Names a page may write; of the long ones only those that draw nothing or a space. A Map: the page chooses the name,
 * and a plain object answers `&constructor;` as well.
 */
const NAMED: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", sol: '/', lsqb: '[', rsqb: ']', period: '.' }),
  ...Object.entries({
    colon: ':',
    hyphen: '-',
    dash: '-',
    ndash: '-',
    mdash: '-',
    minus: '-',
    horbar: '-',
    lowbar: '_',
  }),
  ...Object.entries({ Tab: '\t', NewLine: '\n' }),
  ...named('nbsp ensp emsp emsp13 emsp14 numsp puncsp thinsp hairsp', ' '),
  ...named('NonBreakingSpace MediumSpace ThickSpace ThinSpace VeryThinSpace', ' '),
  ...named('shy zwj zwnj lrm rlm af ic it', ''),
  ...named('ZeroWidthSpace NoBreak ApplyFunction InvisibleComma InvisibleTimes', ''),
  ...named('NegativeThinSpace NegativeMediumSpace NegativeThickSpace NegativeVeryThinSpace', ''),
])

function named(names: string, char: string): readonly [string, string][] {
  return names.split(' ').map((name) => [name, char])
}

/** An ampersand encoded again and again is one: `&amp;amp;#45;`. */
const ENCODED_AGAIN = /^&(?:(?:amp|#0{0,6}38|#x0{0,6}26);)+/i
const PIECE = /&(?:(?:amp|#0{0,6}38|#x0{0,6}26);)*(?:#x([0-9a-f]{1,8})|#(\d{1,9})|([a-z]{2,24}(?:\d\d)?));?|[\s\S]/giu

function decodeEntity(piece: string, hex?: string, decimal?: string, name?: string): string {
  if (hex !== undefined || decimal !== undefined) {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
  }
  if (name === undefined) return piece
  return NAMED.get(name) ?? NAMED.get(name.toLowerCase()) ?? piece.replace(ENCODED_AGAIN, '&')
}

/** Tag characters spell ASCII that nobody sees and every model reads. */
function smuggled(char: string): string | null {
  const code = char.codePointAt(0) ?? 0
  return code >= 0xe0020 && code <= 0xe007e ? String.fromCharCode(code - 0xe0000) : null
}

function foldOnce(input: FoldedText, readsTags: boolean): FoldedText {
  const origin: number[] = []
  let text = ''
  let before = ''
  for (const match of input.text.matchAll(PIECE)) {
    const [piece, hex, decimal, name] = match
    const decoded = decodeEntity(piece, hex, decimal, name)
    const at = input.origin[match.index] ?? 0
    for (const char of decoded) {
      const hidden = readsTags ? smuggled(char) : null
      if (hidden === null && (INVISIBLE.test(char) || CONTROL.test(char))) continue
      const folded = numberSeparator(before, char) + (hidden ?? char.normalize('NFKC'))
      before = char
      text += folded
      for (let i = 0; i < folded.length; i += 1) origin.push(at)
    }
  }
  return { text, origin }
}

/** What no round of folding would change. */
const PLAIN = /^[\t\n\x20-\x25\x27-\x7e]*$/
/** Each round undoes one more way to write a character; honest text needs two. */
const MOST_ROUNDS = 8

/**
 * Entities decoded (also those encoded over again), NFKC by character with its figures kept apart, invisible and
 * control characters out. `withHidden`: text spelt in tag characters is read as a model would read it, for detection;
 * it never goes into a prompt.
 */
export function foldText(text: string, reading: 'visible' | 'withHidden' = 'visible'): FoldedText {
  let folded: FoldedText = { text, origin: Array.from({ length: text.length }, (_, index) => index) }
  if (PLAIN.test(text)) return folded
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = foldOnce(folded, reading === 'withHidden')
    if (next.text === folded.text) break
    folded = next
  }
  return folded
}
