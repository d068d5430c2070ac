import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { systemClock } from '../../src/domain/clock.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { seededRandom } from '../../src/domain/random.ts'
import type { HubConnection } from '../../src/hub/connection.ts'
import { hubLanes } from '../../src/hub/hub-lanes.ts'
import { addSearch, addTask, cancelSearch } from '../../src/hub/hub-tasks.ts'
import { type HeldSearch, openSearchQueue, type SearchQueue } from '../../src/hub/queue/search-queue.ts'
import { createRateLimiter } from '../../src/net/rate-limiter.ts'
import { loseWorkers, newHub } from './hub-world.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'

const skip = NO_POSTGRES
const LEASE_MS = 60_000
let postgres: Postgres
let hub: HubConnection
const queues = new Map<string, SearchQueue>()

before(async () => {
  if (skip) return
  postgres = await startPostgres()
  hub = await newHub(await postgres.database())
  for (const name of ['a', 'b', 'c', 'd']) queues.set(name, await openSearchQueue(hub, { name, log: silentLogger }))
})

after(async () => {
  if (skip) return
  for (const queue of queues.values()) await queue[Symbol.asyncDispose]()
  await hub.close()
  await postgres[Symbol.asyncDispose]()
})

async function queued(count: number): Promise<readonly number[]> {
  const taskId = await addTask(hub, { question: 'Does walking help?', config: {}, shared: false })
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) ids.push(await addSearch(hub, { taskId, query: `query ${n}`, options: {} }))
  return ids
}

/** Ends a search as a publication does. */
async function finish(queue: SearchQueue, held: HeldSearch): Promise<void> {
  assert.equal(await hub.transaction((sql) => queue.complete(sql, held, null)), true)
}

async function stateOf(id: number) {
  const row = z.object({ state: z.string(), attempts: z.number(), error: z.string().nullable() })
  const [found] = await hub.rows(row, 'SELECT state, attempts, error FROM hub.searches WHERE id = $1', [id])
  return found
}

function as(name: string): SearchQueue {
  const queue = queues.get(name)
  assert.ok(queue)
  return queue
}

async function emptyQueue(): Promise<void> {
  await hub.run('DELETE FROM hub.tasks')
}

test('the hub: four workers take each search once, and those of a task one after the other', { skip }, async () => {
  await emptyQueue()
  const tasks = await Promise.all(Array.from({ length: 6 }, () => queued(4)))
  const taken: number[] = []
  const underWay = new Map<string, number>()
  let most = 0
  const work = async (name: string) => {
    const queue = as(name)
    for (;;) {
      const held = await queue.take()
      if (held === null) {
        if ((await queue.open()) === 0) return
        continue
      }
      taken.push(held.id)
      underWay.set(held.taskId, (underWay.get(held.taskId) ?? 0) + 1)
      most = Math.max(most, ...underWay.values())
      await systemClock.sleep(2)
      underWay.set(held.taskId, (underWay.get(held.taskId) ?? 0) - 1)
      await finish(queue, held)
    }
  }

  await Promise.all(['a', 'b', 'c', 'd'].map(work))

  assert.deepEqual(
    taken.toSorted((a, b) => a - b),
    tasks.flat().toSorted((a, b) => a - b),
  )
  for (const ids of tasks)
    assert.deepEqual(
      taken.filter((id) => ids.includes(id)),
      ids,
    )
  assert.equal(most, 1)
})

test('the hub: the second search of a task waits while the first is under way or to be tried again', {
  skip,
}, async () => {
  await emptyQueue()
  const [first] = await queued(2)
  const held = await as('a').take()
  assert.equal(held?.id, first)
  assert.equal(await as('b').take(), null)

  await as('a').giveBack(held as HeldSearch, 'PIPELINE_ERROR: no luck', true)

  assert.deepEqual(await stateOf(first as number), { state: 'queued', attempts: 1, error: 'PIPELINE_ERROR: no luck' })
  assert.equal(await as('b').take(), null)
})

test('the hub: a worker that is not heard of loses its search, and can neither renew nor give it back', {
  skip,
}, async () => {
  await emptyQueue()
  const [id = 0] = await queued(1)
  const lost = (await as('a').take()) as HeldSearch
  assert.equal(await as('a').renew(lost), 'held')
  await loseWorkers(hub, as('b'))

  const held = (await as('b').take()) as HeldSearch

  assert.deepEqual([held.id, held.attempt, held.job.retryCount], [id, 2, 1])
  assert.equal(await as('a').renew(lost), 'lost')
  await as('a').giveBack(lost, 'too late', false)
  await as('a').cancelled(lost)
  assert.equal((await stateOf(id))?.state, 'running')
  assert.equal(await as('b').renew(held), 'held')
})

test('the hub: a search whose workers are lost five times fails and says so', { skip }, async () => {
  await emptyQueue()
  const [id = 0] = await queued(1)
  for (let n = 0; n < 5; n += 1) {
    assert.equal((await as('a').take())?.id, id)
    await loseWorkers(hub, as('b'))
  }

  assert.equal(await as('a').take(), null)

  assert.deepEqual(await stateOf(id), { state: 'failed', attempts: 5, error: 'The worker was lost, 5 times' })
})

test('the hub: a search that failed for good holds back none of its task', { skip }, async () => {
  await emptyQueue()
  const [first, second] = await queued(2)
  await as('a').giveBack((await as('a').take()) as HeldSearch, 'INVALID_PARAMS: no such option', false)
  const next = await as('a').take()
  assert.deepEqual([(await stateOf(first as number))?.state, next?.id], ['failed', second])
})

test('the hub: the fifth fault of a search is its last, and says why', { skip }, async () => {
  await emptyQueue()
  const [id = 0] = await queued(1)
  for (let n = 1; n <= 5; n += 1) {
    await hub.run('UPDATE hub_queue.job SET start_after = now()')
    const held = (await as('a').take()) as HeldSearch
    assert.equal(held.attempt, n)
    await as('a').giveBack(held, `PIPELINE_ERROR: fault ${n}`, true)
  }
  assert.deepEqual(await stateOf(id), { state: 'failed', attempts: 5, error: 'PIPELINE_ERROR: fault 5' })
  assert.equal(await as('a').open(), 0)
})

test('the hub: cancelled at the moment when it is taken, or after its worker was lost, a search is run by nobody', {
  skip,
}, async () => {
  await emptyQueue()
  const [id = 0] = await queued(1)
  await hub.run('UPDATE hub.searches SET cancel_asked = true')
  assert.equal(await as('a').take(), null)
  const [lost = 0] = await queued(1)
  assert.equal((await as('a').take())?.id, lost)
  assert.equal(await cancelSearch(hub, lost), 'running')
  await loseWorkers(hub, as('b'))
  assert.equal(await as('b').take(), null)
  assert.deepEqual([(await stateOf(id))?.state, (await stateOf(lost))?.state], ['cancelled', 'cancelled'])
})

test('the hub: cancelled while queued it ends at once, while running when its worker hears of it', {
  skip,
}, async () => {
  await emptyQueue()
  const [running = 0, waiting = 0] = await queued(2)
  const held = (await as('a').take()) as HeldSearch

  assert.equal(await cancelSearch(hub, waiting), 'cancelled')
  assert.equal(await cancelSearch(hub, running), 'running')

  assert.equal(await as('a').renew(held), 'cancel_asked')
  await as('a').cancelled(held)
  assert.deepEqual([(await stateOf(running))?.state, (await stateOf(waiting))?.state], ['cancelled', 'cancelled'])
  await assert.rejects(cancelSearch(hub, running), { code: 'NOT_FOUND' })
})

test('the hub: a worker that is stopped gives its search back without losing one of its tries', { skip }, async () => {
  await emptyQueue()
  const [id = 0] = await queued(1)
  await as('a').release((await as('a').take()) as HeldSearch)
  assert.deepEqual(await stateOf(id), { state: 'queued', attempts: 0, error: null })
  // However often: the tries that it has are left, and who gave it back has it no more.
  const stopped = (await as('a').take()) as HeldSearch
  await as('a').release(stopped)
  const held = (await as('b').take()) as HeldSearch
  assert.deepEqual([held.attempt, held.job.retryLimit - held.job.retryCount], [1, 4])
  assert.equal(await as('a').renew(stopped), 'lost')
})

test('REQ 4.3 over a team: one domain is never asked twice at once, and the pause holds between workers', {
  skip,
}, async () => {
  const asked: [number, number][] = []
  const limiters = ['a', 'b', 'c'].map((name) =>
    createRateLimiter({
      concurrency: 4,
      clock: systemClock,
      random: seededRandom(1),
      lanes: hubLanes(hub, name, LEASE_MS),
    }),
  )
  const spacing = { minMs: 30, jitterMs: [0, 0] as const }
  const request = async () => {
    const begin = performance.now()
    await systemClock.sleep(10)
    asked.push([begin, performance.now()])
  }

  await Promise.all(limiters.flatMap((limiter) => [1, 2, 3].map(() => limiter.run('a.example', spacing, request))))

  const inOrder = asked.toSorted(([a], [b]) => a - b)
  assert.equal(inOrder.length, 9)
  const gaps = inOrder.slice(1).map(([begin], at) => begin - (inOrder[at]?.[1] ?? 0))
  assert.deepEqual(
    gaps.filter((gap) => gap < 29),
    [],
  )
})

test('REQ 4.3 over a team: the lane of a worker that died is free after its lease, not before', { skip }, async () => {
  const [dead, alive] = [hubLanes(hub, 'dead', 60_000), hubLanes(hub, 'alive', 60_000)]
  assert.deepEqual(await dead.take('b.example', 1000), { lastEnd: Number.NEGATIVE_INFINITY })
  assert.equal(await alive.take('b.example', 1000), null)

  await hub.run(`UPDATE hub.lanes SET held_until = now() - interval '1 second' WHERE lane = 'b.example'`)

  assert.deepEqual(await alive.take('b.example', 1000), { lastEnd: Number.NEGATIVE_INFINITY })
  // The one that lost it cannot give it up under the other's hands.
  await dead.leave('b.example', 2000)
  assert.equal(await dead.take('b.example', 3000), null)
})
