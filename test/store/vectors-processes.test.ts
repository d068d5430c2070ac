import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { decodeVector } from '../../src/store/vector-codec.ts'
import { AT, claim, fragment, page, task, testStore } from './graph-fixture.ts'

test('EXPLORE 4.4.8: with two processes writing, a search sees every vector that is stored and no other', async () => {
  using opened = testStore()
  const { store } = opened
  store.pages.save(page('page_1'))
  const named = (name: string, count: number) => Array.from({ length: count }, (_, step) => `${name}_${step}`)
  store.fragments.saveAll([...named('own', 100), ...named('other', 60)].map((id) => fragment(id, 'page_1')))
  const angleOf = (step: number) => 3 + step / 1000
  const query = Float32Array.of(1, 0)
  const search = () =>
    store.vectors.search({ target: 'fragment', modelId: 'model', vector: query, topK: 1000, minSimilarity: -1 })
  const writer = spawn(process.execPath, [
    join(import.meta.dirname, 'vectors-writer.ts'),
    join(opened.folder, 'lyra.db'),
  ])
  const ended = once(writer, 'exit')
  for (let step = 0; step < 100; step += 1) {
    const angle = angleOf(step)
    store.vectors.save('fragment', `own_${step}`, 'model', Float32Array.of(Math.cos(angle), Math.sin(angle)), AT)
    search()
    await wait(2)
  }
  const [code] = await ended

  const { hits, totalSearched } = search()

  const stored = store.db.prepare('SELECT target_id, embedding_blob FROM embeddings').all()
  const wanted = stored.map((row) => [row.target_id, decodeVector(row.embedding_blob as Uint8Array)[0]?.toFixed(5)])
  assert.equal(code, 0)
  assert.equal(totalSearched, 154)
  assert.deepEqual(
    new Map(hits.map((hit) => [hit.id, hit.similarity.toFixed(5)])),
    new Map(wanted as [string, string][]),
  )
})

test('a model whose vectors all went may come back with another dimension', () => {
  using opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.pages.save(page('page_1'))
  store.fragments.saveAll([fragment('frag_1', 'page_1')])
  store.claims.saveAll(['claim_1', 'claim_2'].map((id) => claim(id, 'task_1', 'frag_1')))
  const search = (vector: Float32Array) =>
    store.vectors.search({ target: 'claim', modelId: 'model', vector, topK: 5, minSimilarity: -1 }).hits
  store.vectors.save('claim', 'claim_1', 'model', Float32Array.of(1, 0), AT)
  assert.deepEqual(
    search(Float32Array.of(1, 0)).map(({ id }) => id),
    ['claim_1'],
  )

  store.db.exec('DELETE FROM embeddings')
  store.vectors.save('claim', 'claim_2', 'model', Float32Array.of(0, 0, 1), AT)

  assert.deepEqual(search(Float32Array.of(0, 0, 2)), [{ id: 'claim_2', similarity: 1 }])
})
