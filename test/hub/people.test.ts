import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { buildBigGraph } from '../../bench/graph/big-graph.ts'
import { connectHub, type HubConnection } from '../../src/hub/connection.ts'
import { contentTables } from '../../src/hub/content-tables.ts'
import { queryHub } from '../../src/hub/hub-query.ts'
import { addSearch, addTask, cancelSearch, hubStatus, shareTask } from '../../src/hub/hub-tasks.ts'
import { mergeIntoHub } from '../../src/hub/merge-slice.ts'
import { addUser, type HubRole, revokeUser, usersOf } from '../../src/hub/people.ts'
import { testStore } from '../store/graph-fixture.ts'
import { folderFor, newHub, writeSliceOf } from './hub-world.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'

const skip = NO_POSTGRES
/** Of four tasks two are on the hub: each has pages that the other has not. */
const SIZE = { tasks: 4, claimsPerTask: 5, stancesPerClaim: 3, citations: 20, pagesPerTask: 8, fragmentsPerPage: 2 }
let postgres: Postgres
let url: string
let owner: HubConnection
const opened: HubConnection[] = []
/** Ana's task, private, and one that was shared by somebody else. */
let [mine, shared] = ['', '']
let [ana, bob, admin, worker]: (HubConnection | undefined)[] = []

async function userWith(name: string, role: HubRole): Promise<HubConnection> {
  const { token } = await addUser(owner, name, role)
  const hub = await connectHub(postgres.as(url, name, token))
  opened.push(hub)
  return hub
}

before(async () => {
  if (skip) return
  postgres = await startPostgres()
  url = await postgres.database()
  owner = await newHub(url)
  ana = await userWith('ana', 'researcher')
  bob = await userWith('bob', 'reader')
  admin = await userWith('eve_admin', 'admin')
  worker = await userWith('machine1', 'worker')
  const cleaning: (() => void)[] = []
  using made = testStore()
  const taskIds = buildBigGraph(made.store.db, SIZE).taskIds.slice(0, 2)
  ;[mine = '', shared = ''] = taskIds
  const folder = folderFor({ after: (clean) => cleaning.push(clean) })
  await owner.run(`INSERT INTO hub.tasks (id, question, owner, visibility)
    VALUES ('${mine}', 'q', 'ana', 'private'), ('${shared}', 'q', 'someone', 'shared')`)
  // As a worker, so that its rights are those that are tried.
  for (const id of taskIds) {
    const slice = writeSliceOf(made.store, id, folder)
    await is(worker).transaction((sql) => mergeIntoHub(sql, slice, id))
  }
  for (const clean of cleaning) clean()
})

after(async () => {
  if (skip) return
  for (const hub of [...opened, owner]) await hub.close()
  await postgres[Symbol.asyncDispose]()
})

const is = (hub: HubConnection | undefined): HubConnection => {
  assert.ok(hub)
  return hub
}

async function count(hub: HubConnection | undefined, from: string): Promise<number> {
  const [row] = await is(hub).rows(z.object({ n: z.number() }), `SELECT count(*) AS n FROM ${from}`)
  return row?.n ?? -1
}

test('ADR 0047: of a private task nobody else sees a row, in any table or view', { skip }, async () => {
  const filled: string[] = []
  for (const { table } of contentTables().tables) {
    const name = `lyra.${table.name}`
    const [all, hers, his] = [await count(owner, name), await count(ana, name), await count(bob, name)]
    assert.deepEqual([hers, await count(admin, name), await count(worker, name)], [all, all, all], name)
    assert.ok(his <= hers, name)
    if (all > 0) filled.push(`${table.name} ${his < all}`)
  }
  assert.deepEqual(filled, [
    ...['tasks true', 'queries true', 'pages true', 'fragments true', 'claims true', 'edges true'],
    ...['citation_communities true', 'search_pages true'],
  ])
  const [claimsOfMine, claimsSeen] = [`lyra.claims WHERE task_id = '${mine}'`, 'lyra.v_claim_evidence_summary']
  assert.deepEqual([await count(ana, claimsOfMine), await count(bob, claimsOfMine)], [5, 0])
  assert.deepEqual([await count(ana, claimsSeen), await count(bob, claimsSeen)], [10, 5])
})

test('ADR 0047: a page that a shared task has reached is seen, whoever reached it first', { skip }, async () => {
  const both = `lyra.pages WHERE id IN (SELECT page_id FROM hub.task_pages WHERE task_id = '${shared}')`
  assert.equal(await count(bob, both), 8)
  assert.equal(await count(bob, 'lyra.pages'), 8)
})

test('ADR 0047: a reader asks nothing, a researcher for what is theirs or shared, in their own name', {
  skip,
}, async () => {
  const question = { question: 'Does walking help?', config: {}, shared: false }
  await assert.rejects(addTask(is(bob), question), { code: 'HUB_REFUSED' })
  const id = await addTask(is(ana), question)
  const search = await addSearch(is(ana), { taskId: id, query: 'walking', options: {} })
  await addSearch(is(ana), { taskId: shared, query: 'walking', options: {} })
  await assert.rejects(addSearch(is(bob), { taskId: shared, query: 'x', options: {} }), { code: 'HUB_REFUSED' })
  const forge = is(ana).run(`INSERT INTO hub.tasks (question, owner) VALUES ('q', 'bob')`)
  await assert.rejects(forge, { code: 'HUB_REFUSED' })
  await assert.rejects(is(ana).run(`UPDATE hub.searches SET state = 'done'`), { code: 'HUB_REFUSED' })
  await assert.rejects(is(ana).run('DELETE FROM lyra.claims'), { code: 'HUB_REFUSED' })
  await assert.rejects(is(ana).run('SELECT * FROM hub.audit'), { code: 'HUB_REFUSED' })
  await assert.rejects(shareTask(is(ana), shared, false), { code: 'HUB_REFUSED' })
  await assert.rejects(cancelSearch(is(bob), search), { code: 'HUB_REFUSED' })
  assert.equal(await cancelSearch(is(ana), search), 'cancelled')
  assert.deepEqual(
    (await hubStatus(is(bob), null)).tasks.map((one) => one.id),
    [shared],
  )
})

test('ADR 0047: shared, the task is seen by all; taken back, by nobody else', { skip }, async () => {
  const claims = `lyra.claims WHERE task_id = '${mine}'`
  await shareTask(is(ana), mine, true)
  assert.equal(await count(bob, claims), 5)
  await shareTask(is(ana), mine, false)
  assert.equal(await count(bob, claims), 0)
})

test('ADR 0047: a question in SQL sees what its user sees, changes nothing and is one statement', {
  skip,
}, async () => {
  const { rows } = await queryHub(is(bob), 'SELECT DISTINCT task_id FROM v_claim_evidence_summary;')
  assert.deepEqual(rows, [{ task_id: shared }])
  for (const sql of [
    'DELETE FROM claims RETURNING 1',
    'SELECT 1) AS a; DROP TABLE claims; SELECT (1',
    `SELECT set_config('role', 'owner', false)`,
    "SELECT pg_read_file('/etc/passwd')",
    'SELECT passwd FROM pg_shadow',
  ])
    await assert.rejects(queryHub(is(bob), sql), { name: 'LyraError' }, sql)
})

test('ADR 0047: the database keeps the hash of a token; a wrong or a revoked one opens nothing', { skip }, async () => {
  const { token } = await addUser(owner, 'carl', 'reader')
  const carl = await connectHub(postgres.as(url, 'carl', token))
  opened.push(carl)
  assert.equal(await count(carl, 'hub.tasks'), 1)
  const [kept] = await owner.rows(
    z.object({ passwd: z.string() }),
    `SELECT passwd FROM pg_shadow WHERE usename = 'carl'`,
  )
  assert.match(kept?.passwd ?? '', /^SCRAM-SHA-256\$4096:/)
  assert.equal(kept?.passwd.includes(token), false)
  const stranger = await connectHub(postgres.as(url, 'carl', `${token}x`))
  await assert.rejects(count(stranger, 'hub.tasks'), { code: 'HUB_REFUSED' })
  await stranger.close()

  await revokeUser(owner, 'carl')

  const late = await connectHub(postgres.as(url, 'carl', token))
  await assert.rejects(count(late, 'hub.tasks'), { code: 'HUB_REFUSED' })
  await late.close()
  assert.deepEqual(
    (await usersOf(owner)).map(({ name, role }) => `${name} ${role}`),
    [...['ana researcher', 'bob reader', 'eve_admin admin', 'machine1 worker']],
  )
  await assert.rejects(revokeUser(owner, 'owner'), { code: 'NOT_FOUND' })
  await assert.rejects(addUser(owner, 'x"; DROP TABLE hub.tasks; --', 'reader'), { code: 'INVALID_PARAMS' })
})

test('ADR 0047: the audit says who did what, and heartbeats are no acts', { skip }, async () => {
  const id = await addTask(is(ana), { question: 'Who?', config: {}, shared: true })
  const search = await addSearch(is(ana), { taskId: id, query: 'who', options: {} })
  await is(worker).run(`UPDATE hub.searches SET state = 'running', worker = 'machine1' WHERE id = $1`, [search])
  await is(worker).run('UPDATE hub.searches SET started_at = now() WHERE id = $1', [search])

  const told = await is(admin).rows(
    z.object({ who: z.string(), action: z.string(), detail: z.looseObject({}) }),
    'SELECT who, action, detail FROM hub.audit WHERE subject IN ($1, $2) ORDER BY id',
    [id, String(search)],
  )

  assert.deepEqual(told, [
    { who: 'ana', action: 'insert tasks', detail: {} },
    { who: 'ana', action: 'insert searches', detail: {} },
    { who: 'machine1', action: 'update searches', detail: { state: 'running', worker: 'machine1' } },
  ])
})
