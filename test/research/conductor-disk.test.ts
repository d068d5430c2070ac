import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { systemClock } from '../../src/domain/clock.ts'
import { Conductor } from '../../src/research/conductor.ts'
import { createTask } from '../../src/research/tasks.ts'
import { openSmallWeb, type SmallWeb } from './small-web.ts'

const QUERY = 'silverleaf tea blood pressure'

interface Trouble {
  readonly name: string
  readonly message: RegExp
  /** Returns what ends it. */
  begin(web: SmallWeb): () => void
}

const TROUBLES: readonly Trouble[] = [
  {
    name: 'a full disk',
    message: /the disk is full/,
    begin: ({ store }) => {
      store.db.exec('PRAGMA max_page_count = 1')
      for (const size of [3000, 100]) fill(store, size)
      return () => store.db.exec('PRAGMA max_page_count = 1000000')
    },
  },
  {
    name: 'a read-only home',
    message: /the database is read-only/,
    begin: ({ store }) => {
      store.db.exec('PRAGMA query_only = 1')
      return () => store.db.exec('PRAGMA query_only = 0')
    },
  },
  {
    name: 'a database that a backup holds',
    message: /another process holds the database/,
    begin: ({ store }) => {
      store.db.exec('PRAGMA busy_timeout = 20')
      const backup = new DatabaseSync(store.path)
      backup.exec('BEGIN IMMEDIATE')
      return () => {
        backup.exec('ROLLBACK')
        backup.close()
      }
    },
  },
]

/** Pages that are there already can still be written to: use them up. */
function fill(store: SmallWeb['store'], size: number): void {
  try {
    for (;;) store.events.append({ kind: 'filler', data: { text: 'x'.repeat(size) }, causeId: 'cause_filler' })
  } catch {
    // full now
  }
}

function world(t: TestContext, onAsk: (what: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-disk-'))
  const web = openSmallWeb({ path: join(folder, 'lyra.db'), onAsk })
  t.after(async () => {
    await web.conductor.close()
    web.store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return web
}

for (const trouble of TROUBLES) {
  test(`LYRA 6.1: ${trouble.name} during a search is a clear error; afterwards the search finishes and nothing is lost or read twice`, async (t) => {
    let end = () => {}
    let begun = false
    const web: SmallWeb = world(t, async (what) => {
      if (!what.includes('journal') || begun) return
      begun = true
      end = trouble.begin(web)
    })
    const { task_id: taskId } = createTask(web.parts, { query: 'Does silverleaf tea lower blood pressure?' })

    await assert.rejects(web.conductor.search(taskId, QUERY, {}, {}), {
      code: 'STORE_UNAVAILABLE',
      message: trouble.message,
    })
    end()
    const answer = await web.conductor.search(taskId, QUERY, {}, {})

    assert.equal(answer.status, 'satisfied')
    assert.equal(answer.pages_fetched, 3)
    assert.equal(web.store.searches.ofTask(taskId).length, 1)
    assert.equal(web.asked.filter((what) => what.startsWith('engine')).length, 1)
    assert.equal(web.store.db.prepare('SELECT count(*) AS n FROM pages').get()?.n, 3)
  })
}

for (const [name, jump] of [
  ['forward', 3_600_000],
  ['back', -3_600_000],
] as const) {
  test(`LYRA 6.1: a clock that jumps ${name} by an hour during a search costs the task no time and ends nothing`, async (t) => {
    let offset = 0
    const web: SmallWeb = world(t, async (what) => {
      if (what.includes('registry')) offset = jump
    })
    const clock = { ...systemClock, now: () => Date.now() + offset }
    const conductor = new Conductor({ ...web.parts, clock, waiting: clock })
    t.after(() => conductor.close())
    const { task_id: taskId } = createTask(web.parts, {
      query: 'Does silverleaf tea lower blood pressure?',
      budget: { max_seconds: 600 },
    })

    const answer = await conductor.search(taskId, QUERY, {}, {})

    assert.equal(answer.status, 'satisfied')
    assert.equal(answer.pages_fetched, 3)
    assert.equal(answer.budget_remaining.percent, 98)
    assert.equal(web.store.tasks.get(taskId)?.status, 'exploring')
  })
}
