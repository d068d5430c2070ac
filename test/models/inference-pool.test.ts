import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Inference, OpenRequest } from '../../src/models/inference.ts'
import { openInferencePool } from '../../src/models/inference-pool.ts'

const MODEL = { modelPath: 'model.onnx', provider: 'cpu', threads: 3 }
const QUESTION = { feeds: [], rows: 1, width: 1, output: 'logits' }

/** Sessions that answer with their number once they are told to. */
function sessions(failFrom = Number.POSITIVE_INFINITY) {
  const opened: OpenRequest[] = []
  const waiting: (() => void)[] = []
  const open = async (request: OpenRequest): Promise<Inference> => {
    const number = opened.push(request)
    if (number >= failFrom) throw new Error('no memory')
    const run = () =>
      new Promise<{ data: Float32Array; dims: number[] }>((resolve) => {
        waiting.push(() => resolve({ data: Float32Array.of(number), dims: [1] }))
      })
    return { inputNames: ['input_ids'], outputNames: ['logits'], run }
  }
  const finish = () => {
    for (const done of waiting.splice(0)) done()
  }
  return { open, opened, finish }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('REQ 4.2: a single question opens one session, several at once one for each thread and no more', async () => {
  const { open, opened, finish } = sessions()
  const pool = await openInferencePool(MODEL, open, 1)
  const alone = pool.run(QUESTION)
  finish()
  await alone
  assert.equal(opened.length, 1)

  const asked: Promise<{ readonly data: Float32Array }>[] = []
  for (let at = 0; at < 6; at += 1) {
    asked.push(pool.run(QUESTION))
    await turn()
  }
  finish()
  const by = (await Promise.all(asked)).map(({ data }) => data[0])

  assert.deepEqual(
    opened.map(({ threads }) => threads),
    [1, 1, 1],
  )
  assert.deepEqual(by, [1, 1, 2, 2, 3, 3])
})

test('REQ 4.2: where a further session cannot be opened, those that are there do the work', async () => {
  const { open, opened, finish } = sessions(2)
  const pool = await openInferencePool(MODEL, open, 1)

  const asked = [pool.run(QUESTION), pool.run(QUESTION), pool.run(QUESTION), pool.run(QUESTION)]
  await turn()
  finish()

  assert.deepEqual(
    (await Promise.all(asked)).map(({ data }) => data[0]),
    [1, 1, 1, 1],
  )
  assert.equal(opened.length, 3)
})

test('REQ 4.2: a few questions at once open no further session', async () => {
  const { open, opened, finish } = sessions()
  const pool = await openInferencePool(MODEL, open)

  const few = Array.from({ length: 16 }, () => pool.run(QUESTION))
  assert.equal(opened.length, 1)
  const more = pool.run(QUESTION)
  finish()
  await Promise.all([...few, more])

  assert.equal(opened.length, 2)
})

test('REQ 4.2: a GPU has one session with all threads', async () => {
  const { open, opened } = sessions()
  await openInferencePool({ ...MODEL, provider: 'cuda' }, open)

  assert.deepEqual(opened, [{ ...MODEL, provider: 'cuda' }])
})
