import { createHash } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Capture } from './capture.ts'

const FIRST_SECOND = Date.parse('2026-01-15T09:00:00Z')

/** WARC/1.1, one gzip member a record; dates count up from a fixed second and ids come from the content. */
export function writeWarc(captures: readonly Capture[]): Uint8Array {
  const info = record(
    {
      'WARC-Type': 'warcinfo',
      'WARC-Date': dateAt(0),
      'WARC-Filename': 'demo-web.warc.gz',
      'Content-Type': 'application/warc-fields',
    },
    Buffer.from(
      'software: lyra scripts/pack-demo.ts\r\nformat: WARC File Format 1.1\r\ndescription: fictional demo web\r\n',
    ),
  )
  return Buffer.concat([info, ...captures.map((capture, index) => responseRecord(capture, index + 1))])
}

function responseRecord(capture: Capture, second: number): Buffer {
  const headers = { ...capture.headers, 'content-length': String(capture.body.length) }
  const head = [
    `HTTP/1.1 ${capture.status} ${STATUS_CODES[capture.status] ?? ''}`.trimEnd(),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n')
  return record(
    {
      'WARC-Type': 'response',
      'WARC-Target-URI': capture.url,
      'WARC-Date': dateAt(second),
      'WARC-Payload-Digest': `sha256:${sha256(capture.body)}`,
      'Content-Type': 'application/http; msgtype=response',
    },
    Buffer.concat([Buffer.from(`${head}\r\n\r\n`), capture.body]),
  )
}

function record(fields: Readonly<Record<string, string>>, block: Buffer): Buffer {
  const all = {
    'WARC-Record-ID': `<urn:uuid:${uuid(`${JSON.stringify(fields)} ${sha256(block)}`)}>`,
    ...fields,
    'WARC-Block-Digest': `sha256:${sha256(block)}`,
    'Content-Length': String(block.length),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const bytes = Buffer.concat([
    Buffer.from(`WARC/1.1\r\n${lines.join('\r\n')}\r\n\r\n`),
    block,
    Buffer.from('\r\n\r\n'),
  ])
  const member = gzipSync(bytes, { level: 9 })
  // Byte 9 of the gzip header names the operating system; 255 is "unknown".
  member[9] = 255
  return member
}

function dateAt(second: number): string {
  return new Date(FIRST_SECOND + second * 1000).toISOString().replace('.000Z', 'Z')
}

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function uuid(text: string): string {
  const hex = sha256(text)
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
