import { gzipSync } from 'node:zlib'

const MEGABYTE = 1024 * 1024
const GZIP_START = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])

/** WARC files of about `bytes` that want far more work than their size; each by how it does so. */
export const WARC_BOMBS: Readonly<Record<string, (bytes: number) => Buffer>> = {
  /** Members that never end: unpacking starts anew at each. */
  false_members: (bytes) => filled(Buffer.concat([GZIP_START, Buffer.from([0, 5, 0, 250, 255])]), bytes),
  false_names: (bytes) => filled(Buffer.from([0x1f, 0x8b, 8, 8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]), bytes),
  /** Members of nothing, a thousand times larger unpacked. */
  unpacked_members: (bytes) => filled(gzipSync(record('WARC-Type: resource', Buffer.alloc(30 * MEGABYTE))), bytes),
  unpacked_member: (bytes) => gzipSync(Buffer.alloc(1000 * Math.min(bytes, 2 * MEGABYTE))),
  unpacked_records: (bytes) => filled(gzipSync(filled(capture(), 30 * MEGABYTE)), bytes),
  false_checksums: (bytes) => {
    const member = gzipSync(Buffer.alloc(30 * MEGABYTE))
    member[member.length - 8] = (member[member.length - 8] ?? 0) ^ 1
    return filled(member, bytes)
  },
  record_starts: (bytes) => filled(Buffer.from('WARC/1.'), bytes),
  header_flood: (bytes) => Buffer.concat([Buffer.from('WARC/1.0\r\n'), filled(Buffer.from('a: b\r\n'), bytes)]),
  header_floods: (bytes) => filled(Buffer.from(`WARC/1.0\r\n${'a: b\r\n'.repeat(9000)}\r\n`), bytes),
  claimed_lengths: (bytes) => filled(Buffer.from('WARC/1.0\r\nContent-Length: 200000000\r\n\r\n'), bytes),
  empty_records: (bytes) => filled(record('WARC-Type: response', Buffer.alloc(0)), bytes),
  chunks: (bytes) =>
    record(
      'WARC-Type: response\r\nWARC-Target-URI: http://a.example/',
      Buffer.concat([
        Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'),
        filled(Buffer.from('1\r\na\r\n'), bytes),
      ]),
    ),
}

let captures = 0

function capture(): Buffer {
  captures += 1
  const fields = `WARC-Type: response\r\nWARC-Target-URI: http://a.example/${captures}`
  return record(fields, Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))
}

function record(fields: string, block: Buffer): Buffer {
  const head = `WARC/1.0\r\n${fields}\r\nContent-Length: ${block.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), block, Buffer.from('\r\n\r\n')])
}

function filled(piece: Buffer, length: number): Buffer {
  return Buffer.alloc(Math.max(length, piece.length), piece)
}
