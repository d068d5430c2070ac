import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '../../src/domain/clock.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { createQueryQueue } from '../../src/store/sandbox/query-queue.ts'

const nothing = async () => {}

/** Time passes when the test says so. */
function handClock(): Clock & { pass(ms: number): Promise<void> } {
  let time = 0
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()
  return {
    now: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
        sleepers.add({ at: time + ms, wake: resolve })
      }),
    pass: async (ms) => {
      await settled()
      time += ms
      for (const one of sleepers)
        if (one.at <= time) {
          sleepers.delete(one)
          one.wake()
        }
      await settled()
    },
  }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

const refusedAs = (pattern: RegExp) => (error: unknown) =>
  error instanceof LyraError && error.code === 'TIMEOUT' && pattern.test(error.message)

test('SECURITY: waiting behind other queries counts in the deadline', async () => {
  const clock = handClock()
  const queue = createQueryQueue({ concurrency: 1, mostWaiting: 5, clock })
  assert.equal(await queue.enter(300, nothing), 0)
  const patient = queue.enter(300, nothing)
  const hasty = queue.enter(100, nothing)
  const refused = assert.rejects(hasty, refusedAs(/waited 100 ms behind others/))
  await clock.pass(120)
  await refused
  assert.equal(queue.waiting, 1)
  queue.leave()
  assert.equal(await patient, 120)
})

test('SECURITY: the queue has an end, and a place that was given up is free again', async () => {
  const clock = handClock()
  const queue = createQueryQueue({ concurrency: 1, mostWaiting: 2, clock })
  await queue.enter(300, nothing)
  const [first, second] = [queue.enter(300, nothing), queue.enter(300, nothing)]
  await assert.rejects(queue.enter(300, nothing), refusedAs(/2 queries are waiting already/))
  queue.leave()
  await first
  const third = queue.enter(300, nothing)
  queue.leave()
  await second
  queue.leave()
  assert.equal(await third, 0)
})

test('the start of a process is not held against the query that waits for it', async () => {
  const clock = handClock()
  const queue = createQueryQueue({ concurrency: 1, mostWaiting: 2, clock })
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  await queue.enter(300, nothing)
  const waiting = queue.enter(300, () => started)
  await clock.pass(5000)
  start()
  await clock.pass(10)
  queue.leave()
  assert.equal(await waiting, 10)
})
