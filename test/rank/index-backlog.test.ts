import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexBackfill } from '../../src/research/index-backfill.ts'
import type { TermSource } from '../../src/store/index-types.ts'
import { claim, fragment, openAt, page, task, testStore } from '../store/graph-fixture.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const never = new AbortController().signal

/** 40 fragments and a claim that a store without an analyser has saved. */
function filled() {
  const opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.pages.save(page('page_1'))
  const texts = Array.from({ length: 40 }, (_, index) => `sample ${index}`)
  store.fragments.saveAll(
    texts.map((text_content, index) => fragment(`frag_${index}`, 'page_1', { text_content, heading_context: null })),
  )
  store.claims.saveAll([claim('claim_1', 'task_1', 'frag_1', { claim_text: 'a claim' })])
  return opened
}

function splitting(before: () => void = () => {}): TermSource & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    version: 'split',
    asked,
    termsOf: (text) => {
      before()
      asked.push(text)
      return { terms: text.split(' '), pairs: [], compounds: [] }
    },
  }
}

test('EXPLORE 4.4.7: whatever lacks an entry gets one, once, claims first', async () => {
  using opened = filled()
  const source = splitting()
  const store = openAt(opened.store.path, undefined, source)
  try {
    const first = await indexBackfill({ store, log: silent }, never)
    const second = await indexBackfill({ store, log: silent }, never)

    assert.deepEqual(first, { claims: 1, fragments: 40 })
    assert.deepEqual(second, { claims: 0, fragments: 0 })
    assert.deepEqual([source.asked.length, source.asked[0], source.asked[1]], [41, 'a claim', 'sample 0'])
  } finally {
    store.close()
  }
})

test('EXPLORE 4.4.7: a stopped backlog keeps what it has done, and a bounded one stops at its number', async () => {
  using opened = filled()
  const stop = new AbortController()
  const source: ReturnType<typeof splitting> = splitting(() => {
    if (source.asked.length === 20) stop.abort(new Error('closing'))
  })
  const store = openAt(opened.store.path, undefined, source)
  try {
    await assert.rejects(indexBackfill({ store, log: silent }, stop.signal), /closing/)
    assert.equal(store.texts.missingCount('fragment'), 8)

    assert.deepEqual(await indexBackfill({ store, log: silent }, never, 5), { claims: 0, fragments: 5 })
    assert.equal(store.texts.missingCount('fragment'), 3)
  } finally {
    store.close()
  }
})
