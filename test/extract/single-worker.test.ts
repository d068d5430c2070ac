import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSingleWorker } from '../../src/extract/single-worker.ts'
import { startThreadWorker } from '../../src/extract/thread-worker.ts'

const DEADLINE_MS = 1500

/** Jobs of a thread that takes as long as it is told to, and what it answered, in order. */
function waitingThread() {
  const file = new URL('./waiting-thread.ts', import.meta.url)
  const run = createSingleWorker(() => startThreadWorker<string>(file, 64), { idleMs: 100 })
  const answered: string[] = []
  const ask = (name: string, ms: number, signal?: AbortSignal) =>
    run<string>({
      question: { name, ms },
      deadlineMs: DEADLINE_MS,
      signal,
      read: (answer) => {
        answered.push(answer)
        return { answer }
      },
      failed: (why) => why.kind,
    })
  return { ask, answered }
}

test('single worker (REQ 3.2.2): waiting behind slow documents costs a document none of its own time', async () => {
  const { ask } = waitingThread()
  await ask('warm', 0)

  const answers = await Promise.all([ask('first', 600), ask('second', 600), ask('third', 600)])

  // The third had its answer 1.8 s after it was asked for, 0.3 s past the time a document has.
  assert.deepEqual(answers, ['first', 'second', 'third'])
})

test('single worker (REQ 3.2.2): a document past its own time is late, and the one behind it has all of its time', async () => {
  const { ask } = waitingThread()

  const answers = await Promise.all([ask('endless', 60_000), ask('next', 600)])

  assert.deepEqual(answers, ['late', 'next'])
})

test('single worker (REQ 3.2.2): a document whose caller gave up while it waited is not read', async () => {
  const { ask, answered } = waitingThread()
  const caller = new AbortController()

  const first = ask('first', 100)
  const second = ask('second', 0, caller.signal)
  const third = ask('third', 0)
  caller.abort(new Error('the task was stopped'))

  await assert.rejects(second, { message: 'the task was stopped' })
  assert.deepEqual(await Promise.all([first, third]), ['first', 'third'])
  assert.deepEqual(answered, ['first', 'third'])
})
