import { createHash } from 'node:crypto'
import { parseHttp } from './http-block.ts'
import type { WarcRecord } from './scan-records.ts'

/** What a record says of its bytes, and what its bytes say. */
export interface PayloadDigest {
  /** As written in the record; null where it names none. */
  readonly written: string | null
  /** Of the bytes as they lie in the archive now, in the same writing; null where the method is not known. */
  readonly computed: string | null
}

const METHODS: ReadonlySet<string> = new Set(['sha1', 'sha256', 'sha512', 'md5'])
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * `written` of the record that was cited, the bytes of the one that holds them: a revisit names the digest of a payload
 * that lies in another record.
 */
export function payloadDigest(cited: WarcRecord, holder: WarcRecord): PayloadDigest {
  const written = cited.fields.get('warc-payload-digest') ?? cited.fields.get('warc-block-digest') ?? null
  const isOfBlock = written !== null && !cited.fields.has('warc-payload-digest')
  const bytes = isOfBlock ? cited.block : payloadOf(holder)
  const [method = '', value = ''] = (written ?? 'sha256:').split(':', 2)
  const name = method.toLowerCase().replace('-', '')
  if (!METHODS.has(name)) return { written, computed: null }
  const hash = createHash(name).update(bytes).digest()
  const isHex = value === '' || value.length === hash.length * 2
  return { written, computed: `${method}:${isHex ? hash.toString('hex') : base32(hash)}` }
}

function payloadOf({ fields, block }: WarcRecord): Buffer {
  const http = fields.get('warc-type') === 'response' ? parseHttp(block) : null
  return http?.payload ?? block
}

/** As most tools write a SHA-1; 160 bits need no padding. */
function base32(bytes: Buffer): string {
  let [text, held, bits] = ['', 0, 0]
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(held >>> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + BASE32[(held << (5 - bits)) & 31]
}
