import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { inSlot } from '../../src/app/slots/in-slot.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { createScheduler } from '../../src/work/scheduler.ts'
import { PRIORITIES, type WorkKind } from '../../src/work/work-request.ts'

const SIZES = { network_client: 4, cpu_nlp: 2, queue_limit: 100 }

/** Work that ends when the test says so. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

const notLate = () => {}

const soon = () => wait(1)

test('REQ 3.2.2: the priorities are those of the requirement', () => {
  assert.deepEqual(PRIORITIES, {
    serp: 100,
    prefetch: 90,
    extract: 80,
    embed: 70,
    rerank: 60,
    llm_fast: 50,
    llm_slow: 40,
  })
})

test('REQ 3.2.2: gpu and browser_headful exclude each other, and each has one place', async () => {
  const scheduler = createScheduler(SIZES, notLate)
  const order: string[] = []
  const [gpu, headful, second] = [held(), held(), held()]
  const told = (name: string, work: () => Promise<void>) => () => {
    order.push(name)
    return work()
  }
  const all = [
    scheduler.run({ kind: 'embed', slot: 'gpu' }, told('gpu', gpu.work)),
    scheduler.run({ kind: 'llm_slow', slot: 'gpu' }, told('second gpu', second.work)),
    scheduler.run({ kind: 'serp', slot: 'browser_headful' }, told('headful', headful.work)),
  ]
  await soon()
  assert.deepEqual(order, ['gpu'])
  gpu.end()
  await soon()
  assert.deepEqual(order, ['gpu', 'headful'])
  headful.end()
  await soon()
  assert.deepEqual(order, ['gpu', 'headful', 'second gpu'])
  second.end()
  await Promise.all(all)
})

test('REQ 3.2.2: four fetches at once, never two of one domain', async () => {
  const scheduler = createScheduler(SIZES, notLate)
  const started: string[] = []
  const holds = new Map<string, ReturnType<typeof held>>()
  const domains = ['a.example', 'a.example', 'b.example', 'c.example', 'd.example', 'e.example']
  const all = domains.map((domain, index) => {
    const name = `${domain} ${index}`
    const hold = held()
    holds.set(name, hold)
    return scheduler.run({ kind: 'prefetch', slot: 'network_client', domain }, () => {
      started.push(name)
      return hold.work()
    })
  })
  await soon()
  assert.deepEqual(started, ['a.example 0', 'b.example 2', 'c.example 3', 'd.example 4'])
  holds.get('b.example 2')?.end()
  await soon()
  assert.deepEqual(started.slice(4), ['e.example 5'])
  holds.get('a.example 0')?.end()
  await soon()
  assert.deepEqual(started.slice(5), ['a.example 1'])
  for (const hold of holds.values()) hold.end()
  await Promise.all(all)
})

test('REQ 3.2.2: what waits starts by priority, then in the order it came', async () => {
  const scheduler = createScheduler({ ...SIZES, cpu_nlp: 1 }, notLate)
  const started: string[] = []
  const first = held()
  const all = [scheduler.run({ kind: 'llm_slow', slot: 'cpu_nlp' }, first.work)]
  const kinds: WorkKind[] = ['llm_slow', 'extract', 'serp', 'embed', 'extract', 'rerank', 'prefetch', 'llm_fast']
  for (const [index, kind] of kinds.entries())
    all.push(scheduler.run({ kind, slot: 'cpu_nlp' }, async () => void started.push(`${kind} ${index}`)))
  first.end()
  await Promise.all(all)
  assert.deepEqual(started, [
    'serp 2',
    'prefetch 6',
    'extract 1',
    'extract 4',
    'embed 3',
    'rerank 5',
    'llm_fast 7',
    'llm_slow 0',
  ])
})

test('REQ 3.2.2: an urgent fetch of a domain overtakes one of the same domain that waits', async () => {
  const scheduler = createScheduler({ ...SIZES, network_client: 1 }, notLate)
  const started: string[] = []
  const first = held()
  const fetch = (kind: WorkKind, name: string, work = async () => {}) =>
    scheduler.run({ kind, slot: 'network_client', domain: 'a.example' }, () => {
      started.push(name)
      return work()
    })
  const all = [fetch('prefetch', 'first', first.work), fetch('prefetch', 'later'), fetch('serp', 'urgent')]
  first.end()
  await Promise.all(all)
  assert.deepEqual(started, ['first', 'urgent', 'later'])
})

test('REQ 3.2.2: past its time-out the caller gets TIMEOUT; the place is free when the work has ended', async () => {
  const scheduler = createScheduler({ ...SIZES, cpu_nlp: 1 }, notLate)
  const stubborn = held()
  const late = scheduler.run({ kind: 'llm_slow', slot: 'cpu_nlp', timeoutMs: 10 }, stubborn.work)
  let nextStarted = false
  const next = scheduler.run({ kind: 'embed', slot: 'cpu_nlp' }, async () => {
    nextStarted = true
  })

  await assert.rejects(late, { code: 'TIMEOUT', message: 'llm_slow took longer than 0.01 s' })
  assert.equal(nextStarted, false)
  stubborn.end()
  await next
  assert.equal(nextStarted, true)
  assert.deepEqual(scheduler.finished, { done: 1, timed_out: 1, failed: 0 })
})

test('REQ 3.2.2: cancelling a task refuses what waits and aborts what runs', async () => {
  const scheduler = createScheduler({ ...SIZES, cpu_nlp: 1 }, notLate)
  const reason = new LyraError('CANCELLED', 'The task was stopped')
  const running = scheduler.run(
    { kind: 'embed', slot: 'cpu_nlp', taskId: 'task_1' },
    (signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  const waiting = scheduler.run({ kind: 'embed', slot: 'cpu_nlp', taskId: 'task_1' }, async () => {
    throw new Error('must not start')
  })

  scheduler.cancel('task_1', reason)

  await assert.rejects(running, reason)
  await assert.rejects(waiting, reason)
  assert.equal(await scheduler.run({ kind: 'embed', slot: 'cpu_nlp' }, async () => 'free again'), 'free again')
})

test('REQ 3.2.2: whoever gives up while waiting is answered at once', async () => {
  const scheduler = createScheduler({ ...SIZES, cpu_nlp: 1 }, notLate)
  const first = held()
  const running = scheduler.run({ kind: 'embed', slot: 'cpu_nlp' }, first.work)
  const giveUp = new AbortController()
  const waiting = scheduler.run({ kind: 'embed', slot: 'cpu_nlp', signal: giveUp.signal }, async () => 'never')
  giveUp.abort(new LyraError('CANCELLED', 'gone'))
  await assert.rejects(waiting, { code: 'CANCELLED' })
  first.end()
  await running
  assert.deepEqual(scheduler.counts().cpu_nlp, { running: 0, queued: 0, capacity: 1 })
})

test('REQ 3.2.2 back-pressure: a full queue holds the next producer back until it is short again', async () => {
  const scheduler = createScheduler({ ...SIZES, cpu_nlp: 1, queue_limit: 2 }, notLate)
  const holds = [held(), held(), held()]
  const all = holds.map(({ work }) => scheduler.run({ kind: 'embed', slot: 'cpu_nlp' }, work))
  let roomy = false
  const room = scheduler.room('cpu_nlp', undefined).then(() => {
    roomy = true
  })
  await soon()
  assert.equal(roomy, false)
  holds[0]?.end()
  await room
  for (const hold of holds) hold.end()
  await Promise.all(all)
})

test('REQ 3.2.2: what waits for a busy domain starts by priority when the domain is free, others are not held up', async () => {
  const scheduler = createScheduler({ ...SIZES, network_client: 2 }, notLate)
  const started: string[] = []
  const first = held()
  const fetch = (kind: WorkKind, domain: string, name: string, work = async () => {}) =>
    scheduler.run({ kind, slot: 'network_client', domain }, () => {
      started.push(name)
      return work()
    })
  const all = [
    fetch('prefetch', 'a.example', 'a1', first.work),
    fetch('prefetch', 'a.example', 'a2'),
    fetch('extract', 'a.example', 'a3'),
    fetch('prefetch', 'b.example', 'b1'),
    fetch('serp', 'a.example', 'a0'),
    fetch('prefetch', 'c.example', 'c1'),
  ]
  await soon()
  assert.deepEqual(started, ['a1', 'b1', 'c1'])
  first.end()
  await Promise.all(all)

  assert.deepEqual(started.slice(3), ['a0', 'a2', 'a3'])
})

test('REQ 3.2.2: one that gave up while its domain was busy does not keep the next of the domain waiting', async () => {
  const scheduler = createScheduler({ ...SIZES, network_client: 2 }, notLate)
  const [first, other] = [held(), held()]
  const giveUp = new AbortController()
  const request = { kind: 'prefetch', slot: 'network_client', domain: 'a.example' } as const
  const running = scheduler.run(request, first.work)
  const gone = scheduler.run({ ...request, signal: giveUp.signal }, async () => 'never')
  const next = scheduler.run(request, async () => 'next')
  const elsewhere = scheduler.run({ ...request, domain: 'b.example' }, other.work)
  giveUp.abort(new LyraError('CANCELLED', 'gone'))
  await assert.rejects(gone, { code: 'CANCELLED' })
  first.end()

  assert.equal(await next, 'next')
  other.end()
  await Promise.all([running, elsewhere])
  assert.deepEqual(scheduler.counts().network_client, { running: 0, queued: 0, capacity: 2 })
})

test('REQ 3.2.2 back-pressure: a producer aborted after its grant leaves its room to the next', async () => {
  const scheduler = createScheduler({ ...SIZES, cpu_nlp: 1, queue_limit: 1 }, notLate)
  const request = { kind: 'embed', slot: 'cpu_nlp' } as const
  const [running, queued] = [held(), held()]
  const all = [scheduler.run(request, running.work), scheduler.run(request, queued.work)]
  const giveUp = new AbortController()
  const granted = scheduler.room('cpu_nlp', giveUp.signal)
  const next = scheduler.room('cpu_nlp', undefined).then(() => scheduler.run(request, async () => 'next'))
  running.end()
  await granted
  giveUp.abort(new LyraError('CANCELLED', 'gone'))

  await assert.rejects(
    scheduler.run({ ...request, signal: giveUp.signal }, async () => 'never'),
    { code: 'CANCELLED' },
  )
  queued.end()

  assert.equal(await Promise.race([next, wait(1000, 'still waiting')]), 'next')
  await Promise.all(all)
})

test('REQ 3.2.2 back-pressure: cancel reaches whoever waits for room, and who comes after goes on', async () => {
  const scheduler = createScheduler({ ...SIZES, cpu_nlp: 1, queue_limit: 1 }, notLate)
  const request = { kind: 'embed', slot: 'cpu_nlp' } as const
  const [running, queued] = [held(), held()]
  const all = [scheduler.run(request, running.work), scheduler.run(request, queued.work)]
  const giveUp = new AbortController()
  const gone = inSlot(scheduler, { ...request, signal: giveUp.signal }, async () => 'never')
  const next = inSlot(scheduler, request, async () => 'next')

  giveUp.abort(new LyraError('CANCELLED', 'gone'))

  await assert.rejects(gone, { code: 'CANCELLED' })
  await assert.rejects(scheduler.room('cpu_nlp', giveUp.signal), { code: 'CANCELLED' })
  running.end()
  queued.end()
  assert.equal(await Promise.race([next, wait(1000, 'still waiting')]), 'next')
  await Promise.all(all)
})
