import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { bundleFolder } from '../../src/hub/bundles/bundle-folder.ts'
import type { BundleStore } from '../../src/hub/bundles/bundle-store.ts'
import { s3Bundles } from '../../src/hub/bundles/s3-bucket.ts'
import { readListing } from '../../src/hub/bundles/s3-listing.ts'
import { readS3Place } from '../../src/hub/bundles/s3-place.ts'
import { connectHub, type HubConnection } from '../../src/hub/connection.ts'
import { sweepBundles, whilePublishing } from '../../src/hub/sweep-bundles.ts'
import { folderFor, newHub } from './hub-world.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'
import { NO_S3, startS3 } from './s3-server.ts'

const skip = NO_POSTGRES
const HOUR = 3_600_000
let postgres: Postgres
let hub: HubConnection
let url: string

before(async () => {
  if (skip) return
  postgres = await startPostgres()
  url = await postgres.database()
  hub = await newHub(url)
})
after(async () => {
  if (skip) return
  await hub.close()
  await postgres[Symbol.asyncDispose]()
})

async function putTexts(store: BundleStore, folder: string, texts: readonly string[]): Promise<readonly string[]> {
  const hashes: string[] = []
  for (const text of texts) {
    const path = join(folder, `${text}.zip`)
    writeFileSync(path, text)
    hashes.push((await store.put(path)).sha256)
  }
  return hashes
}

async function nameInTask(id: string, hash: string | undefined): Promise<void> {
  await hub.run('INSERT INTO hub.tasks (id, question, bundle_sha256) VALUES ($1, $1, $2)', [id, hash])
}

function filesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))
}

test('sweep: bundles that no task names and pieces of some go, after a day and when told; all else stays', {
  skip,
}, async (t) => {
  const folder = folderFor(t)
  const root = join(folder, 'bundles')
  const store = bundleFolder(root)
  const [named = '', orphan = '', young = ''] = await putTexts(store, folder, ['named', 'orphan', 'young'])
  await nameInTask('task_named', named)
  const placeOf = (hash: string) => join(root, hash.slice(0, 2), `${hash}.lyra.zip`)
  const piece = `${placeOf(named)}.01234567-89ab-cdef-0123-456789abcdef`
  const strange = join(root, 'notes', 'of-the-owner.txt')
  mkdirSync(dirname(strange))
  for (const path of [piece, strange]) writeFileSync(path, 'x')
  const old = new Date(Date.now() - 25 * HOUR)
  for (const path of [placeOf(named), placeOf(orphan), piece, strange]) utimesSync(path, old, old)
  const sweep = (remove: boolean) => sweepBundles(hub, store, { now: Date.now(), olderThanMs: 24 * HOUR, remove })

  const told = await sweep(false)

  assert.deepEqual(told.found.map(({ sha256: hash }) => hash).sort(), [named, orphan].sort())
  assert.deepEqual([told.removed, told.kept, filesIn(root).length], [false, 2, 5])
  const done = await sweep(true)
  assert.deepEqual([done.removed, done.found.length], [true, 2])
  assert.deepEqual(
    filesIn(root).toSorted(),
    [placeOf(named), placeOf(young), strange].map((path) => path.slice(root.length + 1)).toSorted(),
  )
  assert.equal((await sweep(true)).found.length, 0)
  await assert.rejects(sweepBundles(hub, store, { now: Date.now(), olderThanMs: 1000, remove: true }), {
    code: 'INVALID_PARAMS',
  })
})

test('sweep: what is published while it looks is waited for, and stays', { skip }, async (t) => {
  const folder = folderFor(t)
  const store = bundleFolder(join(folder, 'bundles'))
  const [hash = ''] = await putTexts(store, folder, ['under way'])
  const other = await connectHub(url)
  let swept: Promise<{ found: readonly unknown[] }> | null = null
  await other.transaction(async (sql) => {
    await whilePublishing(sql)
    // Listed and old by the clock of the sweep; named by nobody yet.
    swept = sweepBundles(hub, store, { now: Date.now() + 48 * HOUR, olderThanMs: 24 * HOUR, remove: true })
    const waits = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`
    while ((await other.run(waits)) === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await sql.run('INSERT INTO hub.tasks (id, question, bundle_sha256) VALUES ($1, $1, $2)', ['task_way', hash])
  })
  assert.deepEqual((await (swept as unknown as Promise<{ found: readonly unknown[] }>)).found, [])
  assert.equal(await store.size(hash), 'under way'.length)
  await other.close()
})

test('sweep: a bucket, page by page of its list', { skip: skip || NO_S3 }, async (t) => {
  const folder = folderFor(t)
  await using server = await startS3()
  const place = readS3Place(`s3://${await server.bucket()}/team/a?endpoint=${server.endpoint}`, {})
  const store = s3Bundles(place, { keys: server.keys, now: () => new Date() })
  const [named, ...orphans] = await putTexts(store, folder, ['one', 'two', 'three'])
  await nameInTask('task_bucket', named)
  const sweep = (now: number) => sweepBundles(hub, store, { now, olderThanMs: 24 * HOUR, remove: true })

  assert.equal((await sweep(Date.now())).found.length, 0, 'written just now')
  const { found } = await sweep(Date.now() + 25 * HOUR)

  assert.deepEqual(found.map(({ sha256: hash }) => hash).sort(), [...orphans].sort())
  assert.equal(await store.size(named ?? ''), 3)
  for (const hash of orphans) await assert.rejects(store.size(hash), { details: { storage: 'no_object' } })
  await store.close()
})

test('sweep: a list that goes on names its next page, and one that is cut off is none', () => {
  const object = (key: string) =>
    `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>7</Size></Contents>`
  const xml = `<?xml version="1.0"?><ListBucketResult><IsTruncated>true</IsTruncated>
    ${object('a&amp;lt;b')}${object('c')}<NextContinuationToken>to&amp;ken</NextContinuationToken></ListBucketResult>\n`
  const listing = readListing(xml)
  assert.deepEqual(
    listing?.objects.map(({ key, bytes }) => [key, bytes]),
    [
      ['a&lt;b', 7],
      ['c', 7],
    ],
  )
  assert.equal(listing?.next, 'to&ken')
  assert.equal(readListing(xml.slice(0, -30)), null)
})
