import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sha256 } from '../domain/ids.ts'
import type { Exchange } from './types.ts'

type Warcio = typeof import('warcio')
type Pairs = [string, string][]

const gzipAsync = promisify(gzip)
/** The body is stored decoded, so these no longer hold. */
const CODING_HEADERS = new Set(['content-encoding', 'transfer-encoding', 'content-length'])

export interface WrittenRecord {
  readonly recordId: string
  /** One or more gzip members, ready to append. */
  readonly bytes: Buffer
}

function recordId(...parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  const hex = hash.digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) & 3]
  return `<urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}>`
}

/** Set-Cookie alone may stand on several lines; everywhere else a line break is an injection. */
function headerPairs(headers: Readonly<Record<string, string>>): Pairs {
  return Object.entries(headers).flatMap(([name, value]) => {
    const lines = name === 'set-cookie' ? value.split('\n') : [value]
    return lines.map((line): [string, string] => [name, line.replace(/[\r\n]+/g, ' ').trim()])
  })
}

type RecordOptions = NonNullable<Parameters<Warcio['WARCRecord']['create']>[0]>

async function member(warcio: Warcio, options: RecordOptions, body: Uint8Array): Promise<Buffer> {
  const record = warcio.WARCRecord.create({ ...options, warcVersion: 'WARC/1.1' }, [body])
  return gzipAsync(await warcio.WARCSerializer.serialize(record, { gzip: false }))
}

export async function infoRecord(file: string, time: string, software: string): Promise<Buffer> {
  const warcio = await import('warcio')
  const record = warcio.WARCRecord.createWARCInfo(
    {
      filename: file,
      date: time,
      warcVersion: 'WARC/1.1',
      warcHeaders: { 'WARC-Record-ID': recordId('warcinfo', file, time) },
    },
    { software, format: 'WARC File Format 1.1' },
  )
  return gzipAsync(await warcio.WARCSerializer.serialize(record, { gzip: false }))
}

/** Response and request, in this order, the request pointing at its response. */
export async function exchangeRecords(exchange: Exchange): Promise<WrittenRecord> {
  const warcio = await import('warcio')
  const { url, time } = exchange
  const digest = sha256(exchange.body)
  const responseId = recordId('response', exchange.method, url, time, digest)
  const target = new URL(url)
  const kept = Object.fromEntries(
    Object.entries(exchange.responseHeaders).filter(([name]) => !CODING_HEADERS.has(name)),
  )
  const response = await member(
    warcio,
    {
      type: 'response',
      url,
      date: time,
      warcHeaders: { 'WARC-Record-ID': responseId },
      statusline: `HTTP/1.1 ${exchange.status} ${exchange.statusText.replace(/[\r\n]+/g, ' ')}`.trimEnd(),
      httpHeaders: [...headerPairs(kept), ['content-length', String(exchange.body.length)]],
    },
    exchange.body,
  )
  const request = await member(
    warcio,
    {
      type: 'request',
      url,
      date: time,
      warcHeaders: {
        'WARC-Record-ID': recordId('request', exchange.method, url, time, digest),
        'WARC-Concurrent-To': responseId,
      },
      statusline: `${exchange.method} ${target.pathname}${target.search} HTTP/1.1`,
      httpHeaders: headerPairs({ host: target.host, ...exchange.requestHeaders }),
    },
    Buffer.from(exchange.requestBody ?? ''),
  )
  return { recordId: responseId, bytes: Buffer.concat([response, request]) }
}

export async function resourceRecord(
  url: string,
  contentType: string,
  body: Uint8Array,
  time: string,
): Promise<WrittenRecord> {
  const warcio = await import('warcio')
  const id = recordId('resource', url, time, sha256(body))
  const warcHeaders = { 'WARC-Record-ID': id, 'Content-Type': contentType }
  const bytes = await member(warcio, { type: 'resource', url, date: time, warcHeaders }, body)
  return { recordId: id, bytes }
}
