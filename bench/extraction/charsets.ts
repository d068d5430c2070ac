import { charsetOf, decodeHtml } from '../../src/extract/charset.ts'
import type { BenchOptions, BenchResult } from '../bench.ts'
import { WRITTEN_TEXTS, type WrittenText } from './charset-texts.ts'

type Numbers = Record<string, number | string | null>

export interface CharsetCase {
  readonly language: string
  readonly charset: string
  /** The page with its article, or the title alone, as an error page or a feed has it. */
  readonly length: 'page' | 'title'
  readonly html: string
  readonly body: Uint8Array
}

/** Every text in every encoding of its language, a word about which stands nowhere. */
export function charsetCases(): CharsetCase[] {
  const encoders = new Map<string, Encode>()
  return WRITTEN_TEXTS.flatMap((text) =>
    text.charsets.flatMap((charset) => {
      const encode = encoders.get(charset) ?? encoderOf(charset)
      encoders.set(charset, encode)
      return (['page', 'title'] as const).map((length) => {
        const html = htmlOf(text, length)
        return { language: text.language, charset, length, html, body: encode(html) }
      })
    }),
  )
}

function htmlOf({ title, body }: WrittenText, length: 'page' | 'title'): string {
  const menu = '<nav><a href="/">Home</a> <a href="/news">News</a></nav><script>var page = { id: 17 }</script>'
  const article = length === 'page' ? `${menu}<article><h1>${title}</h1><p>${body}</p></article>` : ''
  return `<!doctype html><html><head><title>${title}</title></head><body>${article}</body></html>`
}

type Encode = (text: string) => Uint8Array

/** The platform only decodes: every byte sequence is decoded once, and the table turned round. */
function encoderOf(charset: string): Encode {
  if (charset === 'utf-8') return (text) => new TextEncoder().encode(text)
  if (charset.startsWith('utf-16')) return (text) => utf16(text, charset === 'utf-16le')
  if (charset === 'iso-2022-jp') return (text) => iso2022jp(text, bytesByCharacter('euc-jp'))
  const table = bytesByCharacter(charset)
  return (text) => Uint8Array.from([...text].flatMap((character) => table.get(character) ?? [0x3f]))
}

function bytesByCharacter(charset: string): Map<string, readonly number[]> {
  const decoder = new TextDecoder(charset, { fatal: true })
  const table = new Map<string, readonly number[]>()
  const add = (...bytes: number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes))
      if ([...character].length === 1 && !table.has(character)) table.set(character, bytes)
    } catch {
      // not a character of this encoding
    }
  }
  for (let first = 0; first < 0x100; first += 1) add(first)
  if (!/^(?:gb|big5|euc|shift)/.test(charset)) return table
  for (let first = 0x81; first < 0xff; first += 1) for (let next = 0x40; next < 0xff; next += 1) add(first, next)
  return table
}

function utf16(text: string, isLittle: boolean): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at += 1) bytes.setUint16(at * 2, text.charCodeAt(at), isLittle)
  return new Uint8Array(bytes.buffer)
}

/** EUC-JP without its high bits, between switches. */
function iso2022jp(text: string, table: ReadonlyMap<string, readonly number[]>): Uint8Array {
  const bytes: number[] = []
  let isWide = false
  for (const character of text) {
    const found = table.get(character) ?? [0x3f]
    const wide = found.length === 2
    if (wide !== isWide) bytes.push(...(wide ? [0x1b, 0x24, 0x42] : [0x1b, 0x28, 0x42]))
    isWide = wide
    bytes.push(...found.map((byte) => byte & 0x7f))
  }
  return Uint8Array.from(isWide ? [...bytes, 0x1b, 0x28, 0x42] : bytes)
}

export interface CharsetScore extends CharsetCase {
  readonly guess: string
  readonly right: boolean
}

export async function charsetScores(contentType: string | null): Promise<CharsetScore[]> {
  const scores: CharsetScore[] = []
  for (const one of charsetCases()) {
    const read = await decodeHtml(one.body, contentType)
    scores.push({ ...one, guess: await charsetOf(one.body, contentType), right: read === one.html.normalize('NFC') })
  }
  return scores
}

/** UTF-8 read as windows-1252 and encoded again, of the texts whose letters survive it. */
export async function doubleEncoded(): Promise<{ pages: number; right: number }> {
  const cases = charsetCases().filter((one) => one.charset === 'utf-8' || one.charset === 'windows-1252')
  let right = 0
  for (const { html } of cases) {
    const twice = new TextDecoder('latin1').decode(new TextEncoder().encode(html))
    if ((await decodeHtml(new TextEncoder().encode(twice), null)) === html) right += 1
  }
  return { pages: cases.length, right }
}

export async function measureCharsets(
  options: BenchOptions,
  numbers: Numbers,
  rows: BenchResult['rows'][number][],
): Promise<void> {
  const undeclared = await charsetScores(null)
  const falsely = (await charsetScores('text/html; charset=utf-8')).filter((one) => one.charset !== 'utf-8')
  const twice = await doubleEncoded()
  const share = (of: readonly CharsetScore[]) =>
    Math.round((of.filter((one) => one.right).length / of.length) * 1000) / 1000
  numbers.charsets = new Set(undeclared.map((one) => one.charset)).size
  numbers.charset_pages = undeclared.length
  numbers.charsets_undeclared = share(undeclared)
  numbers.charsets_undeclared_titles = share(undeclared.filter((one) => one.length === 'title'))
  numbers.charsets_false_utf8 = share(falsely)
  numbers.charsets_encoded_twice = Math.round((twice.right / twice.pages) * 1000) / 1000
  options.say(
    `charsets: ${numbers.charsets} encodings, undeclared ${numbers.charsets_undeclared} ` +
      `(titles alone ${numbers.charsets_undeclared_titles}), false utf-8 header ${numbers.charsets_false_utf8}, ` +
      `encoded twice ${numbers.charsets_encoded_twice}`,
  )
  rows.push({
    what: `undeclared pages, ${numbers.charset_pages} in ${numbers.charsets} encodings`,
    measured:
      `${numbers.charsets_undeclared}; under a false utf-8 header ${numbers.charsets_false_utf8}; ` +
      `encoded twice ${numbers.charsets_encoded_twice}`,
    baseline: '',
    target: 'at least 0.85',
  })
}
