/** Text folded for reading patterns, with the place in the original of every character. */
export interface FoldedText {
  readonly text: string
  readonly origin: readonly number[]
}

/** REQ L2 names U+200B-D, U+FEFF and U+2060; the rest hide text in the same way. */
const INVISIBLE =
  /[\u200b-\u200f\ufeff\u2060-\u2064\u00ad\u180e\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|[\ufe00-\ufe0f]/u
/** Line ends and tabs stay: they carry the structure of the text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
  zwj: '',
  zwnj: '',
  lrm: '',
  rlm: '',
  hyphen: '-',
  dash: '-',
  ndash: '-',
  mdash: '-',
  minus: '-',
  lowbar: '_',
  period: '.',
  colon: ':',
  sol: '/',
  lsqb: '[',
  rsqb: ']',
  Tab: '\t',
  NewLine: '\n',
}

const PIECE = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));?|[\s\S]/giu

function decodeEntity(piece: string, hex?: string, decimal?: string, name?: string): string {
  if (hex !== undefined || decimal !== undefined) {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
  }
  if (name === undefined) return piece
  return NAMED[name] ?? NAMED[name.toLowerCase()] ?? piece
}

function foldOnce(input: FoldedText): FoldedText {
  const origin: number[] = []
  let text = ''
  for (const match of input.text.matchAll(PIECE)) {
    const [piece, hex, decimal, name] = match
    const decoded = decodeEntity(piece, hex, decimal, name)
    const at = input.origin[match.index] ?? 0
    for (const char of decoded) {
      if (INVISIBLE.test(char) || CONTROL.test(char)) continue
      const folded = char.normalize('NFKC')
      text += folded
      for (let i = 0; i < folded.length; i += 1) origin.push(at)
    }
  }
  return { text, origin }
}

/** Entities decoded (also doubly encoded ones), NFKC by character, invisible and control characters out. */
export function foldText(text: string): FoldedText {
  let folded: FoldedText = { text, origin: Array.from({ length: text.length }, (_, index) => index) }
  for (let round = 0; round < 3; round += 1) {
    const next = foldOnce(folded)
    if (next.text === folded.text) break
    folded = next
  }
  return folded
}
