import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectHub, type HubConnection } from '../../src/hub/connection.ts'
import { addSearch, addTask } from '../../src/hub/hub-tasks.ts'
import { addUser } from '../../src/hub/people.ts'
import { quotasOf, quotaUse, setQuota } from '../../src/hub/quotas.ts'
import { newHub } from './hub-world.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'

const skip = NO_POSTGRES
let postgres: Postgres
let owner: HubConnection
const opened: HubConnection[] = []
let url: string

before(async () => {
  if (skip) return
  postgres = await startPostgres()
  url = await postgres.database()
  owner = await newHub(url)
})
after(async () => {
  if (skip) return
  for (const hub of [...opened, owner]) await hub.close()
  await postgres[Symbol.asyncDispose]()
})

async function userWithTask(name: string) {
  const { token } = await addUser(owner, name, 'researcher')
  const hub = await connectHub(postgres.as(url, name, token))
  opened.push(hub)
  const taskId = await addTask(hub, { question: 'q', config: {}, shared: false })
  return { hub, taskId, ask: () => addSearch(hub, { taskId, query: 'x', options: {} }) }
}

test('quotas: searches of a day are counted by user, whoever asks at once, and a correction is none', {
  skip,
}, async () => {
  const ana = await userWithTask('ana')
  const bob = await userWithTask('bob')
  await setQuota(owner, 'ana', { searches_per_day: 3 })

  const asked = await Promise.allSettled(Array.from({ length: 8 }, ana.ask))

  assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 3)
  await assert.rejects(ana.ask(), { code: 'QUOTA_EXCEEDED', message: /searches in a day: 3 of 3/ })
  await addSearch(ana.hub, { taskId: ana.taskId, query: '', options: {}, useCase: 'feedback' })
  await bob.ask()
  await owner.run(`UPDATE hub.searches SET created_at = now() - interval '25 hours' WHERE created_by = 'ana'`)
  await ana.ask()
})

test('quotas: searches under way at once, and everybody without a line of their own', { skip }, async () => {
  const carl = await userWithTask('carl')
  await setQuota(owner, '*', { queued_at_once: 2 })
  await setQuota(owner, 'ana', { queued_at_once: null })
  await carl.ask()
  await carl.ask()
  await assert.rejects(carl.ask(), { code: 'QUOTA_EXCEEDED', message: /under way at once: 2 of 2/ })
  await owner.run(`UPDATE hub.searches SET state = 'done' WHERE created_by = 'carl'`)
  await carl.ask()
  await setQuota(owner, 'carl', { queued_at_once: 50 })
  for (let n = 0; n < 3; n += 1) await carl.ask()
  assert.deepEqual(await quotasOf(owner, 'carl'), [
    { who: 'carl', searches_per_day: null, queued_at_once: 50, stored_bytes: null },
  ])
})

test('quotas: bytes stored are those of the newest bundle of each task of the user', { skip }, async () => {
  const dana = await userWithTask('dana')
  await setQuota(owner, 'dana', { stored_bytes: 1000 })
  const publish = (generation: number, bytes: number) =>
    owner.run(
      `INSERT INTO hub.publications (task_id, generation, bundle_sha256, bytes, worker, merge_ms, rows)
        VALUES ($1, $2, 'x', $3, 'w', 1, '{}')`,
      [dana.taskId, generation, bytes],
    )
  await publish(1, 5000)
  await publish(2, 900)
  await owner.run('UPDATE hub.tasks SET generation = 2 WHERE id = $1', [dana.taskId])
  await dana.ask()
  await publish(3, 1001)
  await owner.run('UPDATE hub.tasks SET generation = 3 WHERE id = $1', [dana.taskId])
  await assert.rejects(dana.ask(), { code: 'QUOTA_EXCEEDED', message: /bytes stored: 1001 of 1000/ })
})

test('quotas: a user sets none, not even their own, and cannot ask for the use of others', { skip }, async () => {
  const [ana] = opened
  assert.ok(ana)
  await assert.rejects(ana.run('UPDATE hub.quotas SET searches_per_day = 99'), { code: 'HUB_REFUSED' })
  await assert.rejects(ana.run(`INSERT INTO hub.quotas (who) VALUES ('ana2')`), { code: 'HUB_REFUSED' })
  await assert.rejects(ana.run(`SELECT hub.used_quota('bob')`), { code: 'HUB_REFUSED' })
  await assert.rejects(setQuota(owner, 'ana', { queued_at_once: -1 }), { code: 'INVALID_PARAMS' })
})

test('quotas: use is told beside the limits, a user their own, the owner of all', { skip }, async () => {
  const erin = await userWithTask('erin')
  await setQuota(owner, 'erin', { searches_per_day: 9 })
  await erin.ask()
  await erin.ask()
  assert.deepEqual(await quotaUse(erin.hub, null), [{ who: 'erin', searches: 2, queued: 2, bytes: 0 }])
  assert.deepEqual(await quotaUse(erin.hub, 'ana'), [])
  assert.deepEqual(
    (await quotaUse(owner, null)).map(({ who }) => who),
    ['ana', 'bob', 'carl', 'dana', 'erin'],
  )
})
