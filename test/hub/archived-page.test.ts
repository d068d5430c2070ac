import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { archivedPage } from '../../src/hub/archived-page.ts'
import type { BundleStore } from '../../src/hub/bundles/bundle-store.ts'
import { s3Bundles } from '../../src/hub/bundles/s3-bucket.ts'
import { readS3Place } from '../../src/hub/bundles/s3-place.ts'
import { connectHub, type HubConnection } from '../../src/hub/connection.ts'
import { deleteTask } from '../../src/hub/delete-task.ts'
import { addUser } from '../../src/hub/people.ts'
import { publishBundle } from '../../src/hub/publish.ts'
import { pullBundle } from '../../src/hub/pull-bundle.ts'
import { bundleWorld, exportFrom, folderOf, TASK } from '../report/bundle/bundle-world.ts'
import { newHub } from './hub-world.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'
import { NO_S3, type S3Server, startS3 } from './s3-server.ts'

const skip = NO_POSTGRES || NO_S3
let postgres: Postgres
let storage: S3Server
let owner: HubConnection
let bob: HubConnection
let bundles: BundleStore

before(async () => {
  if (skip) return
  ;[postgres, storage] = await Promise.all([startPostgres(), startS3()])
  const url = await postgres.database()
  owner = await newHub(url)
  await addUser(owner, 'ana', 'researcher')
  const { token } = await addUser(owner, 'bob', 'reader')
  bob = await connectHub(postgres.as(url, 'bob', token))
  const place = readS3Place(`s3://${await storage.bucket()}/team?endpoint=${storage.endpoint}`, {})
  bundles = s3Bundles(place, { keys: storage.keys, now: () => new Date() })
})
after(async () => {
  if (skip) return
  await bundles.close()
  await bob.close()
  await owner.close()
  await storage[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()
})

test('the hub: one archived page is read out of object storage, and deletion takes the object with it', {
  skip,
}, async (t) => {
  const folder = folderOf(t)
  using world = await bundleWorld()
  const { file } = await exportFrom(world, join(folder, 'a.lyra.zip'), { withPrivate: true })
  await publishBundle(owner, bundles, file, 'ana')
  const pages = await owner.rows(
    z.object({ id: z.string(), warc_file: z.string(), warc_record_id: z.string(), url: z.string() }),
    'SELECT id, warc_file, warc_record_id, url FROM lyra.pages WHERE warc_record_id IS NOT NULL ORDER BY id',
  )
  assert.ok(pages.length > 0)

  for (const page of pages) {
    const { exchange, digest, cost } = await archivedPage(owner, bundles, page.id)
    assert.equal(exchange.url, page.url)
    assert.ok(exchange.body.length > 0)
    assert.equal(digest.computed, digest.written)
    assert.ok(cost.bytes < 2_000_000 && cost.requests <= 12, JSON.stringify(cost))
  }

  const [page] = pages
  await assert.rejects(archivedPage(bob, bundles, page?.id ?? ''), { code: 'NOT_FOUND' })
  await owner.run(`UPDATE hub.tasks SET manifest_sha256 = repeat('0', 64)`)
  await assert.rejects(archivedPage(owner, bundles, page?.id ?? ''), { code: 'BUNDLE_REJECTED' })
  await pullBundle(owner, bundles, TASK, join(folder, 'pulled.lyra.zip'))

  const [task] = await owner.rows(z.object({ sha: z.string() }), 'SELECT bundle_sha256 AS sha FROM hub.tasks')
  await deleteTask(owner, bundles, TASK)

  await assert.rejects(bundles.size(task?.sha ?? ''), { details: { storage: 'no_object' } })
  const left = await owner.rows(
    z.object({ n: z.number() }),
    `SELECT (SELECT count(*) FROM lyra.pages) + (SELECT count(*) FROM hub.text_terms)
      + (SELECT count(*) FROM hub.searches) AS n`,
  )
  assert.deepEqual(left, [{ n: 0 }])
})
