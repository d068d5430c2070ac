import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { openRecordReader } from '../../../src/archive/read-record.ts'
import { readZipDirectory } from '../../../src/archive/zip/read-zip.ts'
import { importBundle } from '../../../src/report/bundle/import-bundle.ts'
import { unpackArchive } from '../../../src/report/bundle/unpack-bundle.ts'
import { verifyBundle } from '../../../src/report/bundle/verify-bundle.ts'
import { graphWorld } from '../../research/graph/graph-world.ts'
import { testStore } from '../../store/graph-fixture.ts'
import { bundleWorld, exportFrom, folderOf, PRIVATE_TEXT, SESSION, TASK } from './bundle-world.ts'

function keyPair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

/** A home without any task. */
function emptyHome(folder: string) {
  const opened = testStore()
  const archiveFolder = join(folder, 'archive')
  mkdirSync(archiveFolder)
  return { ...opened, archiveFolder, [Symbol.dispose]: opened[Symbol.dispose] }
}

test('ADR 0029: a bundle holds the task and what it reaches; what a login gave and every cookie stay at home', async (t) => {
  const folder = folderOf(t)
  using world = await bundleWorld()

  const { manifest, file } = await exportFrom(world, join(folder, 'a.lyra.zip'))

  const bundle = await verifyBundle(file, null)
  const warcs = await unpackArchive(bundle, join(folder, 'warcs'))
  const text = warcs.map((name) => gunzipSync(readFileSync(join(folder, 'warcs', name))).toString()).join('')
  assert.deepEqual(
    [manifest.rows.tasks, manifest.rows.pages, manifest.rows.fragments, manifest.rows.claims, manifest.rows.edges],
    [1, 3, 3, 3, 2],
  )
  assert.deepEqual(manifest.privacy, {
    private_pages: 'left out',
    pages: 1,
    rows_left_out: { pages: 1, fragments: 1, claims: 1, edges: 1, search_pages: 1 },
    records_left_out: 4,
    records_left_out_for_secrets: 0,
    records_cleaned: 5,
  })
  assert.deepEqual(manifest.settings, { 'sources.results': 7 })
  assert.deepEqual(manifest.models.stance, ['test-nli'])
  assert.equal(text.includes('シタグリプチン'), true)
  // Of the other task only the record that this one refers to.
  assert.equal(text.includes('https://bmj.com/p3'), true)
  assert.equal(text.includes('https://bmj.com/p3/other'), false)
  for (const secret of [SESSION, PRIVATE_TEXT, 'library.example'])
    assert.equal(`${text}${readFileSync(file, 'latin1')}`.includes(secret), false, secret)
})

test('ADR 0029: private pages come along when they are asked for, and the manifest says so; cookies never', async (t) => {
  const folder = folderOf(t)
  using world = await bundleWorld()

  const { manifest, file } = await exportFrom(world, join(folder, 'a.lyra.zip'), { withPrivate: true })

  assert.deepEqual([manifest.privacy.private_pages, manifest.privacy.pages, manifest.rows.pages], ['included', 1, 4])
  assert.equal(readFileSync(file).includes(PRIVATE_TEXT), true)
  assert.equal(readFileSync(file).includes(SESSION), false)
})

test('ADR 0029: importing adds by content ids, twice adds nothing, and its citations lead to its bytes', async (t) => {
  const folder = folderOf(t)
  using world = await bundleWorld()
  const { file } = await exportFrom(world, join(folder, 'a.lyra.zip'))
  const bundle = await verifyBundle(file, null)
  using home = emptyHome(folder)
  const parts = { store: home.store, ids: world.ids, archiveFolder: home.archiveFolder }

  const dry = await importBundle(parts, bundle, { isolated: false, dryRun: true })
  const before = home.store.tasks.list(10).length
  const first = await importBundle(parts, bundle, { isolated: false, dryRun: false })
  const second = await importBundle(parts, bundle, { isolated: false, dryRun: false })

  const { warc_file: warc, warc_record_id: record } = home.store.pages.get('page_bmj') ?? {}
  const read = await openRecordReader(home.archiveFolder).read(warc ?? '', record ?? '')
  assert.deepEqual([before, dry.added], [0, first.added])
  assert.deepEqual([first.added.claims, first.added.edges, first.files.added.length], [3, 2, 2])
  assert.deepEqual([second.added, second.same, second.conflicts], [{}, first.added, []])
  assert.deepEqual([second.files.added, second.files.same], [[], first.files.added])
  assert.deepEqual(
    home.store.claims.ofTask(TASK),
    world.store.claims.ofTask(TASK).filter(({ id }) => id !== 'claim_library'),
  )
  assert.equal(warc, `${TASK}/${TASK}-shared.warc.gz`)
  assert.match(Buffer.from(read?.body ?? []).toString(), /did not lower HbA1c/)
  assert.equal(read?.responseHeaders['set-cookie'], undefined)
})

test('ADR 0029: what a home has in other words is a conflict by name, and stays; another task of that id is refused', async (t) => {
  const folder = folderOf(t)
  using world = await bundleWorld()
  const { file } = await exportFrom(world, join(folder, 'a.lyra.zip'))
  const bundle = await verifyBundle(file, null)
  using home = emptyHome(folder)
  const parts = { store: home.store, ids: world.ids, archiveFolder: home.archiveFolder }
  await importBundle(parts, bundle, { isolated: false, dryRun: false })
  home.store.claims.setConfidence('claim_nejm', 0.99, [])
  using other = graphWorld()
  other.store.db.exec(`UPDATE tasks SET query = 'Something else' WHERE id = '${TASK}'`)

  const again = await importBundle(parts, bundle, { isolated: false, dryRun: false })

  assert.deepEqual(again.conflicts, [{ table: 'claims', id: 'claim_nejm', columns: ['confidence'] }])
  assert.equal(home.store.claims.get('claim_nejm')?.confidence, 0.99)
  await assert.rejects(importBundle({ ...parts, store: other.store }, bundle, { isolated: false, dryRun: false }), {
    code: 'BUNDLE_REJECTED',
    message: 'This home has another task under the id task_1',
  })
})

test('ADR 0029: an altered bundle is refused, with the member and the bytes', async (t) => {
  const folder = folderOf(t)
  using world = await bundleWorld()
  const { file } = await exportFrom(world, join(folder, 'a.lyra.zip'))
  const entry = (await readZipDirectory(file)).find(({ name }) => name === 'slice.sqlite')
  const bytes = readFileSync(file)
  const place = (entry?.offset ?? 0) + 5000
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
  writeFileSync(file, bytes)
  const last = Math.min(262_143, (entry?.bytes ?? 0) - 1)

  await assert.rejects(verifyBundle(file, null), {
    code: 'BUNDLE_REJECTED',
    message: `The bundle was altered or damaged: slice.sqlite, bytes 0 to ${last}`,
  })
})

test('ADR 0029: a signature names its key; without one, by another key or over another manifest it is refused', async (t) => {
  const folder = folderOf(t)
  using world = await bundleWorld()
  const [alice, mallory] = [keyPair(), keyPair()]
  const signed = await exportFrom(world, join(folder, 'a.lyra.zip'), { signingKeyPem: alice.privateKey })
  const bare = await exportFrom(world, join(folder, 'b.lyra.zip'))
  const altered = join(folder, 'c.lyra.zip')
  writeFileSync(
    altered,
    readFileSync(signed.file).toString('latin1').replace('"lyra_version": "0', '"lyra_version": "9'),
    'latin1',
  )

  const { signer } = await verifyBundle(signed.file, alice.publicKey)

  assert.match(signer?.key_sha256 ?? '', /^[0-9a-f]{64}$/)
  const refused = (why: RegExp) => ({ code: 'BUNDLE_REJECTED', message: why })
  await assert.rejects(verifyBundle(signed.file, mallory.publicKey), refused(/signed by another key/))
  await assert.rejects(verifyBundle(bare.file, alice.publicKey), refused(/it has no signature/))
  await assert.rejects(verifyBundle(altered, null), refused(/does not fit the manifest/))
})

test('a private address that somebody named as a target stays at home, in whichever spelling; the others are told', async (t) => {
  const folder = folderOf(t)
  using world = await bundleWorld()
  const { store } = world
  const [row] = store.searches.ofTask('task_1')
  if (row === undefined) throw new Error('no search')
  const told = { kind: 'url', outcome: 'read', reason: null, page_id: null, cause_id: 'cause_test' } as const
  const targets = ['http://10.20.30.40', 'https://open.example/paper']
  store.searches.update({ ...row, options: { ...row.options, targets } })
  store.searches.saveTargets(
    targets.map((given, position) => ({ ...told, query_id: row.id, position, given, value: given, url: given })),
  )

  const { manifest, file } = await exportFrom(world, join(folder, 'a.lyra.zip'))

  const bytes = readFileSync(file, 'latin1')
  assert.deepEqual([bytes.includes('10.20.30.40'), bytes.includes('https://open.example/paper')], [false, true])
  assert.equal(manifest.rows.search_targets, 1)
})
