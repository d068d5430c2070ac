import { isUtf8 } from 'node:buffer'
import { detectCharset, hasSignsInsideWords, isMostlyUnbroken, unmarkedUtf16 } from './charset-detector.ts'
import { knownCharset } from './charset-labels.ts'
import { repairMojibake } from './mojibake.ts'

/** Bytes on which a declaration is tried: more of a page says the same. */
const SAMPLE = 200_000
/** Of the letters of a Western text at most so many are beyond ASCII; Vietnamese and all other scripts have more. */
const MOST_ACCENTS = 0.4
/** So many bytes are valid UTF-8 by no accident. */
const LEAST_PROOF = 12

/**
 * The text of a page: by byte order mark, HTTP header, meta, then by what the bytes look like. Text that was encoded
 * twice is read twice, and letters written in pieces are put together (NFC), so that equal words are equal strings.
 */
export async function decodeHtml(body: Uint8Array, contentType: string | null): Promise<string> {
  const text = new TextDecoder(await charsetOf(body, contentType)).decode(body)
  return composed(repairMojibake(text))
}

export async function charsetOf(body: Uint8Array, contentType: string | null): Promise<string> {
  const mark = byteOrderMark(body) ?? unmarkedUtf16(body)
  if (mark !== null) return mark
  const declared =
    knownCharset(/charset\s{0,9}=\s{0,9}["']?([\w:.-]{1,40})/i.exec(contentType ?? '')?.[1]) ?? metaCharset(body)
  // Pages say utf-8 by server default and send Shift_JIS, or the other way round: a declaration the bytes refute is not
  // believed.
  if (declared !== null && fits(body, declared)) return declared
  return (await detectCharset(body)) ?? declared ?? 'windows-1252'
}

function byteOrderMark(body: Uint8Array): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  return null
}

function metaCharset(body: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(body.subarray(0, 4096))
  const label = knownCharset(
    /(?<=<meta[^>]{1,500})charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w:.-]{1,40})/i.exec(head)?.[1] ??
      /(?<=<\?xml[^>]{1,200})encoding=["']([\w:.-]{1,40})/i.exec(head)?.[1],
  )
  // A meta that can be read as ASCII does not stand in UTF-16.
  return label?.startsWith('utf-16') ? 'utf-8' : label
}

const MULTI_BYTE = /^(?:utf-8|shift_jis|euc-jp|iso-2022-jp|gbk|gb18030|big5|euc-kr)$/

/** Under a wrong encoding some bytes are impossible, or far too many letters have accents. */
function fits(body: Uint8Array, label: string): boolean {
  const sample = body.subarray(0, SAMPLE)
  const isJapaneseAscii = hasEscapes(sample) && countBeyondAscii(sample) === 0
  if (isJapaneseAscii || label === 'iso-2022-jp') return isJapaneseAscii && label === 'iso-2022-jp'
  const isMultiByte = MULTI_BYTE.test(label)
  if (isUtf8(body)) return label === 'utf-8' || countBeyondAscii(sample) <= (isMultiByte ? LEAST_PROOF : 0)
  const text = sampleAs(sample, label)
  if (isMultiByte) return isMostlyUnbroken(text)
  return label !== 'windows-1252' || !(hasTooManyAccents(text) || hasSignsInsideWords(text))
}

/** A cut sample may end inside a character, which is not an error. */
function sampleAs(sample: Uint8Array, label: string): string {
  return new TextDecoder(label).decode(sample, { stream: sample.length === SAMPLE })
}

function countBeyondAscii(sample: Uint8Array): number {
  let count = 0
  for (const byte of sample) if (byte > 127) count += 1
  return count
}

/** The switches of ISO-2022-JP, which is ASCII to anybody who does not know them. */
function hasEscapes(sample: Uint8Array): boolean {
  for (let at = sample.indexOf(0x1b); at >= 0; at = sample.indexOf(0x1b, at + 1)) {
    if (sample[at + 1] === 0x24) return true
  }
  return false
}

function hasTooManyAccents(text: string): boolean {
  const words = text.replace(/<[^<>]{0,2000}>/g, ' ')
  const accented = words.replace(/[^\u0080-\uffff]/g, '').length
  const plain = words.replace(/[^a-zA-Z]/g, '').length
  return accented > 20 && accented > MOST_ACCENTS * (accented + plain)
}

/** Below these there is nothing that NFC would change. */
const MAY_COMPOSE = /[\u0300-\uffff]/

/** NFC joins a tag's bracket with a stroke that follows it to one sign: they are kept apart. */
function composed(text: string): string {
  if (!MAY_COMPOSE.test(text)) return text
  return (text.includes('\u0338') ? text.replace(/([<>=])\u0338/g, '$1 \u0338') : text).normalize('NFC')
}
