import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapConcurrently } from '../../src/models/concurrent-map.ts'
import { pooledVector } from '../../src/models/embed-pooling.ts'
import { openFallback } from '../../src/models/embed-provider.ts'
import type { EmbeddingConfig } from '../../src/models/model-folder.ts'

const config: EmbeddingConfig = {
  name: 'rows',
  task: 'sentence-embedding',
  languages: [],
  dimension: 2,
  max_length: 16,
  inputs: ['input_ids'],
  output: 'last_hidden_state',
  pooled_in_graph: false,
  pooling: 'mean',
  prefix: '',
}
const rows = Float32Array.from([3, 0, 3, 8])

test('EXPLORE 4.4: rows of tokens are pooled by their mean or their first, to unit length', () => {
  assert.deepEqual(pooledVector(rows, config), Float32Array.from([0.6, 0.8]))
  assert.deepEqual(pooledVector(rows, { ...config, pooling: 'cls' }), Float32Array.from([1, 0]))
  assert.deepEqual(pooledVector(rows, { ...config, pooled_in_graph: true }), rows)
  assert.throws(() => pooledVector(Float32Array.from([1, 2, 3]), config), /no multiple of 2/)
})

test('REQ 3.2.2: no more texts are under way than there are threads, and answers keep their order', async () => {
  let [now, most] = [0, 0]
  const results = await mapConcurrently([30, 10, 20, 5, 1], 2, async (ms) => {
    now += 1
    most = Math.max(most, now)
    await new Promise((resolve) => setTimeout(resolve, ms))
    now -= 1
    return ms * 2
  })
  assert.deepEqual(results, [60, 20, 40, 10, 2])
  assert.equal(most, 2)
})

test('REQ 3.2.2: the first failure ends all lanes', async () => {
  const begun: number[] = []
  const work = mapConcurrently([1, 2, 3, 4, 5, 6], 2, async (item) => {
    begun.push(item)
    await Promise.resolve()
    if (item === 2) throw new Error('broken')
    return item
  })
  await assert.rejects(work, /broken/)
  assert.deepEqual(begun, [1, 2, 3])
})

test('LYRA 7: the first provider that starts is used, and the CPU when none does', async () => {
  const tried: string[] = []
  const opened = await openFallback(['cuda', 'cpu', 'webgpu'], async (provider) => {
    tried.push(provider)
    if (provider === 'cuda') throw new Error('no driver')
    return provider
  })
  assert.deepEqual(tried, ['cuda', 'webgpu'])
  assert.equal(opened.provider, 'webgpu')
  await assert.rejects(
    openFallback([], async () => {
      throw new Error('no weights')
    }),
    /no weights/,
  )
})

test('LYRA 7: at the first failure of the GPU the work is done again on the CPU, and stays there', async () => {
  const ran: string[] = []
  const opened = await openFallback(['cuda'], async (provider) => provider)
  const work = (text: string) =>
    opened.run(async (provider) => {
      ran.push(`${provider} ${text}`)
      if (provider === 'cuda') throw new Error('out of memory')
      return `${text} done`
    })
  assert.deepEqual(await Promise.all([work('a'), work('b')]), ['a done', 'b done'])
  assert.equal(await work('c'), 'c done')
  assert.deepEqual(ran, ['cuda a', 'cuda b', 'cpu a', 'cpu b', 'cpu c'])
  await assert.rejects(
    opened.run(async () => {
      throw new Error('bad input')
    }),
    /bad input/,
  )
})
