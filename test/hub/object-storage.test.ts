import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sha256 } from '../../src/domain/ids.ts'
import type { BundleStore } from '../../src/hub/bundles/bundle-store.ts'
import { s3Bundles } from '../../src/hub/bundles/s3-bucket.ts'
import { readS3Place, s3KeysOf } from '../../src/hub/bundles/s3-place.ts'
import { signV4 } from '../../src/hub/bundles/sign-v4.ts'
import { configuredHost } from '../../src/net/configured-host.ts'
import { folderFor } from './hub-world.ts'
import { NO_S3, type S3Server, startS3 } from './s3-server.ts'

const skip = NO_S3
let server: S3Server
let bucket: string
const opened: BundleStore[] = []

before(async () => {
  if (skip) return
  server = await startS3()
  bucket = await server.bucket()
})

after(async () => {
  for (const store of opened) await store.close()
  if (!skip) await server[Symbol.asyncDispose]()
})

function storeAt(change: { bucket?: string; keys?: { accessKey: string; secretKey: string } } = {}): BundleStore {
  const place = readS3Place(`s3://${change.bucket ?? bucket}/team/a?endpoint=${server.endpoint}`, {})
  const store = s3Bundles(place, { keys: change.keys ?? server.keys, now: () => new Date() })
  opened.push(store)
  return store
}

function fileWith(bytes: Buffer, t: { after(work: () => void): void }): string {
  const path = join(folderFor(t), 'bundle')
  writeFileSync(path, bytes)
  return path
}

test('object storage: a bundle is put, found, read in part and as a whole, and removed', { skip }, async (t) => {
  const bytes = randomBytes(700_000)
  const store = storeAt()
  const path = fileWith(bytes, t)
  const { sha256: hash, bytes: length } = await store.put(path)
  assert.deepEqual([hash, length], [sha256(bytes), bytes.length])
  assert.deepEqual(await store.put(path), { sha256: hash, bytes: length }, 'twice is once')
  assert.equal(await store.size(hash), bytes.length)
  assert.deepEqual(await store.range(hash, 299_990, 25), bytes.subarray(299_990, 300_015))
  const copy = `${path}.copy`
  await store.get(hash, copy)
  assert.equal(sha256(readFileSync(copy)), hash)
  await store.remove(hash)
  await store.remove(hash)
  await assert.rejects(store.get(hash, `${path}.gone`), { code: 'HUB_UNAVAILABLE', details: { storage: 'no_object' } })
  await assert.rejects(store.size(hash), { details: { storage: 'no_object' } })
})

test('object storage: a wrong key, a missing bucket and a range beyond the end are errors of their own', {
  skip,
}, async (t) => {
  const path = fileWith(Buffer.from('a bundle'), t)
  const wrongKey = storeAt({ keys: { accessKey: 'test:tester', secretKey: 'guessed' } })
  await assert.rejects(wrongKey.put(path), { code: 'HUB_REFUSED', details: { storage: 'bad_key' } })
  const noBucket = storeAt({ bucket: 'not-there' })
  await assert.rejects(noBucket.put(path), { code: 'INVALID_CONFIG', details: { storage: 'no_bucket' } })
  const store = storeAt()
  const { sha256: hash } = await store.put(path)
  await assert.rejects(store.range(hash, 4, 100), { code: 'HUB_UNAVAILABLE', details: { storage: 'truncated' } })
  await assert.rejects(store.range(hash, 1000, 5), { details: { storage: 'truncated' } })
})

test('object storage: an object with other bytes under the name of a bundle is refused, and leaves no file', {
  skip,
}, async (t) => {
  const store = storeAt()
  const [right, wrong] = [Buffer.from('right bytes'), Buffer.from('wrong bytes')]
  const path = fileWith(right, t)
  const hash = sha256(right)
  await putRaw(hash, wrong)
  const copy = `${path}.copy`
  await assert.rejects(store.get(hash, copy), { code: 'BUNDLE_REJECTED', details: { storage: 'wrong_hash' } })
  assert.equal(existsSync(copy), false)
})

async function putRaw(hash: string, bytes: Buffer): Promise<void> {
  const url = new URL(`/${bucket}/team/a/${hash.slice(0, 2)}/${hash}.lyra.zip`, server.endpoint)
  const request = { method: 'PUT', url, headers: { 'content-length': String(bytes.length) }, bodySha256: sha256(bytes) }
  const headers = signV4(request, server.keys, { region: 'us-east-1', at: new Date() })
  const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })
  assert.equal(answer.status, 200)
}

/** What a store may do that Swift does not. */
async function badServer(answer: (method: string) => { status: number; said?: number; body: string }): Promise<Server> {
  const listening = createServer((request, response) => {
    const { status, said, body } = answer(request.method ?? '')
    response.writeHead(status, said === undefined ? {} : { 'content-length': said })
    response.write(body)
    response.socket?.end()
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return listening
}

test('object storage: an answer that breaks off is told as one, and its file is gone', async (t) => {
  const listening = await badServer(() => ({ status: 200, said: 5000, body: 'only this' }))
  t.after(() => listening.close())
  const { port } = listening.address() as { port: number }
  const place = readS3Place(`s3://bucket?endpoint=http://127.0.0.1:${port}`, {})
  const store = s3Bundles(place, { keys: { accessKey: 'a', secretKey: 'b' }, now: () => new Date() })
  t.after(() => store.close())
  const copy = join(folderFor(t), 'copy')
  await assert.rejects(store.get('ab'.repeat(32), copy), {
    code: 'HUB_UNAVAILABLE',
    details: { storage: 'truncated' },
  })
  assert.equal(existsSync(copy), false)
})

test('object storage: away, it is told as away, for a worker that waits', async (t) => {
  const place = readS3Place('s3://bucket?endpoint=http://127.0.0.1:9', {})
  const store = s3Bundles(place, { keys: { accessKey: 'a', secretKey: 'b' }, now: () => new Date() })
  t.after(() => store.close())
  await assert.rejects(store.size('ab'.repeat(32)), { code: 'HUB_UNAVAILABLE', details: { storage: 'unreachable' } })
})

test('L1: the door to a configured host opens to that host and port, and to no other', async (t) => {
  const named = configuredHost('http://storage.example:9000', async () => [{ address: '10.1.2.3', family: 4 }])
  t.after(() => named.close())
  const ask = (url: string) => named.send({ method: 'GET', url, headers: {}, silenceMs: 1000 })
  for (const url of ['http://storage.example:9001/', 'http://127.0.0.1:9000/', 'http://other.example:9000/'])
    assert.deepEqual(await ask(url), { ok: false, reason: 'http://storage.example:9000 alone may be asked' }, url)
})

test('object storage: an address is a bucket, a prefix, an endpoint and a region, and holds no key', () => {
  assert.deepEqual(readS3Place('s3://lyra-bundles/team/a?endpoint=https://s.example:9000&region=eu-west-1', {}), {
    ...{ bucket: 'lyra-bundles', prefix: ['team', 'a'], endpoint: 'https://s.example:9000', region: 'eu-west-1' },
  })
  assert.equal(readS3Place('s3://lyra', {}).endpoint, 'https://s3.us-east-1.amazonaws.com')
  assert.equal(readS3Place('s3://lyra', { AWS_ENDPOINT_URL_S3: 'http://here:9000' }).endpoint, 'http://here:9000')
  for (const wrong of [
    's3://',
    's3://Up',
    's3://a:b@lyra',
    's3://lyra?key=1',
    's3://lyra/../x y',
    's3://lyra?region=A',
  ])
    assert.throws(() => readS3Place(wrong, {}), { code: 'INVALID_PARAMS' }, wrong)
  assert.throws(() => s3KeysOf({}), { code: 'INVALID_CONFIG' })
})

test('signature version 4: the example of the documentation of Amazon S3 (GET with a range)', () => {
  const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt')
  const keys = { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
  const bodySha256 = sha256('')
  const signed = signV4({ method: 'GET', url, headers: { range: 'bytes=0-9' }, bodySha256 }, keys, {
    region: 'us-east-1',
    at: new Date('2013-05-24T00:00:00Z'),
  })
  assert.match(
    signed.authorization ?? '',
    /Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/,
  )
})
