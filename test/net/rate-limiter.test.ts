import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { replayClock } from '../../src/domain/clock.ts'
import { seededRandom } from '../../src/domain/random.ts'
import { backoffSeconds, retryAfterMs } from '../../src/net/backoff.ts'
import { cooldownMinutes, createCooldowns, memoryCooldownStore } from '../../src/net/cooldown.ts'
import { createRateLimiter, NO_SPACING } from '../../src/net/rate-limiter.ts'
import { silentEvents } from '../../src/store/event-log.ts'
import { testStore } from '../store/graph-fixture.ts'

const middle = { next: () => 0.5 }

test('REQ 4.3.5: cooldown = min(base * 2^(failures // 3), max)', () => {
  const minutes = [0, 1, 2, 3, 5, 6, 8, 9, 30].map((failures) => cooldownMinutes(failures, 30, 120))

  assert.deepEqual(minutes, [30, 30, 30, 60, 60, 120, 120, 120, 120])
})

test('REQ 4.3.5: delay = min(base * 2^attempt, max), 10 % either way', () => {
  assert.deepEqual(
    [0, 1, 2, 5, 6, 7].map((attempt) => backoffSeconds(attempt, 1, 60, middle)),
    [1, 2, 4, 32, 60, 60],
  )
  assert.equal(backoffSeconds(2, 1, 60, { next: () => 0 }), 3.6)
  assert.equal(backoffSeconds(2, 1, 60, { next: () => 1 }), 4.4)
})

test('Retry-After is read as seconds or as a date', () => {
  const now = Date.parse('2026-03-01T00:00:00Z')

  assert.equal(retryAfterMs('120', now), 120_000)
  assert.equal(retryAfterMs('Sun, 01 Mar 2026 00:00:30 GMT', now), 30_000)
  assert.equal(retryAfterMs('Sun, 01 Mar 2026 00:00:00 GMT', now + 5), 0)
  assert.equal(retryAfterMs('soon', now), undefined)
  assert.equal(retryAfterMs(undefined, now), undefined)
})

test('REQ 4.3.5: three refusals in a row double the cool-down, a success ends the row', () => {
  let now = Date.parse('2026-03-01T00:00:00.000Z')
  const clock = { now: () => now, sleep: async () => {} }
  const cooldowns = createCooldowns({
    store: memoryCooldownStore(),
    baseMinutes: 30,
    maxMinutes: 120,
    clock,
    events: silentEvents,
  })
  const untils: (string | null)[] = [cooldowns.until('a.example')]
  for (let i = 0; i < 3; i += 1) {
    cooldowns.refused('a.example', 'cause_1')
    untils.push(cooldowns.until('a.example'))
  }
  now = Date.parse('2026-03-01T01:00:00.001Z')
  untils.push(cooldowns.until('a.example'))
  cooldowns.succeeded('a.example', 'cause_1')
  cooldowns.refused('a.example', 'cause_1')
  untils.push(cooldowns.until('a.example'))

  assert.deepEqual(untils, [
    null,
    '2026-03-01T00:30:00.000Z',
    '2026-03-01T00:30:00.000Z',
    '2026-03-01T01:00:00.000Z',
    null,
    '2026-03-01T01:30:00.001Z',
  ])
})

test('REQ 4.3: one request at a time per domain, spaced by the interval and the jitter', async () => {
  let time = 0
  const clock = {
    now: () => time,
    sleep: async (ms: number) => {
      time += ms
    },
  }
  const pace = createRateLimiter({ concurrency: 4, clock, random: middle, lanes: null })
  const spacing = { minMs: 5000, jitterMs: [1500, 5500] as const }
  const starts: number[] = []
  let under = 0
  let most = 0

  await Promise.all(
    [1, 2, 3].map(() =>
      pace.run('a.example', spacing, async () => {
        starts.push(clock.now())
        under += 1
        most = Math.max(most, under)
        await Promise.resolve()
        under -= 1
      }),
    ),
  )

  assert.equal(most, 1)
  assert.deepEqual(starts, [0, 8500, 17_000])
})

test('REQ 3.2.2: the ceiling over all domains holds, and a caller who gives up lets the others go on', async () => {
  const pace = createRateLimiter({ concurrency: 2, clock: replayClock(0), random: seededRandom(1), lanes: null })
  const none = { minMs: 0, jitterMs: [0, 0] as const }
  const gate = Promise.withResolvers<void>()
  const aborter = new AbortController()
  let under = 0
  let most = 0
  const work = async () => {
    under += 1
    most = Math.max(most, under)
    await gate.promise
    under -= 1
    return 'done'
  }

  const runs = ['a', 'b', 'c', 'd'].map((lane) => pace.run(lane, none, work))
  const givenUp = pace.run('a', none, work, aborter.signal)
  const behind = pace.run('a', none, work)
  aborter.abort(new Error('enough'))
  await assert.rejects(givenUp, { message: 'enough' })
  gate.resolve()

  assert.deepEqual(await Promise.all([...runs, behind]), ['done', 'done', 'done', 'done', 'done'])
  assert.equal(most, 2)
})

/** Two processes of one home: each with its own pace, both with the one book of lanes. */
function twoProcesses(t: TestContext, isAlive: (owner: string) => boolean | null = () => true) {
  const opened = testStore()
  t.after(() => opened[Symbol.dispose]())
  let time = Date.parse('2026-03-01T00:00:00Z')
  const clock = {
    now: () => time,
    sleep: async (ms: number) => {
      time += ms
    },
  }
  const paceOf = (me: string) =>
    createRateLimiter({
      concurrency: 4,
      clock,
      random: middle,
      lanes: opened.store.lanes({ me, isAlive, leaseMs: 180_000 }),
    })
  return { clock, store: opened.store, one: paceOf('one'), two: paceOf('two') }
}

test('REQ 4.3: one request at a time per domain and the interval hold between two processes', async (t) => {
  const { clock, one, two } = twoProcesses(t)
  const start = clock.now()
  const spans: [number, number][] = []
  const request = async () => {
    const begun = clock.now() - start
    await clock.sleep(3000)
    spans.push([begun, clock.now() - start])
  }
  const spacing = { minMs: 5000, jitterMs: [0, 0] } as const

  await one.run('a.example', spacing, request)
  await two.run('a.example', spacing, request)
  await one.run('a.example', spacing, request)
  await two.run('b.example', spacing, request)

  assert.deepEqual(spans, [
    [0, 3000],
    [8000, 11_000],
    [16_000, 19_000],
    [19_000, 22_000],
  ])
})

test('REQ 4.3: a domain that another process is asking is waited for; a dead process loses its turn at once', async (t) => {
  const { clock, store, two } = twoProcesses(t, (owner) => (owner === 'dead' ? false : null))
  const start = clock.now()
  const busy = store.lanes({ me: 'busy', isAlive: () => true, leaseMs: 1000 })
  busy.take('a.example', start)
  store.lanes({ me: 'dead', isAlive: () => true, leaseMs: 180_000 }).take('b.example', start)
  const began: number[] = []
  const note = async () => void began.push(clock.now() - start)

  await two.run('b.example', NO_SPACING, note)
  await two.run('a.example', NO_SPACING, note)

  assert.deepEqual(began, [0, 1000])
})

test('REQ 4.3: whoever gives up while queueing does not hand on a turn that a neighbour of the same process holds', async (t) => {
  const { store, one, two } = twoProcesses(t)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const running = one.run('a.example', NO_SPACING, () => answered)
  const gone = new AbortController()
  const queued = one.run('a.example', NO_SPACING, async () => {}, gone.signal)
  gone.abort(new Error('gone'))
  await assert.rejects(queued, { message: 'gone' })

  assert.equal(store.db.prepare('SELECT owner FROM lanes').get()?.owner, 'one')
  answer()
  await running
  await two.run('a.example', NO_SPACING, async () => {})
  assert.equal(store.db.prepare('SELECT owner FROM lanes').get()?.owner, null)
})

test('REQ 3.5: a database that is locked when a turn ends costs neither the answer nor the next turn', async () => {
  let locked = true
  const lanes = {
    take: () => ({ lastEnd: Number.NEGATIVE_INFINITY }),
    leave: () => {
      if (locked) throw new Error('database is locked')
    },
  }
  const pace = createRateLimiter({
    concurrency: 4,
    clock: { now: () => 0, sleep: async () => {} },
    random: middle,
    lanes,
  })
  const first = await pace.run('a.example', NO_SPACING, async () => 'first')
  locked = false
  const second = await pace.run('a.example', NO_SPACING, async () => 'second')
  assert.deepEqual([first, second], ['first', 'second'])
})

test('REQ 3.5: a clock that was set back does not make a domain wait for the difference', async () => {
  const slept: number[] = []
  const now = Date.parse('2026-03-01T00:00:00Z')
  const lanes = { take: () => ({ lastEnd: slept.length === 0 ? now + 3_600_000 : 0 }), leave: () => {} }
  const clock = { now: () => now, sleep: async (ms: number) => void slept.push(ms) }
  const pace = createRateLimiter({ concurrency: 4, clock, random: middle, lanes })
  await pace.run('a.example', { minMs: 5000, jitterMs: [0, 0] }, async () => {})
  assert.deepEqual(slept, [5000])
})
