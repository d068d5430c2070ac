import { knownCharset } from '../charset-labels.ts'

/** Header fields of a message or of a part of it, by lower-case name; the first of each. */
export type MailHeaders = ReadonlyMap<string, string>

/** Longer heads are no heads. */
const LONGEST_HEAD = 1_000_000
const MOST_FIELDS = 2000

export interface SplitMail {
  readonly headers: MailHeaders
  /** Bytes as latin1 text: one character a byte. */
  readonly body: string
}

/** Head and body of a message, told apart by the first empty line. */
export function splitMail(raw: string): SplitMail {
  const gap = /\r?\n\r?\n/.exec(raw.slice(0, LONGEST_HEAD))
  const isBare = /^\r?\n/.exec(raw)
  if (isBare !== null) return { headers: new Map(), body: raw.slice(isBare[0].length) }
  const head = gap === null ? raw.slice(0, LONGEST_HEAD) : raw.slice(0, gap.index)
  const headers = new Map<string, string>()
  const unfolded = head.replace(/\r?\n(?=[ \t])/g, '')
  for (const line of unfolded.split(/\r?\n/, MOST_FIELDS)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !/\s/.test(name) && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim())
  }
  return { headers, body: gap === null ? '' : raw.slice(gap.index + gap[0].length) }
}

export interface HeaderValue {
  readonly value: string
  readonly parameters: ReadonlyMap<string, string>
}

const PARAMETER = /;\s{0,20}([\w.*-]{1,60})\s{0,5}=\s{0,5}(?:"((?:[^"\\]|\\.){0,2000})"|([^;\s]{0,2000}))/g

/** `text/plain; charset="utf-8"`, with parameters that are cut in pieces put together (RFC 2231). */
export function headerValue(field: string | undefined): HeaderValue {
  const text = (field ?? '').slice(0, 20_000)
  const parameters = new Map<string, string>()
  const pieces = new Map<string, string>()
  for (const [, rawName = '', quoted, plain] of text.matchAll(PARAMETER)) {
    const value = quoted === undefined ? (plain ?? '') : quoted.replace(/\\(.)/g, '$1')
    const [, name = '', isPiece, isCoded] = /^([^*]+)(\*\d+)?(\*)?$/.exec(rawName.toLowerCase()) ?? []
    if (isPiece === undefined && isCoded === undefined) parameters.set(name, value)
    else pieces.set(name, (pieces.get(name) ?? '') + value)
  }
  for (const [name, value] of pieces) parameters.set(name, extendedValue(value))
  return { value: (text.split(';', 1)[0] ?? '').trim().toLowerCase(), parameters }
}

/** `utf-8'en'%e2%82%ac` */
function extendedValue(value: string): string {
  const [, charset, coded] = /^([\w-]{0,40})'[\w-]{0,20}'([\s\S]*)$/.exec(value) ?? []
  if (coded === undefined) return value
  const bytes = coded.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return decodeBytes(Buffer.from(bytes, 'latin1'), charset)
}

const WORD = /=\?([\w-]{1,40})(?:\*[\w-]{1,20})?\?([bq])\?([^?]{0,1000})\?=/gi

/** `=?utf-8?B?...?=` as letters; the gap between two such words is none of the text. */
export function headerText(field: string | undefined): string {
  const text = (field ?? '').slice(0, 20_000)
  const joined = text.replace(/\?=\s{1,20}=\?/g, '?==?')
  // Bytes of one letter may lie in two words: those of one charset are decoded together.
  let charset = ''
  let bytes = Buffer.alloc(0)
  let shown = ''
  let end = 0
  const flush = () => {
    if (bytes.length > 0) shown += decodeBytes(bytes, charset)
    bytes = Buffer.alloc(0)
  }
  for (const match of joined.matchAll(WORD)) {
    const [whole, label = '', coding = '', coded = ''] = match
    if (match.index > end || label.toLowerCase() !== charset) flush()
    shown += plainText(joined.slice(end, match.index))
    charset = label.toLowerCase()
    const own = /b/i.test(coding) ? Buffer.from(coded, 'base64') : Buffer.from(quotedWord(coded), 'latin1')
    bytes = Buffer.concat([bytes, own])
    end = match.index + whole.length
  }
  flush()
  return (shown + plainText(joined.slice(end))).replace(/\s+/g, ' ').trim()
}

/** Bytes above ASCII in a head are UTF-8 (RFC 6532). */
function plainText(text: string): string {
  if (/[^\0-\xff]/.test(text)) return text
  return decodeBytes(Buffer.from(text, 'latin1'), 'utf-8')
}

function quotedWord(text: string): string {
  return text
    .replaceAll('_', ' ')
    .replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

export function decodeBytes(bytes: Uint8Array, charset: string | undefined): string {
  return new TextDecoder(knownCharset(charset) ?? 'utf-8').decode(bytes)
}
