import { decodeContent } from './content-coding.ts'
import { mostUnpacked } from './gzip-member.ts'
import type { WarcRecord } from './scan-records.ts'
import type { Exchange } from './types.ts'

export interface HttpBlock {
  readonly startLine: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Buffer
}

/** No server sends a longer head, and what comes after it is not read as one. */
const MAX_HEAD = 256 * 1024

/** The HTTP message inside a record's block; null when it is none. */
export function parseHttp(block: Buffer): HttpBlock | null {
  let headEnd = block.subarray(0, MAX_HEAD).indexOf('\r\n\r\n')
  let payloadAt = headEnd + 4
  if (headEnd === -1) {
    if (block.length > MAX_HEAD) return null
    headEnd = block.length
    payloadAt = block.length
  }
  const [startLine = '', ...lines] = block.toString('utf8', 0, headEnd).split('\r\n')
  if (!/^HTTP\/\d|^[A-Z]+ \S+ HTTP\/\d/.test(startLine)) return null
  return { startLine, headers: headersOf(lines), payload: block.subarray(payloadAt) }
}

function headersOf(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    const value = line.slice(colon + 1).trim()
    const before = headers[name]
    headers[name] = before === undefined ? value : `${before}${name === 'set-cookie' ? '\n' : ', '}${value}`
  }
  return headers
}

/** Takes the chunks apart; a body that only claims to be chunked is given back as it is. */
export function dechunk(payload: Buffer): Buffer {
  const body = Buffer.allocUnsafe(payload.length)
  let length = 0
  for (let at = 0; at < payload.length; ) {
    const lineEnd = payload.indexOf(LINE_END, at)
    const size = lineEnd === -1 ? null : chunkSize(payload, at, lineEnd)
    if (size === null) return at === 0 ? payload : body.subarray(0, length)
    if (size === 0) break
    length += payload.copy(body, length, lineEnd + 2, lineEnd + 2 + size)
    at = lineEnd + 2 + size + 2
  }
  return body.subarray(0, length)
}

const LINE_END = Buffer.from('\r\n')
const [SPACE, SEMICOLON] = [32, 59]
const LARGEST_CHUNK = 0xffff_ffff

/**
 * The hexadecimal size that a chunk's line begins with, as in `1a3 ;name=value`; byte by byte, as chunks may be tiny.
 */
function chunkSize(payload: Buffer, from: number, to: number): number | null {
  let size: number | null = null
  let at = from
  for (; at < to; at += 1) {
    const byte = payload[at] ?? 0
    const digit = byte < 58 ? byte - 48 : (byte | 32) - 87
    if (digit < 0 || digit > 15 || (byte >= 58 && digit < 10)) break
    size = (size ?? 0) * 16 + digit
    if (size > LARGEST_CHUNK) return null
  }
  while (at < to && payload[at] === SPACE) at += 1
  return at === to || payload[at] === SEMICOLON ? size : null
}

/** Where the payload of a revisit record is to be found, in the words of the record. */
export interface RevisitReference {
  readonly recordId: string | null
  readonly url: string | null
  readonly time: string | null
  readonly digest: string | null
}

export function referenceOf(record: WarcRecord): RevisitReference {
  const field = (name: string) => record.fields.get(name) ?? null
  return {
    recordId: field('warc-refers-to'),
    url: field('warc-refers-to-target-uri') ?? targetOf(record),
    time: field('warc-refers-to-date'),
    digest: field('warc-payload-digest'),
  }
}

type Follow = (reference: RevisitReference) => Promise<WarcRecord | null>

/** The answer's own head with the payload it refers to; the referred record's head where the revisit has none. */
async function revisited(record: WarcRecord, method: string, follow: Follow): Promise<Exchange | null> {
  const referred = await follow(referenceOf(record))
  const whole = referred === null ? null : await toExchange(referred, method)
  if (whole === null) return null
  const url = targetOf(record) ?? whole.url
  const time = record.fields.get('warc-date') ?? whole.time
  const http = parseHttp(record.block)
  if (http === null || statusOf(http.startLine).status === 304) return { ...whole, url, time }
  const { 'transfer-encoding': _transfer, 'content-encoding': _coding, ...headers } = http.headers
  const responseHeaders = { ...headers, 'content-length': String(whole.body.length) }
  return { ...whole, ...statusOf(http.startLine), url, time, responseHeaders }
}

function statusOf(startLine: string): { status: number; statusText: string } {
  const [, status = '0', statusText = ''] = /^\S+ (\d{3}) ?(.*)$/.exec(startLine) ?? []
  return { status: Number(status), statusText }
}

/** A response, revisit or resource record as an exchange, its body decoded; null for records that are none of these. */
export async function toExchange(record: WarcRecord, method: string, follow?: Follow): Promise<Exchange | null> {
  const url = targetOf(record)
  const time = record.fields.get('warc-date') ?? ''
  const type = record.fields.get('warc-type')
  if (url === null) return null
  if (type === 'revisit') return follow === undefined ? null : revisited(record, method, follow)
  if (type === 'resource') {
    const contentType = record.fields.get('content-type') ?? 'application/octet-stream'
    const responseHeaders = { 'content-type': contentType }
    const answer = { status: 200, statusText: 'OK', responseHeaders, body: record.block }
    return { url, method: 'GET', requestHeaders: {}, time, ...answer }
  }
  const http = type === 'response' ? parseHttp(record.block) : null
  if (http === null) return null
  const { 'transfer-encoding': transfer = '', 'content-encoding': coding = '', ...headers } = http.headers
  const payload = /chunked/i.test(transfer) ? dechunk(http.payload) : http.payload
  const decoded = await decodeContent(payload, coding, mostUnpacked(payload.length))
  const body = decoded.ok ? decoded.body : payload
  const responseHeaders = { ...headers, 'content-length': String(body.length) }
  return { url, method, requestHeaders: {}, ...statusOf(http.startLine), responseHeaders, body, time }
}

export function targetOf(record: WarcRecord): string | null {
  // wget writes <...> around it.
  return record.fields.get('warc-target-uri')?.replace(/^<(.*)>$/, '$1') ?? null
}
