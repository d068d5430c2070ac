import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replayClock } from '../../src/domain/clock.ts'
import type { Embedder } from '../../src/models/types.ts'
import { embedBackfill, embedMissing } from '../../src/research/embed-backfill.ts'
import { AT, claim, fragment, openAt, page, task, testStore } from '../store/graph-fixture.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

function lengthEmbedder(modelId: string): Embedder & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    modelId,
    dimension: 2,
    asked,
    embed: async (texts, signal) => {
      signal?.throwIfAborted()
      asked.push(...texts)
      return texts.map((text) => Float32Array.of(Math.cos(text.length), Math.sin(text.length)))
    },
  }
}

function filled() {
  const opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.pages.save(page('page_1'))
  const texts = Array.from({ length: 40 }, (_, index) => `DPP-4阻害薬の断片 ${'あ'.repeat(index)}`)
  store.fragments.saveAll(texts.map((text_content, index) => fragment(`frag_${index}`, 'page_1', { text_content })))
  store.claims.saveAll([claim('claim_1', 'task_1', 'frag_1', { claim_text: '血糖値が下がる' })])
  store.vectors.save('fragment', 'frag_0', 'old-model', Float32Array.of(1, 0), AT)
  return { opened, texts, parts: { store, clock: replayClock(Date.parse(AT)), log: silent } }
}

test('EXPLORE 4.4.7: after a crash or a change of model, whatever lacks a vector of the model gets one', async () => {
  const { opened, texts, parts } = filled()
  using _ = opened
  const embedder = lengthEmbedder('old-model')

  const first = await embedBackfill({ ...parts, embedder }, new AbortController().signal)
  const second = await embedBackfill({ ...parts, embedder }, new AbortController().signal)
  const changed = await embedBackfill({ ...parts, embedder: lengthEmbedder('new-model') }, new AbortController().signal)

  assert.deepEqual(first, { claims: 1, fragments: 39 })
  assert.deepEqual(embedder.asked, ['血糖値が下がる', ...texts.slice(1)])
  assert.deepEqual(second, { claims: 0, fragments: 0 })
  assert.deepEqual(changed, { claims: 1, fragments: 40 })
  assert.deepEqual(opened.store.vectors.missing('fragment', 'new-model', 5), [])
  assert.deepEqual(opened.store.vectors.get('fragment', 'frag_0', 'old-model'), Float32Array.of(1, 0))
})

test('EXPLORE 4.4.7: a stopped backlog keeps what it has done and goes on from there', async () => {
  const { opened, parts } = filled()
  using _ = opened
  const stop = new AbortController()
  const embedder = lengthEmbedder('old-model')
  const stopping: Embedder = {
    ...embedder,
    embed: async (texts, signal) => {
      if (embedder.asked.length > 10) stop.abort(new Error('closing'))
      return embedder.embed(texts, signal)
    },
  }
  await assert.rejects(embedBackfill({ ...parts, embedder: stopping }, stop.signal), /closing/)
  assert.equal(embedder.asked.length, 17)
  const rest = await embedBackfill({ ...parts, embedder }, new AbortController().signal)
  assert.deepEqual(rest, { claims: 0, fragments: 23 })
})

test('GRAPH 2: what another process removes while the model works gets no vector', async () => {
  const { opened, parts } = filled()
  using _ = opened
  const other = openAt(opened.store.path)
  const embedder = lengthEmbedder('new-model')
  const removing: Embedder = {
    ...embedder,
    embed: async (texts, signal) => {
      other.db.exec("DELETE FROM claims; DELETE FROM fragments WHERE id IN ('frag_2', 'frag_39')")
      return embedder.embed(texts, signal)
    },
  }

  const made = await embedBackfill({ ...parts, embedder: removing }, new AbortController().signal)
  other.close()

  const { vectors, db } = opened.store
  assert.deepEqual(made, { claims: 0, fragments: 38 })
  assert.deepEqual(
    ['frag_1', 'frag_2', 'frag_39'].map((id) => vectors.get('fragment', id, 'new-model') !== null),
    [true, false, false],
  )
  assert.equal(db.prepare("SELECT count(*) AS n FROM embeddings WHERE model_id = 'new-model'").get()?.n, 38)
})

test('EXPLORE 4.4.7: a bounded backlog stops at its number, and texts of like length go to the model together', async () => {
  const { opened, parts } = filled()
  using _ = opened
  const lengths: number[][] = []
  const embedder = lengthEmbedder('new-model')
  const noting: Embedder = {
    ...embedder,
    embed: async (texts) => {
      lengths.push(texts.map((text) => text.length))
      return embedder.embed(texts)
    },
  }
  opened.store.db.exec("UPDATE fragments SET text_content = 'long '|| hex(zeroblob(50)) WHERE id = 'frag_3'")
  const signal = new AbortController().signal

  const made = await embedMissing({ ...parts, embedder: noting }, 'fragment', signal, { most: 20 })

  assert.equal(made, 20)
  assert.deepEqual(lengths, [
    [11, 12, 13, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27].map((length) => length + 1),
    [28, 29, 30, 104].map((length) => length + 1),
  ])
  assert.equal(opened.store.vectors.missingCount('fragment', 'new-model'), 20)
})
