import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { sha256 } from '../domain/ids.ts'
import type { Exchange } from './types.ts'

type Warcio = typeof import('warcio')
type Pairs = [string, string][]

const gzipAsync = promisify(gzip)
/** Below this size, handing the work to a thread costs more than the work. */
const SYNC_BELOW = 64 * 1024

function packed(bytes: Buffer): Promise<Buffer> | Buffer {
  return bytes.length < SYNC_BELOW ? gzipSync(bytes) : gzipAsync(bytes)
}

/** The body is stored decoded, so these headers would be wrong; they are kept under another name. */
const CODING_HEADERS = new Set(['content-encoding', 'transfer-encoding', 'content-length'])

export interface WrittenRecord {
  readonly recordId: string
  /** One or more gzip members, ready to append. */
  readonly bytes: Buffer
  /** What the index says of the first member. */
  readonly entry: {
    readonly url: string
    readonly time: string
    readonly mime: string
    readonly status: number | null
    readonly digest: string
    readonly length: number
  }
}

/** An earlier record that holds the same payload, or that a 304 confirmed. */
export interface RevisitTarget {
  readonly why: 'identical-payload-digest' | 'server-not-modified'
  readonly recordId: string
  readonly url: string
  readonly time: string
  readonly digest: string
}

/**
 * Random and written to every record of a file. A page cannot know it, so when a damaged file is searched for records,
 * bytes of a page that look like one are rejected (see `scanRecords`).
 */
export const SEAL = 'Lyra-Seal'

function recordId(...parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  const hex = hash.digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) & 3]
  const [time, mid, node] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(20, 32)]
  return `<urn:uuid:${time}-${mid}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${node}>`
}

/** Only Set-Cookie may span several lines; elsewhere a line break is header injection. */
function headerPairs(headers: Readonly<Record<string, string>>): Pairs {
  return Object.entries(headers).flatMap(([name, value]) => {
    const lines = name === 'set-cookie' ? value.split('\n') : [value]
    return lines.map((line): [string, string] => [name, line.replace(/[\r\n]+/g, ' ').trim()])
  })
}

type RecordOptions = NonNullable<Parameters<Warcio['WARCRecord']['create']>[0]>

/** One gzip member. Digests come from the platform: warcio's own hashers cost more than the rest of the record. */
async function member(
  warcio: Warcio,
  options: RecordOptions,
  body: Uint8Array,
  revisit?: RevisitTarget['why'],
): Promise<Buffer> {
  const record = warcio.WARCRecord.create({ ...options, warcVersion: 'WARC/1.1' })
  const { headers } = record.warcHeaders
  if (revisit !== undefined) {
    headers.set('WARC-Profile', `http://netpreserve.org/warc/1.1/revisit/${revisit}`)
  }
  const head = record.httpHeaders === null ? '' : `${record.httpHeaders.toString()}\r\n`
  const block = Buffer.concat([Buffer.from(head), body])
  if (revisit === undefined) headers.set('WARC-Payload-Digest', `sha256:${sha256(body)}`)
  headers.set('WARC-Block-Digest', `sha256:${sha256(block)}`)
  headers.set('Content-Length', String(block.length))
  return packed(Buffer.concat([Buffer.from(`${record.warcHeaders.toString()}\r\n`), block, RECORD_END]))
}

const RECORD_END = Buffer.from('\r\n\r\n')

export async function infoRecord(file: string, time: string, software: string, seal: string): Promise<Buffer> {
  const warcio = await import('warcio')
  const record = warcio.WARCRecord.createWARCInfo(
    {
      filename: file,
      date: time,
      warcVersion: 'WARC/1.1',
      warcHeaders: { 'WARC-Record-ID': recordId('warcinfo', file, time), [SEAL]: seal },
    },
    { software, format: 'WARC File Format 1.1' },
  )
  return gzipAsync(await warcio.WARCSerializer.serialize(record, { gzip: false }))
}

/**
 * Response (or revisit), request and, where the route tells something, metadata; the latter two point at the first.
 * `otherRoute`: the record of the same page as another route got it (REQ 4.3.2).
 */
export async function exchangeRecords(
  exchange: Exchange,
  seal: string,
  route: string | null = null,
  earlier: RevisitTarget | null = null,
  otherRoute: string | null = null,
): Promise<WrittenRecord> {
  const warcio = await import('warcio')
  const { url, time } = exchange
  const digest = sha256(exchange.body)
  const type = earlier === null ? 'response' : 'revisit'
  const responseId = recordId(type, exchange.method, url, time, digest)
  const target = new URL(url)
  const kept = Object.fromEntries(
    Object.entries(exchange.responseHeaders).flatMap(([name, value]) => {
      if (!CODING_HEADERS.has(name)) return [[name, value]]
      return name === 'content-length' ? [] : [[`x-orig-${name}`, value]]
    }),
  )
  const response = member(
    warcio,
    {
      type,
      url,
      date: time,
      warcHeaders: { 'WARC-Record-ID': responseId, [SEAL]: seal, ...(earlier === null ? {} : revisitFields(earlier)) },
      ...(earlier === null ? {} : { refersToUrl: earlier.url, refersToDate: earlier.time }),
      statusline: `HTTP/1.1 ${exchange.status} ${exchange.statusText.replace(/[\r\n]+/g, ' ')}`.trimEnd(),
      httpHeaders: [...headerPairs(kept), ['content-length', String(exchange.body.length)]],
    },
    earlier === null ? exchange.body : new Uint8Array(),
    earlier?.why,
  )
  const about = (kind: string) => ({
    'WARC-Record-ID': recordId(kind, exchange.method, url, time, digest),
    'WARC-Concurrent-To': responseId,
    [SEAL]: seal,
  })
  const request = member(
    warcio,
    {
      type: 'request',
      url,
      date: time,
      warcHeaders: about('request'),
      statusline: `${exchange.method} ${target.pathname}${target.search} HTTP/1.1`,
      httpHeaders: headerPairs({ host: target.host, ...exchange.requestHeaders }),
    },
    Buffer.from(exchange.requestBody ?? ''),
  )
  const members = [response, request]
  if (route !== null && (route !== 'http' || otherRoute !== null)) {
    const warcHeaders = { ...about('metadata'), 'Content-Type': 'application/warc-fields' }
    const linked = otherRoute === null ? '' : `lyra-same-page: ${otherRoute}\r\n`
    const fields = Buffer.from(`lyra-route: ${route}\r\n${linked}`)
    members.push(member(warcio, { type: 'metadata', url, date: time, warcHeaders }, fields))
  }
  const mime = earlier === null ? plainType(exchange.responseHeaders['content-type']) : 'warc/revisit'
  const written = await Promise.all(members)
  const length = written[0]?.length ?? 0
  const entry = { url, time, mime, status: exchange.status, digest: `sha256:${digest}`, length }
  return { recordId: responseId, bytes: Buffer.concat(written), entry }
}

function revisitFields(earlier: RevisitTarget): Record<string, string> {
  return { 'WARC-Refers-To': earlier.recordId, 'WARC-Payload-Digest': `sha256:${earlier.digest}` }
}

export function plainType(contentType: string | undefined): string {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() || 'unk'
}

export async function resourceRecord(
  url: string,
  contentType: string,
  body: Uint8Array,
  time: string,
  seal: string,
  about: string | null = null,
): Promise<WrittenRecord> {
  const warcio = await import('warcio')
  const digest = sha256(body)
  const id = recordId('resource', url, time, digest)
  const warcHeaders = {
    'WARC-Record-ID': id,
    [SEAL]: seal,
    'Content-Type': contentType,
    ...(about === null ? {} : { 'WARC-Concurrent-To': about }),
  }
  const bytes = await member(warcio, { type: 'resource', url, date: time, warcHeaders }, body)
  const mime = plainType(contentType)
  const entry = { url, time, mime, status: 200, digest: `sha256:${digest}`, length: bytes.length }
  return { recordId: id, bytes, entry }
}
