import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { z } from 'zod'
import { buildBigGraph } from '../../bench/graph/big-graph.ts'
import { prometheusText } from '../../src/app/prometheus.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { bundleFolder } from '../../src/hub/bundles/bundle-folder.ts'
import { connectHub, type HubConnection } from '../../src/hub/connection.ts'
import { fingerprintHub } from '../../src/hub/fingerprint.ts'
import { healthMetrics, hubHealth } from '../../src/hub/hub-health.ts'
import { addSearch, addTask } from '../../src/hub/hub-tasks.ts'
import { addUser } from '../../src/hub/people.ts'
import { publishBundle } from '../../src/hub/publish.ts'
import { pullBundle } from '../../src/hub/pull-bundle.ts'
import { openSearchQueue } from '../../src/hub/queue/search-queue.ts'
import { ROOT } from '../e2e/demo-client.ts'
import { bundleWorld, exportFrom, TASK } from '../report/bundle/bundle-world.ts'
import { testStore } from '../store/graph-fixture.ts'
import { folderFor, mergeSlice, newHub, writeSliceOf } from './hub-world.ts'
import { REST } from './parity-rows.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'

const skip = NO_POSTGRES
const run = promisify(execFile)
const SIZE = { tasks: 3, claimsPerTask: 20, stancesPerClaim: 3, citations: 20, pagesPerTask: 15, fragmentsPerPage: 2 }
const BACKUP = join(ROOT, 'deploy', 'hub')

let postgres: Postgres
const cleaning: (() => void)[] = []
const folder = folderFor({ after: (clean) => cleaning.push(clean) })

before(async () => {
  if (!skip) postgres = await startPostgres()
})
after(async () => {
  for (const clean of cleaning) clean()
  if (!skip) await postgres[Symbol.asyncDispose]()
})

function script(name: string, url: string, ...args: readonly string[]) {
  const env = { ...process.env, LYRA_HUB: url, LYRA: `${process.execPath} ${join(ROOT, 'bin', 'lyra')}` }
  return run(join(BACKUP, name), args, { env, timeout: 180_000 })
}

interface FullHub {
  readonly hub: HubConnection
  readonly token: string
}

/** Three tasks, one that came as a bundle, a user with a token and searches in the queue. */
async function fullHub(url: string, bundles: string, user: string): Promise<FullHub> {
  const hub = await newHub(url)
  using made = testStore()
  const { taskIds } = buildBigGraph(made.store.db, SIZE)
  made.store.db.exec(REST)
  for (const id of taskIds) await mergeSlice(hub, writeSliceOf(made.store, id, folder), id)
  const { token } = await addUser(hub, user, 'researcher')
  using world = await bundleWorld()
  const file = join(folder, `${user}.lyra.zip`)
  await exportFrom(world, file)
  await publishBundle(hub, bundleFolder(bundles), file, user)
  const taskId = await addTask(hub, { question: 'Does walking help?', config: {}, shared: true })
  for (let n = 0; n < 3; n += 1) await addSearch(hub, { taskId, query: `query ${n}`, options: {} })
  return { hub, token }
}

test('ADR 0056: health tells counts of the whole team to every user, and no text', { skip }, async () => {
  const url = await postgres.database()
  const hub = await newHub(url)
  const { token } = await addUser(hub, 'watcher', 'reader')
  const reader = await connectHub(postgres.as(url, 'watcher', token))
  for (const name of ['first', 'second']) {
    const taskId = await addTask(hub, { question: `a private ${name}`, config: {}, shared: false })
    for (const query of ['a', 'b']) await addSearch(hub, { taskId, query, options: {} })
  }
  const queue = await openSearchQueue(hub, { name: 'w1', log: silentLogger })
  await queue.take()
  await hub.run(`UPDATE hub.searches SET created_at = now() - interval '90 seconds' WHERE state = 'queued'`)

  const health = await hubHealth(reader)

  assert.deepEqual(health.searches, { queued: 3, running: 1, done: 0, failed: 0, cancelled: 0 })
  // The second of each task waits for the first, not for a worker.
  assert.deepEqual([health.ready, health.workers_busy, health.leases_lost, health.tasks], [1, 1, 0, 2])
  assert.ok(health.oldest_ready_seconds >= 0 && health.oldest_ready_seconds < 120)
  assert.ok(health.connections >= 2 && health.connections < health.max_connections)
  const text = prometheusText(healthMetrics(health))
  assert.match(text, /^lyra_hub_searches\{state="queued"\} 3$/m)
  assert.equal(text.includes('private'), false)
  await queue[Symbol.asyncDispose]()
  await hub.run(`UPDATE hub_queue.job SET heartbeat_on = now() - interval '1 hour' WHERE state = 'active'`)
  const later = await hubHealth(reader)
  assert.deepEqual([later.workers_busy, later.leases_lost], [0, 1])
  await Promise.all([hub.close(), reader.close()])
})

test('ADR 0056: backed up in use, destroyed and restored on another server, a hub is the same: rows, users, bundles', {
  skip,
}, async () => {
  const lost = await startPostgres()
  const url = await lost.database()
  const bundles = join(folder, 'bundles')
  const { hub, token } = await fullHub(url, bundles, 'ana')
  let isOver = false
  const asking = (async () => {
    const taskId = await addTask(hub, { question: 'While it is backed up', config: {}, shared: true })
    while (!isOver) await addSearch(hub, { taskId, query: 'x', options: {} })
  })()
  const backup = join(folder, 'backup')
  await script('backup.sh', url, backup, bundles).finally(() => {
    isOver = true
  })
  await asking
  const saved = readFileSync(join(backup, 'fingerprint.json'), 'utf8')
  await hub.close()
  await lost[Symbol.asyncDispose]()
  rmSync(bundles, { recursive: true })

  const fresh = await postgres.database()
  const { stdout } = await script('restore.sh', fresh, backup, bundles)

  assert.equal(stdout.trim(), 'restored and equal')
  const restored = await connectHub(fresh)
  const { sha256, parts } = await fingerprintHub(restored)
  const before = z.object({ sha256: z.string(), parts: z.record(z.string(), z.unknown()) }).parse(JSON.parse(saved))
  assert.equal(sha256, before.sha256)
  assert.deepEqual(parts, before.parts)
  for (const name of ['hub.audit', 'hub.searches', 'hub_queue.job', 'lyra.claims', 'lyra.v_findings'])
    assert.ok((parts[name]?.rows ?? 0) > 0, name)
  assert.equal('hub.lanes' in parts, false)
  const ana = await connectHub(postgres.as(fresh, 'ana', token))
  const pulled = join(folder, 'pulled.lyra.zip')
  await pullBundle(ana, bundleFolder(bundles), TASK, pulled)
  assert.ok(existsSync(pulled))
  // The queue goes on where it was, with numbers that were not given yet.
  await using queue = await openSearchQueue(restored, { name: 'w1', log: silentLogger })
  const held = await queue.take()
  assert.ok(held)
  assert.ok((await addSearch(ana, { taskId: held.taskId, query: 'next', options: {} })) > held.id)
  await Promise.all([restored.close(), ana.close()])
})

test('ADR 0056: a damaged backup, a hub that is there and an old folder are refused', { skip }, async () => {
  const backup = join(folder, 'backup')
  assert.ok(existsSync(backup))
  const url = await postgres.database()
  await (await newHub(url)).close()
  await assert.rejects(script('restore.sh', url, backup, join(folder, 'x')), { code: 2, stderr: /has a hub already/ })
  await assert.rejects(script('backup.sh', url, backup), { code: 2, stderr: /is there already/ })
  writeFileSync(join(backup, 'users.sql'), 'CREATE ROLE eve SUPERUSER LOGIN;\n')
  const empty = await postgres.database()
  await assert.rejects(script('restore.sh', empty, backup, join(folder, 'x')), { stdout: /users\.sql: FAILED/ })
})

test('ADR 0056: a fingerprint is another when a row is, whichever; and a backup that fails says so', {
  skip,
}, async () => {
  const url = await postgres.database()
  const { hub } = await fullHub(url, join(folder, 'other-bundles'), 'bob')
  const first = await fingerprintHub(hub)
  assert.equal((await fingerprintHub(hub)).sha256, first.sha256)
  await hub.run('UPDATE lyra.claims SET confidence = confidence + 0.001 WHERE id = (SELECT min(id) FROM lyra.claims)')
  const second = await fingerprintHub(hub)
  assert.notEqual(second.sha256, first.sha256)
  const changed = Object.keys(first.parts).filter((name) => first.parts[name]?.hash !== second.parts[name]?.hash)
  assert.ok(changed.includes('lyra.claims') && changed.includes('lyra.v_claim_evidence_summary'))
  assert.equal(changed.includes('lyra.pages'), false)
  await assert.rejects(fingerprintHub(hub, "x'; DROP TABLE hub.tasks"), { code: 'INVALID_PARAMS' })
  await assert.rejects(script('backup.sh', url, join(folder, 'failing'), join(folder, 'no-such-folder')), { code: 1 })
  await hub.close()
})

test('ADR 0056: the drill restores a hub beside itself, and leaves nothing', { skip }, async () => {
  const url = await postgres.database()
  const hub = await newHub(url)
  await addTask(hub, { question: 'Does it come back?', config: {}, shared: true })
  const databases = () =>
    hub.rows(z.object({ datname: z.string() }), 'SELECT datname FROM pg_database ORDER BY datname')
  const before = await databases()

  const { stdout } = await script('drill.sh', url)

  assert.match(stdout, /restored and equal\n$/)
  assert.deepEqual(await databases(), before)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('drill')),
    [],
  )
  await hub.close()
})
