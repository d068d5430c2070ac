import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { systemClock } from '../../src/domain/clock.ts'
import { seededRandom } from '../../src/domain/random.ts'
import type { HubConnection } from '../../src/hub/connection.ts'
import { hubLanes } from '../../src/hub/hub-lanes.ts'
import { createRateLimiter, NO_SPACING } from '../../src/net/rate-limiter.ts'
import { newHub } from './hub-world.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'

const skip = NO_POSTGRES
let postgres: Postgres
let hub: HubConnection

before(async () => {
  if (skip) return
  postgres = await startPostgres()
  hub = await newHub(await postgres.database())
})
after(async () => {
  if (skip) return
  await hub.close()
  await postgres[Symbol.asyncDispose]()
})

function paceOf(worker: string, leaseMs = 60_000) {
  const lanes = hubLanes(hub, worker, leaseMs)
  return createRateLimiter({ concurrency: 4, clock: systemClock, random: seededRandom(1), lanes })
}

/** A site that remembers how many requests it had at once. */
function site() {
  const seen = { now: 0, most: 0, total: 0 }
  const ask = async () => {
    seen.now += 1
    seen.total += 1
    seen.most = Math.max(seen.most, seen.now)
    await systemClock.sleep(20)
    seen.now -= 1
  }
  return { seen, ask }
}

test('REQ 4.3: pages and robots.txt of several workers reach a site one at a time', { skip }, async () => {
  const { seen, ask } = site()
  const [atPages, atRobots] = [
    ['w1', 'w2', 'w3'].map((name) => paceOf(name)),
    ['r1', 'r2', 'r3'].map((name) => paceOf(name)),
  ]

  // A worker that is at the site anyway asks for its robots.txt at once (below): so these are others.
  await Promise.all([
    ...atPages.flatMap((pace) => [pace.run('one.example', NO_SPACING, ask), pace.run('one.example', NO_SPACING, ask)]),
    ...atRobots.flatMap((pace) => [pace.errand('one.example', ask), pace.errand('one.example', ask)]),
  ])

  assert.deepEqual(seen, { now: 0, most: 1, total: 12 })
})

test('REQ 4.3: a robots.txt that a page needs in its own turn is not waited for, or nobody would move', {
  skip,
}, async () => {
  const { seen, ask } = site()
  const pace = paceOf('w4')
  await pace.run('two.example', NO_SPACING, () => pace.errand('two.example', ask))
  assert.equal(seen.total, 1)
})

test('REQ 4.3: robots.txt does not put the page after it off, and waits no longer than its search', {
  skip,
}, async () => {
  const { seen, ask } = site()
  const first = paceOf('w5')
  await first.errand('three.example', ask)
  const started = performance.now()
  await paceOf('w6').run('three.example', { minMs: 60_000, jitterMs: [0, 0] }, ask)
  assert.ok(performance.now() - started < 5000)
  assert.equal(seen.total, 2)

  const stop = new AbortController()
  await first.run('four.example', NO_SPACING, async () => {
    const waiting = paceOf('w7').errand('four.example', ask, stop.signal)
    stop.abort(new Error('stopped'))
    await assert.rejects(waiting, { message: 'stopped' })
  })
  assert.equal(seen.total, 2)
})

test('REQ 4.3: the lane of a worker that was killed at a robots.txt is free after its lease', { skip }, async () => {
  const { seen, ask } = site()
  await hubLanes(hub, 'w8', 300).errand.take('five.example', 0)
  await paceOf('w9').errand('five.example', ask)
  assert.equal(seen.total, 1)
})
