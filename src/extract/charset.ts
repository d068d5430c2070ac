import { isUtf8 } from 'node:buffer'

/** Bytes on which encodings are compared: more of a page says the same. */
const SAMPLE = 200_000

/** Decodes a page: HTTP header, byte order mark, meta, then the encoding under which the bytes make most sense. */
export function decodeHtml(body: Uint8Array, contentType: string | null): string {
  return decodeAs(body, charsetOf(body, contentType))
}

export function charsetOf(body: Uint8Array, contentType: string | null): string {
  const mark = byteOrderMark(body)
  if (mark !== null) return mark
  const declared = known(/charset\s*=\s*["']?([\w-]+)/i.exec(contentType ?? '')?.[1]) ?? metaCharset(body)
  // Pages say utf-8 by server default and send Shift_JIS, or the other way round: a declaration the bytes refute is not
  // believed.
  if (declared !== null && fits(body, declared)) return declared
  return detect(body) ?? declared ?? 'windows-1252'
}

function byteOrderMark(body: Uint8Array): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  return null
}

function metaCharset(body: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(body.subarray(0, 4096))
  return known(
    /(?<=<meta[^>]{1,500})charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w-]+)/i.exec(head)?.[1] ??
      /(?<=<\?xml[^>]{1,200})encoding=["']([\w-]+)/i.exec(head)?.[1],
  )
}

function known(label: string | undefined): string | null {
  if (label === undefined) return null
  const usual = { 'x-sjis': 'shift_jis', cp932: 'shift_jis', ms932: 'shift_jis', 'shift-jis': 'shift_jis' }[
    label.toLowerCase()
  ]
  try {
    return new TextDecoder(usual ?? label).encoding
  } catch {
    return null
  }
}

function decodeAs(body: Uint8Array, label: string): string {
  return new TextDecoder(label).decode(body)
}

/** Under a wrong multi-byte encoding some bytes are impossible; a handful may be damage. */
function fits(body: Uint8Array, label: string): boolean {
  if (label === 'utf-8' && isUtf8(body)) return true
  if (!/^(?:utf-8|shift_jis|euc-jp|iso-2022-jp|gbk|gb18030|big5|euc-kr)$/.test(label)) return true
  return isClean(sampleAs(body.subarray(0, SAMPLE), label))
}

/** A cut sample may end inside a character, which is not an error. */
function sampleAs(sample: Uint8Array, label: string): string {
  return new TextDecoder(label).decode(sample, { stream: sample.length === SAMPLE })
}

function isClean(text: string): boolean {
  let beyond = 0
  let broken = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code > 127) beyond += 1
    if (code === 0xfffd) broken += 1
  }
  return broken <= beyond * 0.05
}

/** Japanese first: this is the language whose pages still come without a word about their encoding. */
function detect(body: Uint8Array): string | null {
  const sample = body.subarray(0, SAMPLE)
  const ascii = new TextDecoder('latin1').decode(sample)
  if (ascii.includes('\u001b$@') || ascii.includes('\u001b$B')) return 'iso-2022-jp'
  if (!/[\u0080-\u00ff]/.test(ascii)) return 'utf-8'
  const scored = ['utf-8', 'euc-jp', 'shift_jis']
    .map((label) => ({ label, text: sampleAs(sample, label) }))
    .filter(({ text }) => isClean(text))
    .map(({ label, text }) => ({ label, score: label === 'utf-8' ? Number.MAX_SAFE_INTEGER : japaneseShare(text) }))
    .sort((a, b) => b.score - a.score)
  const best = scored[0]
  return best !== undefined && best.score > 0.3 ? best.label : null
}

/**
 * Of the characters beyond ASCII, the share that is kana, kanji or Japanese punctuation; half-width kana are the mark
 * of a wrong guess.
 */
function japaneseShare(text: string): number {
  const beyond = text.replace(/\p{ASCII}/gu, '')
  if (beyond.length === 0) return 0
  const kana = beyond.replace(/[^\u3001-\u30ff]/g, '').length
  const kanji = beyond.replace(/[^\u4e00-\u9fff]/g, '').length
  const halfWidth = beyond.replace(/[^\uff61-\uff9f]/g, '').length
  return (2 * kana + kanji - 2 * halfWidth) / (2 * beyond.length)
}
