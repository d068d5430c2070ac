import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { hostileStatements, leaks, PLANT_SECRETS, SECRET } from '../../bench/sql/hostile-statements.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { openSandbox } from '../../src/store/sandbox/open-sandbox.ts'
import { claim, fragment, page, task, testStore } from './graph-fixture.ts'

/** A seeded sample; `npm run bench -- sql` asks all 5,000. */
test('EXPLORE 4.2.1: none of 400 hostile statements reads a private table, writes or leaves the sandbox', async () => {
  using opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.pages.save(page('page_1'))
  store.fragments.saveAll([fragment('frag_1', 'page_1')])
  store.claims.saveAll([claim('claim_1', 'task_1', 'frag_1')])
  store.db.exec(PLANT_SECRETS)
  // Changes when another connection writes.
  const written = () => store.db.prepare('PRAGMA data_version').get()?.data_version
  const before = { written: written(), files: readdirSync(opened.folder) }
  const sandbox = openSandbox({ dbPath: join(opened.folder, 'lyra.db'), memoryMb: 128, maxAnswerBytes: 20_000 })
  const leaked: string[] = []
  const broken: string[] = []
  let refused = 0
  try {
    for (const sql of hostileStatements(400)) {
      try {
        if (leaks(await sandbox.query(sql, { limit: 200, timeoutMs: 1000 }), sql)) leaked.push(sql)
      } catch (error) {
        refused += 1
        if (!(error instanceof LyraError) || leaks(error.message, sql)) broken.push(`${sql}: ${String(error)}`)
      }
    }
  } finally {
    sandbox.close()
  }

  assert.deepEqual(leaked, [])
  assert.deepEqual(broken, [])
  assert.equal(refused, 400)
  assert.equal(written(), before.written)
  assert.deepEqual(readdirSync(opened.folder), before.files)
  assert.equal(store.db.prepare('SELECT cookies FROM sessions').get()?.cookies, `${SECRET} cookie`)
})

test('the generator is seeded and repeats nothing', () => {
  const once = hostileStatements(400)

  assert.deepEqual(hostileStatements(400), once)
  assert.equal(new Set(once).size, 400)
})
