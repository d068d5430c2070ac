import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { LyraError } from '../../src/domain/errors.ts'
import { decodeVector, encodeVector } from '../../src/store/vector-codec.ts'
import { AT, claim, fragment, openAt, page, stance, type TestStore, task, testStore } from './graph-fixture.ts'

const MODEL = 'lyra-embed-mini'
const vector = (...values: number[]) => Float32Array.from(values)

function twoTasks(): TestStore {
  const opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.tasks.insert(task('task_2'))
  store.pages.save(page('page_1'))
  store.fragments.saveAll(['frag_1', 'frag_2', 'frag_3'].map((id) => fragment(id, 'page_1')))
  store.claims.saveAll([claim('claim_1', 'task_1', 'frag_1'), claim('claim_2', 'task_2', 'frag_2')])
  store.edges.saveStance(stance('frag_1', 'claim_1', 'supports', 0.9))
  store.edges.saveStance(stance('frag_3', 'claim_1', 'neutral', 0.6))
  store.edges.saveStance(stance('frag_2', 'claim_2', 'supports', 0.9))
  store.vectors.save('fragment', 'frag_1', MODEL, vector(1, 0), AT)
  store.vectors.save('fragment', 'frag_2', MODEL, vector(3, 4), AT)
  store.vectors.save('fragment', 'frag_3', MODEL, vector(0, 1), AT)
  store.vectors.save('claim', 'claim_1', MODEL, vector(1, 0), AT)
  store.vectors.save('claim', 'claim_2', MODEL, vector(0, 1), AT)
  return opened
}

const query = { target: 'fragment', modelId: MODEL, vector: vector(2, 0), topK: 10, minSimilarity: -1 } as const
const rounded = (hits: readonly { id: string; similarity: number }[]) =>
  hits.map(({ id, similarity }) => [id, Number(similarity.toFixed(4))])

test('EXPLORE 4.4.6: a vector is a little-endian float32 blob and comes back exactly', () => {
  const bytes = encodeVector(vector(1, -0.5))

  assert.deepEqual([...bytes], [0, 0, 128, 63, 0, 0, 0, 191])
  assert.deepEqual(decodeVector(bytes), vector(1, -0.5))
})

test('EXPLORE 4.4.8: search is cosine over one model, best first, within limits', () => {
  using opened = twoTasks()
  const { store } = opened
  store.vectors.save('fragment', 'frag_1', 'other-model', vector(0, 1, 0), AT)

  const all = store.vectors.search(query)
  const some = store.vectors.search({ ...query, topK: 1, minSimilarity: 0.5 })
  const none = store.vectors.search({ ...query, modelId: 'no-model' })

  assert.deepEqual(rounded(all.hits), [
    ['frag_1', 1],
    ['frag_2', 0.6],
    ['frag_3', 0],
  ])
  assert.equal(all.totalSearched, 3)
  assert.deepEqual(rounded(some.hits), [['frag_1', 1]])
  assert.equal(some.totalSearched, 3)
  assert.deepEqual(none, { hits: [], totalSearched: 0 })
})

test("EXPLORE 4.4.2.1: a task's fragments are those with an edge to its claims, its claims those with its id", () => {
  using opened = twoTasks()
  const { store } = opened

  const fragments = store.vectors.search({ ...query, taskId: 'task_1' })
  const claims = store.vectors.search({ ...query, target: 'claim', taskId: 'task_2' })

  assert.deepEqual(rounded(fragments.hits), [
    ['frag_1', 1],
    ['frag_3', 0],
  ])
  assert.equal(fragments.totalSearched, 2)
  assert.deepEqual(rounded(claims.hits), [['claim_2', 0]])
  assert.equal(claims.totalSearched, 1)
})

test('a search sees what this store added, replaced, removed or took back since the last one', () => {
  using opened = twoTasks()
  const { store } = opened
  const ids = () => store.vectors.search({ ...query, minSimilarity: 0.9 }).hits.map(({ id }) => id)
  assert.deepEqual(ids(), ['frag_1'])

  store.fragments.saveAll([fragment('frag_4', 'page_1')])
  store.vectors.save('fragment', 'frag_4', MODEL, vector(1, 0), AT)
  assert.deepEqual(ids(), ['frag_1', 'frag_4'])

  store.vectors.save('fragment', 'frag_1', MODEL, vector(0, 1), AT)
  assert.deepEqual(ids(), ['frag_4'])

  store.db.exec("DELETE FROM embeddings WHERE target_id = 'frag_4'")
  assert.deepEqual(ids(), [])

  store.fragments.saveAll(['frag_5', 'frag_6'].map((id) => fragment(id, 'page_1')))
  assert.throws(() =>
    store.write(() => {
      store.vectors.save('fragment', 'frag_5', MODEL, vector(1, 0), AT)
      assert.deepEqual(ids(), ['frag_5'])
      throw new Error('undone')
    }),
  )
  store.vectors.save('fragment', 'frag_6', MODEL, vector(1, 0), AT)
  assert.deepEqual(ids(), ['frag_6'])
})

test('a search sees what another connection wrote', () => {
  using opened = twoTasks()
  const { store } = opened
  const found = () => store.vectors.search({ ...query, minSimilarity: 0.9 }).hits.map(({ id }) => id)
  assert.deepEqual(found(), ['frag_1'])
  const other = openAt(join(opened.folder, 'lyra.db'))

  other.vectors.save('fragment', 'frag_2', MODEL, vector(5, 0), AT)
  const replaced = found()
  other.db.exec("DELETE FROM embeddings WHERE target_id = 'frag_1'")
  other.close()

  assert.deepEqual(replaced, ['frag_1', 'frag_2'])
  assert.deepEqual(found(), ['frag_2'])
})

test('EXPLORE 4.4.7: what has no vector of a model yet is listed with its text', () => {
  using opened = twoTasks()
  const { store } = opened
  store.claims.saveAll([claim('claim_3', 'task_1', 'frag_1', { claim_text: 'DPP-4阻害薬は体重を増やさない' })])

  assert.deepEqual(store.vectors.missing('claim', MODEL, 10), [
    { id: 'claim_3', text: 'DPP-4阻害薬は体重を増やさない' },
  ])
  assert.deepEqual(
    store.vectors.missing('fragment', 'new-model', 2).map(({ id }) => id),
    ['frag_1', 'frag_2'],
  )
  assert.deepEqual(store.vectors.get('claim', 'claim_1', MODEL), vector(1, 0))
  assert.equal(store.vectors.get('claim', 'claim_3', MODEL), null)
})

test('EXPLORE 4.4.7: of one task, only its texts are listed and counted as missing', () => {
  using opened = twoTasks()
  const { store } = opened
  const missing = (target: 'claim' | 'fragment', taskId?: string) => [
    store.vectors.missing(target, 'new-model', 10, taskId).map(({ id }) => id),
    store.vectors.missingCount(target, 'new-model', taskId),
  ]

  assert.deepEqual(missing('fragment', 'task_1'), [['frag_1', 'frag_3'], 2])
  assert.deepEqual(missing('claim', 'task_2'), [['claim_2'], 1])
  assert.deepEqual(missing('fragment'), [['frag_1', 'frag_2', 'frag_3'], 3])
  store.vectors.save('fragment', 'frag_3', 'new-model', vector(1, 0), AT)
  assert.deepEqual(missing('fragment', 'task_1'), [['frag_1'], 1])
  assert.equal(store.vectors.missingCount('fragment', MODEL), 0)
})

test('GRAPH 2: the vector of a text that another process removed meanwhile is not saved', () => {
  using opened = twoTasks()
  const { store } = opened
  store.fragments.saveAll([fragment('frag_4', 'page_1')])
  store.claims.saveAll([claim('claim_3', 'task_1', 'frag_1')])
  const other = openAt(join(opened.folder, 'lyra.db'))
  other.db.exec("DELETE FROM fragments WHERE id = 'frag_4'; DELETE FROM claims WHERE id = 'claim_3'")
  other.close()

  const saved = [
    store.vectors.save('fragment', 'frag_4', MODEL, vector(1, 0), AT),
    store.vectors.save('claim', 'claim_3', MODEL, vector(1, 0), AT),
    store.vectors.save('claim', 'claim_1', MODEL, vector(1, 0), AT),
  ]

  const { hits, totalSearched } = store.vectors.search({ ...query, minSimilarity: 0.9 })
  const rows = store.db.prepare("SELECT count(*) AS n FROM embeddings WHERE target_id IN ('frag_4', 'claim_3')").get()
  assert.deepEqual(saved, [false, false, true])
  assert.deepEqual([rounded(hits), totalSearched], [[['frag_1', 1]], 3])
  assert.equal(rows?.n, 0)
})

test('FEEDBACK 2: a fragment a person called irrelevant is not found by its meaning; the claim from it is', () => {
  using opened = twoTasks()
  const { store } = opened
  const found = (over: Partial<Parameters<typeof store.vectors.search>[0]> = {}) => {
    const { hits, totalSearched } = store.vectors.search({ ...query, ...over })
    return [hits.map(({ id }) => id), totalSearched]
  }
  assert.deepEqual(found({ topK: 1 }), [['frag_1'], 3])

  store.fragments.markIrrelevant('frag_1')

  assert.deepEqual(found({ topK: 1 }), [['frag_2'], 2])
  assert.deepEqual(found(), [['frag_2', 'frag_3'], 2])
  assert.deepEqual(found({ taskId: 'task_1' }), [['frag_3'], 1])
  assert.deepEqual(found({ target: 'claim' }), [['claim_1', 'claim_2'], 2])
  store.write(() => {
    store.vectors.save('fragment', 'frag_1', MODEL, vector(1, 0), AT)
    store.vectors.save('fragment', 'frag_3', MODEL, vector(1, 0), AT)
    assert.deepEqual(found(), [['frag_3', 'frag_2'], 2])
  })
})

test('a vector of another length, an empty one or one with NaN is refused', () => {
  using opened = twoTasks()
  const { store } = opened
  const invalid = (error: unknown) => error instanceof LyraError && error.code === 'INVALID_PARAMS'

  assert.throws(() => store.vectors.save('fragment', 'frag_9', MODEL, vector(1, 2, 3), AT), invalid)
  assert.throws(() => store.vectors.save('fragment', 'frag_9', MODEL, vector(), AT), invalid)
  assert.throws(() => store.vectors.save('fragment', 'frag_9', MODEL, vector(Number.NaN, 1), AT), invalid)
  assert.throws(() => store.vectors.search({ ...query, vector: vector(1, 2, 3) }), invalid)
})
