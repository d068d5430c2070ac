import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { seedReplayIds } from '../../src/app/replay-ids.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { type IdSource, randomIds } from '../../src/domain/ids.ts'
import { openStore } from '../../src/store/open-store.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'lyra-replay-ids-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** As openLyra does it: the ids of the store follow what was seeded. */
function openHome(t: TestContext, path: string): IdSource {
  let source = randomIds()
  const ids: IdSource = { next: (kind) => source.next(kind) }
  const store = openStore({ path: join(path, 'lyra.db'), clock: systemClock, ids, viewFolders: [], terms: null })
  t.after(() => store.close())
  seedReplayIds(store, (seeded) => {
    source = seeded
  })
  return ids
}

test('REQ 4.6 replay: two empty homes get the same ids, and the same again when they are opened a second time', (t) => {
  const [one, other] = [folder(t), folder(t)]

  const ids = [one, other, one, other].map((path) => openHome(t, path).next('task'))

  assert.equal(ids[0], ids[1])
  assert.equal(ids[2], ids[3])
  assert.equal(new Set(ids).size, 2)
})

test('REQ 4.6 replay: a home that lost the events of a task to a clean-up is opened again with ids of its own', (t) => {
  const home = folder(t)
  const first = openHome(t, home).next('task')
  const store = openStore({
    ...{ path: join(home, 'lyra.db'), clock: systemClock, ids: randomIds(), viewFolders: [], terms: null },
  })
  t.after(() => store.close())
  for (const kind of ['page_read', 'claims_dropped'])
    store.events.append({ kind, taskId: 'task_1', data: {}, causeId: 'cause_1' })
  const second = openHome(t, home).next('task')
  const db = new DatabaseSync(join(home, 'lyra.db'))
  t.after(() => db.close())
  db.exec("DELETE FROM events WHERE task_id = 'task_1'")

  const after = [1, 2, 3].map(() => openHome(t, home).next('task'))

  assert.equal(new Set([first, second, ...after]).size, 5)
})

test('LYRA 6.2: processes that replay into one home at once do not share ids', async (t) => {
  const home = folder(t)
  const lyra = (question: string) =>
    promisify(execFile)(process.execPath, [
      join(ROOT, 'bin', 'lyra'),
      ...['task', 'new', question, '--home', home, '--replay', join(ROOT, 'demo', 'demo-web.warc.gz')],
    ])

  const answers = await Promise.all(['血圧と銀葉茶', 'silverleaf tea safety', 'silverleaf tea trials'].map(lyra))

  const printed = answers.map(({ stdout }) => stdout.split('\n', 1)[0] ?? '')
  assert.equal(new Set(printed).size, 3)
  const db = new DatabaseSync(join(home, 'lyra.db'), { readOnly: true })
  t.after(() => db.close())
  assert.equal(db.prepare('SELECT count(*) AS n FROM tasks').get()?.n, 3)
  assert.equal(db.prepare("SELECT count(*) AS n FROM events WHERE kind = 'replay_opened'").get()?.n, 3)
})
