import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { createTask } from '../../src/research/tasks.ts'
import { openSmallWeb } from './small-web.ts'

const WORKER = join(import.meta.dirname, 'resuming-process.ts')
const TASKS = 5
const SEARCHES_EACH = 4

/** Twenty searches that a dead process left open. */
async function leftHome(t: TestContext): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-two-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'lyra.db')
  const dead = openSmallWeb({ path, owner: 'elsewhere/1/1', onAsk: () => new Promise(() => {}) })
  for (let task = 0; task < TASKS; task += 1) {
    const { task_id: id } = createTask(dead.parts, { query: `question ${task}` })
    for (let search = 0; search < SEARCHES_EACH; search += 1)
      await dead.conductor.search(id, `silverleaf tea aspect ${task} ${search}`, { wait_seconds: 0 }, {})
  }
  dead.store.db.exec("UPDATE jobs SET lease_until = '2020-01-01T00:00:00.000Z'")
  // Nothing of the dead process may reach the store any more, not even a release at its end.
  dead.store.close()
  return path
}

test('LYRA 6.2: two processes on one home, 20 searches left open: each is done once', async (t) => {
  const path = await leftHome(t)

  const workers = [0, 1].map(() => spawn(process.execPath, [WORKER, path]))
  await Promise.all(workers.map((worker) => once(worker.stderr, 'data')))
  for (const worker of workers) worker.stdin.end('go\n')

  const asked = await Promise.all(workers.map(async ({ stdout }) => JSON.parse(await text(stdout)) as string[]))

  const engines = asked.flat().filter((what) => what.startsWith('engine'))
  const pages = asked.flat().filter((what) => what.startsWith('page'))
  assert.equal(engines.length, 20)
  assert.equal(new Set(engines).size, 20)
  assert.equal(pages.length, 60)
  assert.equal(new Set(pages).size, 60)
  const web = openSmallWeb({ path })
  t.after(() => web.store.close())
  assert.deepEqual(
    { ...web.store.db.prepare('SELECT state, count(*) AS n FROM jobs GROUP BY state').get() },
    { state: 'done', n: 20 },
  )
  assert.equal(web.store.db.prepare("SELECT count(*) AS n FROM queries WHERE status = 'satisfied'").get()?.n, 20)
})
