import { isUtf8 } from 'node:buffer'
import { knownCharset } from './charset-labels.ts'

/** Bytes looked at; a cut sample may end inside a character, which is no error. */
const SAMPLE = 200_000
/** More text does not make the guess better, only slower. */
const MOST_BYTES = 60_000
const LEAST_EVIDENCE = 2
/** In an unbroken text under the right encoding at most this share of the characters beyond ASCII is damage. */
const MOST_DAMAGE = 0.05

/** The encoding that the bytes themselves speak for; null where nothing does. */
export async function detectCharset(body: Uint8Array): Promise<string | null> {
  const sample = body.subarray(0, SAMPLE)
  if (switchesToJapanese(sample)) return 'iso-2022-jp'
  if (isUtf8(body) || isMostlyUnbroken(new TextDecoder().decode(sample, { stream: body.length > SAMPLE })))
    return 'utf-8'
  const telling = tellingBytes(sample)
  // One accent in a Western text is no statistics.
  if (telling.filter((byte) => byte > 127).length < LEAST_EVIDENCE) return 'windows-1252'
  if (hasWesternSignsAlone(telling)) return 'windows-1252'
  const { detectAll } = await import('jschardet')
  const guesses = detectAll(telling)
  const labels = guesses.map(({ encoding }) => knownCharset(encoding?.replace(/^iso8859/i, 'iso-8859')))
  const label = labels.find((one) => one !== null && one !== 'utf-8') ?? null
  return (label === null || !WITH_SUCH_BYTES.test(label)) && isHalfWidthKana(telling) ? 'shift_jis' : label
}

/** Of these encodings text may be bytes of half-width kana alone; of the others it has letters beyond them. */
const WITH_SUCH_BYTES = /^(?:shift_jis|euc-|gb|big5|windows-874|tis-620|iso-8859-11)/
const [LEAST_KANA, KANA_SHARE] = [4, 0.15]

/**
 * ｶﾀｶﾅ of Shift_JIS has one byte a sign, none beyond its last; what marks a voiced sound stands behind one that can be
 * voiced. In the alphabets some of these bytes are lines and signs, which nobody writes words with.
 */
function isHalfWidthKana(telling: Uint8Array): boolean {
  let all = 0
  let letters = 0
  for (let at = 0; at < telling.length; at += 1) {
    const byte = telling[at] ?? 0
    if (byte < 128) continue
    if (byte < 0xa1 || byte > 0xdf) return false
    if (byte >= 0xde && !canBeVoiced(telling[at - 1] ?? 0)) return false
    all += 1
    if (byte >= 0xa6 && byte <= 0xbf) letters += 1
  }
  return all >= LEAST_KANA && letters >= KANA_SHARE * all
}

/** ｳ, ｶ to ﾄ and ﾊ to ﾎ. */
function canBeVoiced(byte: number): boolean {
  return byte === 0xb3 || (byte >= 0xb6 && byte <= 0xc4) || (byte >= 0xca && byte <= 0xce)
}

/** Signs inside words: so many of them, and such a share of what is beyond ASCII, and a Western text it is not. */
const [LEAST_SIGNS, SIGN_SHARE] = [3, 0.05]
/** What Western words may have in them: apostrophes, a soft hyphen, the point of l·l. */
const WITHIN_WORDS = new Set(['\u2018', '\u2019', '´', '\u00ad', '·', '-', '\u2013', '\u2014', '\u2026'])

/** Polish read as Western has "by³a" and "mo¿e": signs between two letters. */
export function hasSignsInsideWords(text: string): boolean {
  let signs = 0
  let beyond = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) < 128) continue
    beyond += 1
    const shown = text[at] ?? ''
    if (!SIGN.test(shown) || WITHIN_WORDS.has(shown)) continue
    if (/[a-z]/.test(text[at - 1] ?? '') && /[a-z]/.test(text[at + 1] ?? '')) signs += 1
  }
  return signs >= LEAST_SIGNS && signs >= SIGN_SHARE * beyond
}

const APOSTROPHE = 0x92
/** The sign of a millionth and the raised a and o count as letters in Unicode. */
const SIGN = /[\p{P}\p{S}\p{N}\p{Z}µªº]/u

/**
 * £5, 20 °C ± 2: what is beyond ASCII stands alone and is a sign, no letter, and none is inside a word. No other script
 * is written so, and statistics of letters would make letters of them.
 */
function hasWesternSignsAlone(telling: Uint8Array): boolean {
  const shown = new TextDecoder('windows-1252').decode(telling)
  for (let at = 0; at < telling.length; at += 1) {
    const byte = telling[at] ?? 0
    if (byte < 128) continue
    if (!SIGN.test(shown[at] ?? '') || (telling[at + 1] ?? 0) > 127) return false
    if (byte !== APOSTROPHE && isLetter(telling[at - 1]) && isLetter(telling[at + 1])) return false
  }
  return true
}

function isLetter(byte = 0): boolean {
  return /[A-Za-z]/.test(String.fromCharCode(byte))
}

/** UTF-16 without a mark: the tags are ASCII, so every second byte is nothing. */
export function unmarkedUtf16(body: Uint8Array): string | null {
  const sample = body.subarray(0, 4096)
  let even = 0
  let odd = 0
  for (let at = 0; at < sample.length; at += 1) {
    if (sample[at] !== 0) continue
    if (at % 2 === 0) even += 1
    else odd += 1
  }
  const enough = Math.max(8, sample.length / 20)
  if (even < enough && odd < enough) return null
  if (odd > 4 * even) return 'utf-16le'
  return even > 4 * odd ? 'utf-16be' : null
}

function switchesToJapanese(sample: Uint8Array): boolean {
  for (let at = sample.indexOf(0x1b); at >= 0; at = sample.indexOf(0x1b, at + 1)) {
    if (sample[at + 1] === 0x24 && (sample[at + 2] === 0x40 || sample[at + 2] === 0x42)) return true
  }
  return false
}

/** Whether text beyond ASCII came out whole. */
export function isMostlyUnbroken(text: string): boolean {
  let beyond = 0
  let broken = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code > 127) beyond += 1
    if (code === 0xfffd) broken += 1
  }
  return broken <= beyond * MOST_DAMAGE
}

const [LESS, GREATER, SPACE] = [0x3c, 0x3e, 0x20]
const LONGEST_TAG = 2000

/** The words that can tell: the texts between two tags in which a byte is beyond ASCII. */
function tellingBytes(body: Uint8Array): Uint8Array {
  const kept = new Uint8Array(body.length + 1)
  let length = 0
  let at = 0
  while (at < body.length && length < MOST_BYTES) {
    const next = body.indexOf(LESS, at)
    const text = body.subarray(at, next < 0 ? body.length : next)
    if (text.some((byte) => byte > 127)) {
      kept.set(text, length)
      kept[length + text.length] = SPACE
      length += text.length + 1
    }
    const end = next < 0 ? -1 : body.subarray(next, next + LONGEST_TAG).indexOf(GREATER)
    at = next < 0 ? body.length : next + Math.max(1, end + 1)
  }
  return kept.subarray(0, Math.min(length, MOST_BYTES))
}
