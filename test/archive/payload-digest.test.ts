import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { payloadDigest } from '../../src/archive/payload-digest.ts'

const RECORD = (digest: string | null) => ({
  location: { offset: 0, length: 0, start: 0, end: 0 },
  fields: new Map([['warc-type', 'response'], ...(digest === null ? [] : [['warc-payload-digest', digest] as const])]),
  block: Buffer.from('HTTP/1.1 200 OK\r\n\r\nhello'),
})

test('a digest is computed in the writing of the record: hexadecimal, or base32 as most tools write SHA-1', () => {
  const hex = createHash('sha256').update('hello').digest('hex')
  const record = RECORD(`sha256:${hex}`)
  assert.equal(payloadDigest(record, record).computed, `sha256:${hex}`)
  const other = RECORD('sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N')
  assert.equal(payloadDigest(other, other).computed, 'sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N')
})

test('a digest that is not known cannot be computed, and a record without one names none', () => {
  const unknown = RECORD('blake9:00')
  assert.deepEqual(payloadDigest(unknown, unknown), { written: 'blake9:00', computed: null })
  const none = RECORD(null)
  assert.equal(payloadDigest(none, none).written, null)
})
