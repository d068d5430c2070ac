import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { openInference } from '../../src/models/inference.ts'

const MODEL = { modelPath: 'model.onnx', provider: 'cpu', threads: 1 }
const question = (output: string) => ({ feeds: [], rows: 1, width: 1, output })

/** Answers with its number; "die" ends it with what waits behind. */
function mortalThreads() {
  let started = 0
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    parentPort.postMessage({ kind: 'open', inputNames: ['input_ids'], outputNames: ['logits'] })
    parentPort.on('message', ({ output }) => {
      if (output === 'die') process.exit(1)
      if (output === 'throw') throw new RangeError('out of memory')
      parentPort.postMessage({ kind: 'output', data: Float32Array.of(workerData), dims: [1] })
    })`
  return () => new Worker(code, { eval: true, workerData: ++started })
}

test('LYRA 6.4: a model thread that ends rejects what waits for it, and the next question opens another', async () => {
  const model = await openInference(MODEL, mortalThreads())
  const answerOf = async (output: string) => [...(await model.run(question(output))).data]
  const first = await answerOf('logits')
  const lost = await Promise.allSettled(['die', 'logits', 'logits'].map(answerOf))
  const [second, sameThread] = await Promise.all([answerOf('logits'), answerOf('logits')])
  const thrown = await Promise.allSettled([answerOf('throw')])
  const third = await answerOf('logits')

  assert.deepEqual(first, [1])
  assert.deepEqual(
    lost.map((one) => (one.status === 'rejected' ? one.reason.message : one.value)),
    ['the thread of the model ended', 'the thread of the model ended', 'the thread of the model ended'],
  )
  assert.deepEqual([second, sameThread], [[2], [2]])
  assert.equal(thrown[0]?.status === 'rejected' && thrown[0].reason.message, 'out of memory')
  assert.deepEqual(third, [3])
})

test('REQ 4.2: a model that nobody asks for a while is put away, and the next question opens it again', async () => {
  const model = await openInference(MODEL, mortalThreads(), 50)
  const answerOf = async () => [...(await model.run(question('logits'))).data]
  const first = await answerOf()
  await new Promise((resolve) => setTimeout(resolve, 400))

  assert.deepEqual(first, [1])
  assert.deepEqual(await answerOf(), [2])
})
