import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { silentLogger } from '../../src/domain/log.ts'
import { connectHub, type HubConnection } from '../../src/hub/connection.ts'
import { hubPackage } from '../../src/hub/hub-package.ts'
import { addSearch } from '../../src/hub/hub-tasks.ts'
import { migrateHub, requireHubVersion } from '../../src/hub/migrate.ts'
import { addUser } from '../../src/hub/people.ts'
import { type HeldSearch, openSearchQueue } from '../../src/hub/queue/search-queue.ts'
import { ROOT } from '../e2e/demo-client.ts'
import { VIEW_FOLDER } from '../store/graph-fixture.ts'
import { folderFor, newHub } from './hub-world.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'

const skip = NO_POSTGRES
let postgres: Postgres

before(async () => {
  if (!skip) postgres = await startPostgres()
})
after(async () => {
  if (!skip) await postgres[Symbol.asyncDispose]()
})

const OLD = ['0001-queue.sql', '0002-people.sql', '0003-assistant.sql']
const BEFORE = [
  'CREATE SCHEMA hub',
  'CREATE SCHEMA lyra',
  'CREATE TABLE hub.migrations (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
]

/** As the runner of ours left it that came before node-pg-migrate, with a queue of its own. */
async function oldHub(hub: HubConnection): Promise<void> {
  for (const statement of BEFORE) await hub.run(statement)
  for (const [n, file] of OLD.entries()) {
    await hub.run(readFileSync(join(ROOT, 'src/hub/migrations', file), 'utf8'))
    await hub.run('INSERT INTO hub.migrations (version, at) VALUES ($1, $2)', [n + 1, `2026-0${n + 1}-01T00:00:00Z`])
  }
  await hub.run(`INSERT INTO hub.tasks (id, question) VALUES ('task_a', 'first?'), ('task_b', 'second?')`)
  await hub.run(`INSERT INTO hub.searches (task_id, query, state, attempts, lease_token, lease_until, error) VALUES
    ('task_a', 'done before', 'done', 1, NULL, NULL, NULL),
    ('task_a', 'under way', 'running', 2, gen_random_uuid(), now() + interval '1 minute', NULL),
    ('task_a', 'after it', 'queued', 0, NULL, NULL, NULL),
    ('task_b', 'failed before', 'failed', 5, NULL, NULL, 'why'),
    ('task_b', 'alone', 'queued', 0, NULL, NULL, NULL)`)
}

const searchRow = z.object({ id: z.number(), query: z.string(), state: z.string(), error: z.string().nullable() })
const SEARCHES = 'SELECT id, query, state, error FROM hub.searches ORDER BY id'

test('migrations: a hub of the queue before is brought up without loss, and its searches go on in their order', {
  skip,
}, async () => {
  const hub = await connectHub(await postgres.database())
  await oldHub(hub)
  await assert.rejects(requireHubVersion(hub), { code: 'HUB_UNAVAILABLE', message: /version 3, this Lyra needs 4/ })

  const { version } = await migrateHub(hub, VIEW_FOLDER)
  await migrateHub(hub, VIEW_FOLDER)

  assert.equal(version, 4)
  await requireHubVersion(hub)
  const runs = await hub.rows(
    z.object({ version: z.number(), at: z.string() }),
    `SELECT version, to_char(at, 'YYYY-MM-DD') AS at FROM hub.migrations WHERE version < 4 ORDER BY version`,
  )
  assert.deepEqual(
    runs.map(({ version: n, at }) => [n, at]),
    [1, 2, 3].map((n) => [n, `2026-0${n}-01`]),
  )
  const states = (await hub.rows(searchRow, SEARCHES)).map(({ query, state, error }) => [query, state, error])
  assert.deepEqual(states, [
    ['done before', 'done', null],
    ['under way', 'queued', null],
    ['after it', 'queued', null],
    ['failed before', 'failed', 'why'],
    ['alone', 'queued', null],
  ])
  await addSearch(hub, { taskId: 'task_a', query: 'asked later', options: {} })
  await using queue = await openSearchQueue(hub, { name: 'w1', log: silentLogger })
  const taken: string[] = []
  for (let held: HeldSearch | null; ; ) {
    held = await queue.take()
    if (held === null) break
    taken.push(held.query)
    await queue.giveBack(held, 'INVALID_PARAMS: enough', false)
  }
  assert.deepEqual(
    taken.filter((query) => query !== 'alone'),
    ['under way', 'after it', 'asked later'],
  )
  assert.deepEqual([taken.length, await queue.open()], [4, 0])
  await hub.close()
})

test('migrations: two that make one hub at once both find it made, and a newer hub is refused', { skip }, async () => {
  const url = await postgres.database()
  const hubs = [await connectHub(url), await connectHub(url)]
  const made = await Promise.all(hubs.map((hub) => migrateHub(hub, VIEW_FOLDER)))
  assert.deepEqual([made[0]?.version, made[1]?.version], [4, 4])
  const [hub] = hubs
  await hub?.run(`INSERT INTO hub.applied_migrations (name, run_on) VALUES ('0099-later', now())`)
  await assert.rejects(migrateHub(hub as HubConnection, VIEW_FOLDER), { code: 'STORE_TOO_NEW' })
  for (const one of hubs) await one.close()
})

test('migrations: a fault in the middle leaves the hub as it was', { skip }, async (t) => {
  const views = folderFor(t)
  writeFileSync(join(views, 'v_broken.sql'), '-- nothing\nCREATE VIEW v_broken AS SELECT a FROM no_such_table;\n')
  const hub = await connectHub(await postgres.database())
  await oldHub(hub)
  await assert.rejects(migrateHub(hub, views))
  await assert.rejects(requireHubVersion(hub), { message: /version 3, this Lyra needs 4/ })
  const [row] = await hub.rows(
    z.object({ n: z.number() }),
    `SELECT count(*) AS n FROM hub.searches WHERE lease_token IS NOT NULL`,
  )
  assert.equal(row?.n, 1)
  await hub.close()
})

test('the queue: people see nothing of the tables of pg-boss, and the lease is what init says', { skip }, async () => {
  const url = await postgres.database()
  const hub = await newHub(url)
  for (const role of ['reader', 'researcher', 'admin', 'gate'] as const) {
    const { token } = await addUser(hub, `one_${role}`, role)
    const person = await connectHub(postgres.as(url, `one_${role}`, token))
    for (const statement of [
      'SELECT * FROM hub_queue.job',
      `DELETE FROM hub_queue.job`,
      `SELECT hub.send_jobs('[{"singletonKey": "x"}]')`,
      `SELECT hub.cancel_jobs('searches', '{}')`,
      `SELECT hub.drop_jobs('searches', '{}')`,
      `SELECT hub.send_search(s) FROM hub.searches s`,
    ])
      await assert.rejects(person.run(statement), { code: 'HUB_REFUSED' }, `${role}: ${statement}`)
    await person.close()
  }
  await assert.rejects(migrateHub(hub, VIEW_FOLDER, { leaseSeconds: 5 }), { code: 'INVALID_PARAMS' })
  await migrateHub(hub, VIEW_FOLDER, { leaseSeconds: 15 })
  const lease = 'SELECT heartbeat_seconds AS n FROM hub_queue.queue'
  assert.deepEqual(await hub.rows(z.object({ n: z.number() }), lease), [{ n: 15 }])
  await migrateHub(hub, VIEW_FOLDER)
  assert.deepEqual(await hub.rows(z.object({ n: z.number() }), lease), [{ n: 15 }])
  await hub.close()
})

test('a package that only a hub needs and that is missing is named, with the line that installs it', async () => {
  const missing = hubPackage('pg-boss', async () => {
    throw new Error("Cannot find package 'pg-boss'")
  })
  await assert.rejects(missing, {
    code: 'HUB_UNAVAILABLE',
    message: /The package pg-boss, which keeps the queue of the hub, is not installed/,
    hint: 'npm install -g pg pg-boss node-pg-migrate',
  })
})
