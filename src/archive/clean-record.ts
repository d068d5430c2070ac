import { sha256 } from '../domain/ids.ts'
import type { ParsedRecord } from './parse-record.ts'

/** Headers that let whoever has them act as the person who sent them (REQ 4.4.1 L8). */
const CREDENTIAL =
  /^(?:(?:set-)?cookie2?|(?:proxy-)?authorization|.{0,40}(?:api-?key|token|secret|session-?id).{0,40})$/iu
const HTTP_TYPES = ['response', 'request', 'revisit']
/** No server sends a longer head; `parseHttp` reads no further either. */
const LONGEST_HEAD = 256 * 1024

/** The record without cookies and credentials in its HTTP head; null where there are none and it stays as it is. */
export function withoutCredentialHeaders(record: ParsedRecord): ParsedRecord | null {
  const { fields, block } = record
  if (!HTTP_TYPES.includes(fields.get('warc-type') ?? '')) return null
  const inHead = block.subarray(0, LONGEST_HEAD).indexOf('\r\n\r\n')
  const headEnd = inHead === -1 ? Math.min(block.length, LONGEST_HEAD) : inHead
  const lines = block.toString('latin1', 0, headEnd).split('\r\n')
  const kept = lines.filter((line) => !CREDENTIAL.test(line.slice(0, Math.max(0, line.indexOf(':'))).trim()))
  if (kept.length === lines.length) return null
  const cleaned = Buffer.concat([Buffer.from(kept.join('\r\n'), 'latin1'), block.subarray(headEnd)])
  const changed = new Map(fields)
  changed.set('content-length', String(cleaned.length))
  if (fields.has('warc-block-digest')) changed.set('warc-block-digest', `sha256:${sha256(cleaned)}`)
  return { fields: changed, block: cleaned }
}

/** As bytes of a WARC file, not compressed. */
export function recordBytes({ fields, block }: ParsedRecord): Buffer {
  const lines = [...fields].map(([name, value]) => `${fieldName(name)}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`WARC/1.1\r\n${lines.join('')}\r\n`), block, Buffer.from('\r\n\r\n')])
}

const CAPITALS: Readonly<Record<string, string>> = { warc: 'WARC', id: 'ID', uri: 'URI', ip: 'IP' }

/** `warc-target-uri` as tools write it: WARC-Target-URI. */
function fieldName(name: string): string {
  const words = name.split('-').map((word) => CAPITALS[word] ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
  return words.join('-')
}
