import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { LyraError } from '../../src/domain/errors.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createTask, stopRequest } from '../../src/research/tasks.ts'
import { openSmallWeb, type SmallWebOptions } from './small-web.ts'

const QUERY = 'silverleaf tea blood pressure'
const NOBODY = 'elsewhere/1/1'

function world(t: TestContext, options: Partial<SmallWebOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-conductor-'))
  const path = options.path ?? join(folder, 'lyra.db')
  const web = openSmallWeb({ path, ...options })
  t.after(async () => {
    await web.conductor.close()
    web.store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { ...web, path }
}

const newTask = (web: ReturnType<typeof world>, budget = {}) =>
  createTask(web.parts, { query: 'Does silverleaf tea lower blood pressure?', budget }).task_id

test('REQ 3.1.7: a search runs to its end; its job is done and keeps no stages', async (t) => {
  const web = world(t)
  const taskId = newTask(web)

  const answer = await web.conductor.search(taskId, QUERY, {}, {})

  assert.equal(answer.status, 'satisfied')
  assert.equal(answer.pages_fetched, 3)
  assert.deepEqual(web.asked, [
    `engine ${QUERY}`,
    'page https://clinic.example/silverleaf-tea-blood-pressure',
    'page https://registry.example/silverleaf-tea-blood-pressure',
    'page https://journal.example/silverleaf-tea-blood-pressure',
  ])
  const [job] = web.store.db.prepare('SELECT state, payload, lease_owner FROM jobs').all()
  assert.deepEqual(
    { ...job },
    {
      state: 'done',
      payload: JSON.stringify({ search_id: answer.search_id, replay: '', pages: 15, out_of_budget: false }),
      lease_owner: null,
    },
  )
  assert.equal(web.store.db.prepare('SELECT count(*) AS n FROM finished_stages').get()?.n, 0)
})

test('REQ 3.2.1: past wait_seconds the answer is "running"; the work goes on and the same call meets it again', async (t) => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const web = world(t, { onAsk: async (what) => (what.startsWith('page') ? gate : undefined) })
  const taskId = newTask(web)

  const early = await web.conductor.search(taskId, QUERY, { wait_seconds: 0.05 }, {})
  open()
  const late = await web.conductor.search(taskId, QUERY, { wait_seconds: 30 }, {})

  assert.equal(early.status, 'running')
  assert.equal(late.status, 'satisfied')
  assert.equal(late.search_id, early.search_id)
  assert.equal(web.store.searches.ofTask(taskId).length, 1)
})

test('LYRA 6.3: a client that goes away stops waiting; the search goes on', async (t) => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const web = world(t, { onAsk: async (what) => (what.startsWith('page') ? gate : undefined) })
  const taskId = newTask(web)
  const client = new AbortController()
  const call = web.conductor.search(taskId, QUERY, {}, { signal: client.signal })
  client.abort()

  await assert.rejects(call, { code: 'CANCELLED' })
  open()
  await web.conductor.settle(taskId)

  assert.equal(web.store.searches.ofTask(taskId)[0]?.status, 'satisfied')
})

test('REQ 3.2.2: a person who interrupts ends the search', async (t) => {
  const web = world(t, {
    onAsk: (what, signal) =>
      what.startsWith('page')
        ? new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve(),
  })
  const taskId = newTask(web)
  const person = new AbortController()
  setTimeout(() => person.abort(new LyraError('CANCELLED', 'Interrupted')), 30)

  await assert.rejects(web.conductor.search(taskId, QUERY, {}, { signal: person.signal }), { code: 'CANCELLED' })

  const [row] = web.store.searches.ofTask(taskId)
  assert.equal(row?.status, 'exhausted')
  assert.equal(row?.error, 'CANCELLED')
  assert.equal(web.store.db.prepare('SELECT state FROM jobs').get()?.state, 'cancelled')
})

test('LYRA 6.1: what a dead process left is finished by the next; what was read is not read again', async (t) => {
  const first = world(t, {
    owner: NOBODY,
    onAsk: (what) => (what.includes('journal') ? new Promise(() => {}) : Promise.resolve()),
  })
  const taskId = newTask(first)
  const left = await first.conductor.search(taskId, QUERY, { wait_seconds: 0.3 }, {})
  // Its holder is of another machine and its lease is over: nobody knows of it, so it counts as dead.
  first.store.db.exec("UPDATE jobs SET lease_until = '2020-01-01T00:00:00.000Z'")
  const second = world(t, { path: first.path })

  const resumed = second.conductor.resume()
  await second.conductor.settle(taskId)

  assert.equal(resumed, 1)
  assert.deepEqual(second.asked, ['page https://journal.example/silverleaf-tea-blood-pressure'])
  const row = second.store.searches.get(left.search_id)
  assert.equal(row?.status, 'satisfied')
  assert.equal(row?.pages_fetched, 3)
  assert.equal(row?.independent_sources, 3)
})

test('LYRA 6.2: a lease that lives elsewhere is left alone', async (t) => {
  const first = world(t, { owner: NOBODY, onAsk: () => new Promise(() => {}) })
  const taskId = newTask(first)
  await first.conductor.search(taskId, QUERY, { wait_seconds: 0.05 }, {})
  const second = world(t, { path: first.path })

  assert.equal(second.conductor.resume(), 0)
})

test('LYRA 4.2: a replayed search does not go on against the live web', async (t) => {
  const replayed = { ...defaultSettings, replay: 'demo.warc.gz' }
  const first = world(t, { owner: NOBODY, settings: replayed, onAsk: () => new Promise(() => {}) })
  const taskId = newTask(first)
  await first.conductor.search(taskId, QUERY, { wait_seconds: 0.05 }, {})
  first.store.db.exec("UPDATE jobs SET lease_until = '2020-01-01T00:00:00.000Z'")

  assert.equal(world(t, { path: first.path }).conductor.resume(), 0)
  assert.equal(world(t, { path: first.path, settings: replayed }).conductor.resume(), 1)
})

test('LYRA 6.2: a process whose lease was taken over stops and changes nothing', async (t) => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const web = world(t, { onAsk: async (what) => (what.startsWith('page') ? gate : undefined) })
  const taskId = newTask(web)
  const call = web.conductor.search(taskId, QUERY, {}, {})
  await new Promise((resolve) => setTimeout(resolve, 30))
  web.store.db.exec("UPDATE jobs SET lease_owner = 'elsewhere/2/2'")
  open()

  await assert.rejects(call, { code: 'CANCELLED', message: /belongs to another process now$/ })

  assert.equal(web.store.searches.ofTask(taskId)[0]?.status, 'running')
  assert.equal(web.store.db.prepare('SELECT lease_owner FROM jobs').get()?.lease_owner, 'elsewhere/2/2')
})

test('LYRA 6.3: a shutdown parks the search; the next process finishes it', async (t) => {
  const stuck = (what: string, signal?: AbortSignal) =>
    what.startsWith('page')
      ? new Promise<void>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      : Promise.resolve()
  const first = world(t, { onAsk: stuck })
  const taskId = newTask(first)
  const call = first.conductor.search(taskId, QUERY, {}, {})
  await new Promise((resolve) => setTimeout(resolve, 30))
  const parked = assert.rejects(call, { code: 'CANCELLED', message: /is parked \(Lyra is shutting down\)/ })
  await first.conductor.close()
  await parked
  const second = world(t, { path: first.path })

  assert.equal(second.conductor.resume(), 1)
  await second.conductor.settle(taskId)

  assert.equal(second.store.searches.ofTask(taskId)[0]?.status, 'satisfied')
  assert.equal(second.asked.filter((what) => what.startsWith('engine')).length, 0)
})

test('REQ 2.1.5: a client silent too long parks the search; the next call resumes it', async (t) => {
  const settings = {
    ...defaultSettings,
    human: { ...defaultSettings.human, silent_seconds: 0.05 },
    jobs: { ...defaultSettings.jobs, lease_seconds: 0.3 },
  }
  let stuck = true
  const web = world(t, {
    settings,
    onAsk: (what, signal) =>
      stuck && what.startsWith('page')
        ? new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve(),
  })
  const taskId = newTask(web)
  const leave = web.conductor.beginCall()
  await web.conductor.search(taskId, QUERY, { wait_seconds: 0.05 }, {})
  leave()
  await web.conductor.settle(taskId)
  const parked = { ...web.store.db.prepare('SELECT state, lease_owner FROM jobs').get() }
  stuck = false

  web.conductor.beginCall()()
  await web.conductor.settle(taskId)

  assert.deepEqual(parked, { state: 'queued', lease_owner: null })
  assert.equal(web.store.searches.ofTask(taskId)[0]?.status, 'satisfied')
})

test('REQ 2.1.5, 8.3: all engines open: the task pauses, says so and notifies', async (t) => {
  const web = world(t, { engineOutcome: 'circuit_open' })
  const taskId = newTask(web)

  await assert.rejects(web.conductor.search(taskId, QUERY, {}, {}), { code: 'ALL_ENGINES_BLOCKED' })

  assert.equal(web.store.tasks.get(taskId)?.status, 'paused')
  assert.deepEqual(web.notices, [`warning: Task ${taskId} is paused: Every search engine is cooling down`])
})

test('REQ 2.1.5: every page found is cooling down: the task pauses too', async (t) => {
  const web = world(t, { pageOutcome: () => 'cooling_down' })
  const taskId = newTask(web)

  await assert.rejects(web.conductor.search(taskId, QUERY, {}, {}), {
    code: 'ALL_ENGINES_BLOCKED',
    message: 'Every site that was found is cooling down',
  })

  assert.equal(web.store.tasks.get(taskId)?.status, 'paused')
})

test('REQ 3.1, 8.3: a task whose pages are used up is stopped with its unsatisfied queries named', async (t) => {
  const web = world(t)
  const taskId = newTask(web, { max_pages: 2 })

  const answer = await web.conductor.search(taskId, QUERY, {}, {})

  assert.equal(answer.budget_remaining.pages, 0)
  const task = web.store.tasks.get(taskId)
  assert.equal(task?.status, 'completed')
  assert.equal(task?.final_status, 'partial')
  assert.equal(task?.stop_reason, 'budget_exhausted')
  await assert.rejects(web.conductor.search(taskId, 'silverleaf tea safety', {}, {}), {
    code: 'BUDGET_EXHAUSTED',
    details: { unsatisfied_queries: [QUERY] },
  })
})

test('LYRA 6.1: a locked database is a clear error; the search goes on with the next call', async (t) => {
  let locked = true
  const web = world(t, {
    onAsk: async (what) => {
      if (locked && what.includes('journal'))
        throw new LyraError('STORE_UNAVAILABLE', 'another process holds the database')
    },
  })
  const taskId = newTask(web)
  await assert.rejects(web.conductor.search(taskId, QUERY, {}, {}), { code: 'STORE_UNAVAILABLE' })
  assert.equal(web.store.searches.ofTask(taskId)[0]?.status, 'running')
  locked = false

  web.conductor.beginCall()()
  await web.conductor.settle(taskId)

  assert.equal(web.store.searches.ofTask(taskId)[0]?.status, 'satisfied')
  assert.equal(web.asked.filter((what) => what.includes('clinic')).length, 1)
})

test('REQ 3.2.2: stopping a task as cancelled ends its searches', async (t) => {
  const web = world(t, {
    onAsk: (what, signal) =>
      what.startsWith('page')
        ? new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve(),
  })
  const taskId = newTask(web)
  await web.conductor.search(taskId, QUERY, { wait_seconds: 0.05 }, {})

  await web.conductor.stop(taskId, stopRequest('user_cancelled'))

  assert.equal(web.store.searches.ofTask(taskId)[0]?.error, 'CANCELLED')
  assert.equal(web.store.db.prepare("SELECT count(*) AS n FROM jobs WHERE state = 'cancelled'").get()?.n, 1)
})

test('REQ 3.6.1: a query that waited for a person is asked again; only the refused page is read', async (t) => {
  let passed = false
  const web = world(t, {
    pageOutcome: (url) => (url.includes('journal') && !passed ? 'captcha' : 'ok'),
  })
  const taskId = newTask(web)
  const first = await web.conductor.search(taskId, QUERY, {}, {})
  passed = true

  const [again] = web.conductor.revisit([first.search_id], true)
  await web.conductor.settle(taskId)

  assert.deepEqual(web.asked.slice(4), [
    `engine ${QUERY}`,
    'page https://journal.example/silverleaf-tea-blood-pressure',
  ])
  assert.equal(first.pages_fetched, 2)
  assert.equal(web.store.searches.get(again ?? '')?.pages_fetched, 3)
})

test('REQ 3.6.1: from a command line the query is left for the next server', async (t) => {
  const web = world(t)
  const taskId = newTask(web)
  const first = await web.conductor.search(taskId, QUERY, {}, {})

  web.conductor.revisit([first.search_id], false)

  assert.deepEqual(
    web.store.db
      .prepare('SELECT state, lease_owner FROM jobs ORDER BY rowid')
      .all()
      .map((row) => ({ ...row })),
    [
      { state: 'done', lease_owner: null },
      { state: 'queued', lease_owner: null },
    ],
  )
})

test('REQ 2.1.5: when the time of a task is over its search ends, the task is stopped, and the query is named', async (t) => {
  const web = world(t, { onAsk: (what) => (what.includes('journal') ? new Promise(() => {}) : Promise.resolve()) })
  const taskId = newTask(web, { max_seconds: 1 })

  await assert.rejects(web.conductor.search(taskId, QUERY, {}, {}), {
    code: 'BUDGET_EXHAUSTED',
    message: 'The task has used its time',
    details: { unsatisfied_queries: [QUERY] },
  })

  const [row] = web.store.searches.ofTask(taskId)
  assert.equal(row?.status, 'exhausted')
  assert.equal(web.store.tasks.get(taskId)?.stop_reason, 'budget_exhausted')
  assert.equal(web.store.pages.ofTask(taskId).length, 2)
})

test('LYRA 6.2: a search that ends every process at the same stage is given up after ten times', async (t) => {
  const first = world(t, { owner: NOBODY, onAsk: () => new Promise(() => {}) })
  const taskId = newTask(first)
  await first.conductor.search(taskId, QUERY, { wait_seconds: 0.05 }, {})
  first.store.db.exec("UPDATE jobs SET lease_until = '2020-01-01T00:00:00.000Z', stalled = 10")
  const second = world(t, { path: first.path })

  second.conductor.resume()
  await second.conductor.settle(taskId)

  const [row] = second.store.searches.ofTask(taskId)
  assert.equal(row?.error, 'PIPELINE_ERROR')
  assert.equal(second.conductor.resume(), 0)
})

test('LYRA 6.1: a job that another version wrote does not keep Lyra from opening', async (t) => {
  const first = world(t, { owner: NOBODY, onAsk: () => new Promise(() => {}) })
  const taskId = newTask(first)
  await first.conductor.search(taskId, QUERY, { wait_seconds: 0.05 }, {})
  first.store.db.exec("UPDATE jobs SET lease_until = '2020-01-01T00:00:00.000Z', payload = '{\"other\":1}'")

  assert.equal(world(t, { path: first.path }).conductor.resume(), 0)
})

test('LYRA 6.1: a search that an older version left open, its stages inside the payload, is finished', async (t) => {
  const first = world(t, { owner: NOBODY, onAsk: () => new Promise(() => {}) })
  const taskId = newTask(first)
  await first.conductor.search(taskId, QUERY, { wait_seconds: 0.05 }, {})
  // A column that a view reads cannot be dropped; views are written again when a home opens.
  for (const { name } of first.store.views()) first.store.db.exec(`DROP VIEW ${name}`)
  first.store.db.exec(`ALTER TABLE claims DROP COLUMN relevance;
    DROP TABLE finding_claims; DROP TABLE finding_sources; DROP TABLE finding_disputes; DROP TABLE findings;
    DROP TABLE claim_links; DROP TABLE claim_link_corrections; DROP TABLE serp_cache_uses; ALTER TABLE edges DROP COLUMN counted;
    DROP TABLE domain_blocks; ALTER TABLE claims DROP COLUMN status_reason;
    ALTER TABLE fragments DROP COLUMN post_id; ALTER TABLE fragments DROP COLUMN post_author;
    ALTER TABLE fragments DROP COLUMN revisions;
    DROP TABLE primary_sources; DROP TABLE full_texts; ALTER TABLE pages DROP COLUMN full_text_of;
    ALTER TABLE fragments DROP COLUMN section; ALTER TABLE fragments DROP COLUMN told_from;
    DROP TABLE entity_mentions; DROP TABLE entity_corrections; DROP TABLE entity_names; DROP TABLE entities;
    ALTER TABLE claims DROP COLUMN scope_places; ALTER TABLE claims DROP COLUMN scope_products;
    ALTER TABLE claims DROP COLUMN scope_organisations; ALTER TABLE claims DROP COLUMN scope_period;
    DROP TABLE pivot_steps; DROP TABLE query_expansions; DROP TABLE page_statements;
    DROP TABLE record_attributes; DROP TABLE records; DROP TABLE adapters;
    DROP TABLE task_updates;
    ALTER TABLE tasks DROP COLUMN scope; DROP TABLE search_targets; DROP TABLE citation_candidates;
    DROP TABLE review_items; DROP TABLE review_queues; DROP INDEX idx_feedback_target; DROP INDEX idx_feedback_copies;
    DROP INDEX calibration_samples_subject; ALTER TABLE calibration_samples DROP COLUMN subject;
    ALTER TABLE feedback DROP COLUMN actor; ALTER TABLE feedback DROP COLUMN copy_of;
    ALTER TABLE feedback DROP COLUMN undone_at; ALTER TABLE edges DROP COLUMN nli_supports;
    ALTER TABLE edges DROP COLUMN nli_refutes; ALTER TABLE edges DROP COLUMN nli_signals;
    ALTER TABLE edges DROP COLUMN nli_calibration;
    ALTER TABLE edges DROP COLUMN implied_by; ALTER TABLE edges DROP COLUMN read_as;
    DROP TABLE finished_stages; ALTER TABLE jobs DROP COLUMN stalled; ALTER TABLE claims DROP COLUMN context;
    ALTER TABLE questions DROP COLUMN expires_at; ALTER TABLE questions DROP COLUMN delivered_at;
    ALTER TABLE questions DROP COLUMN declined; ALTER TABLE pages DROP COLUMN checked_at;
    ALTER TABLE fragments DROP COLUMN superseded_at; ALTER TABLE fragments DROP COLUMN warc_file;
    ALTER TABLE fragments DROP COLUMN warc_record_id; ALTER TABLE auth_queue DROP COLUMN whole_site;
    UPDATE jobs SET lease_until = '2020-01-01T00:00:00.000Z',
      payload = json_set(payload, '$.stages', json('{"web":{"value":1,"warnings":[]}}'), '$.stalled', 3);
    PRAGMA user_version = 8`)
  first.store.close()
  const second = world(t, { path: first.path })

  const resumed = second.conductor.resume()
  await second.conductor.settle(taskId)

  assert.equal(resumed, 1)
  assert.equal(second.asked[0], `engine ${QUERY}`)
  const [row] = second.store.searches.ofTask(taskId)
  assert.deepEqual([row?.status, row?.pages_fetched], ['satisfied', 3])
})

test('REQ 3.2.2: a task is paused in the middle of a search and resumed; what was read is not read again, both are in the log', async (t) => {
  let stuck = true
  const web = world(t, {
    onAsk: (what, signal) =>
      stuck && what.includes('journal')
        ? new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve(),
  })
  const taskId = newTask(web)
  await web.conductor.search(taskId, QUERY, { wait_seconds: 0.1 }, {})

  const paused = await web.conductor.pause(taskId)
  const status = web.store.tasks.get(taskId)?.status
  const left = web.conductor.resume()
  stuck = false
  const resumed = web.conductor.resume(taskId)
  await web.conductor.settle(taskId)

  assert.deepEqual([paused, status, left, resumed], [1, 'paused', 0, 1])
  assert.equal(web.store.searches.ofTask(taskId)[0]?.status, 'satisfied')
  assert.equal(web.asked.filter((what) => what.includes('clinic')).length, 1)
  const kinds = web.store.events.ofTask(taskId, 1000).map(({ kind }) => kind)
  assert.deepEqual(
    kinds.filter((kind) => ['task_paused', 'task_resumed', 'search_resumed'].includes(kind)),
    ['task_paused', 'task_resumed', 'search_resumed'],
  )
})

test('REQ 3.2.2: a task paused from another process stops here, and a search of it goes on with what was put aside', async (t) => {
  const settings = { ...defaultSettings, jobs: { ...defaultSettings.jobs, lease_seconds: 0.3 } }
  let stuck = true
  const first = world(t, {
    settings,
    onAsk: (what, signal) =>
      stuck && what.includes('journal')
        ? new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve(),
  })
  const taskId = newTask(first)
  await first.conductor.search(taskId, QUERY, { wait_seconds: 0.1 }, {})
  const second = world(t, { path: first.path, settings })

  await second.conductor.pause(taskId)
  await first.conductor.settle(taskId)
  stuck = false
  const answer = await first.conductor.search(taskId, QUERY, {}, {})

  assert.equal(answer.status, 'satisfied')
  assert.equal(first.store.searches.ofTask(taskId).length, 1)
  assert.equal(first.store.tasks.get(taskId)?.status, 'exploring')
})

test('REQ 3.2.2: a paused task can be stopped; nothing of it stays open', async (t) => {
  const web = world(t, {
    onAsk: (what, signal) =>
      what.startsWith('page')
        ? new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve(),
  })
  const taskId = newTask(web)
  await web.conductor.search(taskId, QUERY, { wait_seconds: 0.05 }, {})
  await web.conductor.pause(taskId)

  await web.conductor.stop(taskId, stopRequest('user_cancelled'))

  assert.equal(web.store.searches.ofTask(taskId)[0]?.error, 'CANCELLED')
  assert.equal(web.store.db.prepare('SELECT state FROM jobs').get()?.state, 'cancelled')
})
