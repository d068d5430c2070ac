import { ENGLISH_LINKS, ENGLISH_THINGS, JAPANESE_THINGS, LONGEST_JAPANESE_THING } from './speech-words.ts'

/** A piece of a sentence: as it is written, and what kind of word it is. */
export interface SpeechToken {
  readonly word: string
  readonly kind: string
  readonly isJapanese: boolean
  /** Names something that an order to a machine has to name. */
  readonly isThing: boolean
  /** Between quotation marks, in a sentence that says more than the quotation. */
  readonly isQuoted: boolean
}

type Script = 'latin' | 'digit' | 'hiragana' | 'katakana' | 'kanji' | 'space' | 'other'

function scriptOf(code: number): Script {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 0xc0 && code <= 0x24f)) return 'latin'
  if (code >= 48 && code <= 57) return 'digit'
  if (code <= 32 || code === 0x3000 || code === 0xa0) return 'space'
  if (code >= 0x3041 && code <= 0x309f) return 'hiragana'
  if ((code >= 0x30a1 && code <= 0x30ff && code !== 0x30fb) || (code >= 0xff66 && code <= 0xff9f)) return 'katakana'
  if ((code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3400 && code <= 0x4dbf) || code === 0x3005) return 'kanji'
  return 'other'
}

const OPENING = '"“「『«'
const CLOSING = '"”」』»'
/** Words outside of quotation marks that make the marks a quotation: a sentence that tells of it. */
const LEAST_AROUND = 4
const ENDINGS = ['ing', 'ed', 'ly', 'tion', 's']

function englishKind(word: string): string {
  const thing = ENGLISH_THINGS.get(word)
  if (thing !== undefined) return thing
  if (ENGLISH_LINKS.has(word)) return word
  return ENDINGS.find((ending) => word.length > ending.length + 2 && word.endsWith(ending)) ?? 'w'
}

/** What stands at an address and is not a word: `https://…`, `www.…`, `~/.ssh`, `name@host`. */
function addressEnd(text: string, at: number): number {
  const starts = ['http://', 'https://', 'ftp://', 'www.', '~/', 'file://'].some((lead) => text.startsWith(lead, at))
  if (!starts) return at
  let end = at
  while (end < text.length && text.charCodeAt(end) > 32 && text.charCodeAt(end) < 127) end += 1
  return end
}

interface Piece {
  readonly word: string
  readonly script: Script | 'address'
}

/** One pass over the text; every character is looked at a bounded number of times. */
function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let at = 0
  while (at < text.length) {
    const address = addressEnd(text, at)
    if (address > at) {
      pieces.push({ word: '', script: 'address' })
      at = address
      continue
    }
    const script = scriptOf(text.charCodeAt(at))
    let end = at + 1
    if (script !== 'other' && script !== 'space') while (end < text.length && goesOn(text, end, script)) end += 1
    if (script !== 'space') pieces.push({ word: text.slice(at, end), script })
    at = end
  }
  return pieces
}

function goesOn(text: string, at: number, script: Script): boolean {
  const own = scriptOf(text.charCodeAt(at))
  if (own === script) return true
  // don't, e-mail
  const joins = script === 'latin' && "'’-".includes(text.charAt(at))
  return joins && at + 1 < text.length && scriptOf(text.charCodeAt(at + 1)) === 'latin'
}

/** A run of kanji or katakana, cut where it holds the name of a thing. */
function japaneseTokens(word: string, script: Script, isQuoted: boolean): readonly SpeechToken[] {
  const tokens: SpeechToken[] = []
  const push = (part: string, kind: string, isThing = false) =>
    tokens.push({ word: part, kind, isJapanese: true, isThing, isQuoted })
  let from = 0
  let at = 0
  while (at < word.length) {
    let size = Math.min(LONGEST_JAPANESE_THING, word.length - at)
    while (size > 0 && !JAPANESE_THINGS.has(word.slice(at, at + size))) size -= 1
    if (size === 0) {
      at += 1
      continue
    }
    if (at > from) push(word.slice(from, at), script)
    push(word.slice(at, at + size), JAPANESE_THINGS.get(word.slice(at, at + size)) ?? script, true)
    at += size
    from = at
  }
  if (from < word.length) push(word.slice(from), script)
  return tokens
}

function tokensOf(piece: Piece, isQuoted: boolean): readonly SpeechToken[] {
  const one = (word: string, kind: string, isThing = false) => [{ word, kind, isJapanese: false, isThing, isQuoted }]
  switch (piece.script) {
    case 'address':
      return one('ADDRESS', 'ADDRESS', true)
    case 'latin': {
      const word = piece.word.toLowerCase().replaceAll('’', "'")
      return one(word, englishKind(word), ENGLISH_THINGS.has(word))
    }
    case 'digit':
      return one('0', '0')
    case 'kanji':
    case 'katakana':
      return japaneseTokens(piece.word, piece.script, isQuoted)
    case 'hiragana':
      return japaneseTokens(piece.word, 'hiragana', isQuoted).map((token) =>
        token.kind === 'hiragana' ? { ...token, kind: token.word.slice(0, 6) } : token,
      )
    default:
      return one(piece.word, piece.word)
  }
}

/** Kinds of words that stand in any sentence and make none a speech. */
const ANYWHERE: ReadonlySet<string> = new Set(['NOT', 'NOW', 'EARLIER', 'DUTY', 'PLEASE', 'ME'])

/** Whether the sentence names something that an order to a machine has to name, outside of a quotation. */
export function namesThing({ isThing, kind }: SpeechToken): boolean {
  return isThing && !ANYWHERE.has(kind)
}

/** Words, numbers, addresses and marks of a sentence, in their order. */
export function speechTokens(text: string): readonly SpeechToken[] {
  const pieces = piecesOf(text)
  const quoted = quotedPieces(pieces)
  return pieces.flatMap((piece, index) => tokensOf(piece, quoted.has(index)))
}

function quotedPieces(pieces: readonly Piece[]): ReadonlySet<number> {
  const inside = new Set<number>()
  let open = -1
  for (const [index, { word, script }] of pieces.entries()) {
    if (script !== 'other') continue
    if (open === -1 && OPENING.includes(word)) open = index
    else if (open !== -1 && CLOSING.includes(word)) {
      for (let at = open + 1; at < index; at += 1) inside.add(at)
      open = -1
    }
  }
  const around = pieces.filter(({ script }, index) => script !== 'other' && !inside.has(index)).length
  return around >= LEAST_AROUND ? inside : new Set()
}
