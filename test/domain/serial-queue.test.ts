import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LONG_ALPHA, movingAverage, SHORT_ALPHA } from '../../src/domain/moving-average.ts'
import { createSerialQueue } from '../../src/domain/serial-queue.ts'

test('serial queue: one at a time for each key, others meanwhile, and a failure holds nobody up', async () => {
  const queue = createSerialQueue()
  const done: string[] = []
  const first = Promise.withResolvers<void>()
  const a1 = queue.run('a', async () => {
    await first.promise
    done.push('a1')
    throw new Error('a1 failed')
  })
  const a2 = queue.run('a', async () => done.push('a2'))
  await queue.run('b', async () => done.push('b1'))
  first.resolve()
  await assert.rejects(a1, /a1 failed/)
  await a2
  assert.deepEqual(done, ['b1', 'a1', 'a2'])
})

test('REQ 4.6: moving averages begin with the first value and follow the newest by their weight', () => {
  assert.deepEqual([movingAverage(null, true, SHORT_ALPHA), movingAverage(null, false, SHORT_ALPHA)], [1, 0])
  assert.deepEqual([movingAverage(1, false, SHORT_ALPHA), movingAverage(1, false, LONG_ALPHA)], [0.7, 0.9])
})
