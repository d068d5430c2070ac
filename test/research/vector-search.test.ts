import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replayClock } from '../../src/domain/clock.ts'
import type { Embedder } from '../../src/models/types.ts'
import { DomainTrust } from '../../src/research/domain-trust.ts'
import { searchVectors } from '../../src/research/vector-search.ts'
import { AT, claim, fragment, page, task, testStore } from '../store/graph-fixture.ts'

const embedder: Embedder = {
  modelId: 'new-model',
  dimension: 2,
  embed: async (texts) =>
    texts.map((text) => (text === 'broken' ? Float32Array.of(Number.NaN, 1) : Float32Array.of(1, 0))),
}

function homeOf(texts: readonly string[]) {
  const opened = testStore()
  const { store } = opened
  store.pages.save(page('page_1'))
  store.fragments.saveAll(
    texts.map((text_content, index) => fragment(`frag_${String(index).padStart(3, '0')}`, 'page_1', { text_content })),
  )
  const warned: string[] = []
  const log = { debug: () => {}, info: () => {}, warn: (event: string) => warned.push(event), error: () => {} }
  const parts = { store, embedder, clock: replayClock(Date.parse(AT)), log, trust: new DomainTrust([], store.domains) }
  const signal = new AbortController().signal
  const search = async (makeUp: boolean, behind = true) => {
    const request = { query: 'tea', target: 'fragments', top_k: 1, min_similarity: 0.5, preview_chars: 200 } as const
    const { results, total_searched, not_embedded } = await searchVectors(parts, request, { makeUp, behind, signal })
    return [results.map(({ id }) => id), total_searched, not_embedded]
  }
  return { opened, warned, search }
}

test('EXPLORE 4.4.7: a command embeds 500 texts before it searches and says how many are left', async () => {
  const { opened, search } = homeOf(Array.from({ length: 503 }, (_, index) => `text ${index}`))
  using _ = opened

  assert.deepEqual(await search(false), [[], 0, 503])
  assert.deepEqual(await search(false, false), [[], 0, undefined])
  assert.deepEqual(await search(true), [['frag_000'], 500, 3])
  assert.deepEqual(await search(true), [['frag_000'], 503, undefined])
})

test('EXPLORE 4.4.7: a text the model cannot take keeps no other from being searched', async () => {
  const { opened, warned, search } = homeOf([...Array.from({ length: 20 }, (_, index) => `t ${index}`), 'broken'])
  using _ = opened

  assert.deepEqual(await search(true), [['frag_000'], 16, 5])
  assert.deepEqual(warned, ['backlog_failed'])
})

test('REQ 4.4.1 L5: beside a claim stand its trust and verification; claim and fragment say where they can be read', async () => {
  using opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.pages.save(page('page_1', { domain: 'blog.example', url: 'https://blog.example/1' }))
  store.fragments.saveAll([fragment('frag_1', 'page_1', { text_content: 'Tea helps.' })])
  store.claims.saveAll([claim('claim_1', 'task_1', 'frag_1', { claim_text: 'Tea.', verification_status: 'contested' })])
  for (const [target, id] of [
    ['claim', 'claim_1'],
    ['fragment', 'frag_1'],
  ] as const)
    store.vectors.save(target, id, embedder.modelId, Float32Array.of(1, 0), AT)
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  const parts = { store, embedder, clock: replayClock(Date.parse(AT)), log, trust: new DomainTrust([], store.domains) }
  const rule = { makeUp: false, behind: false, signal: new AbortController().signal }
  const search = async (target: 'claims' | 'fragments', preview_chars = 200) =>
    (await searchVectors(parts, { query: 'tea', target, top_k: 10, min_similarity: 0.5, preview_chars }, rule)).results
  const place = { page_id: 'page_1', source_url: 'https://blog.example/1' }

  assert.deepEqual(await search('claims'), [
    {
      id: 'claim_1',
      text_preview: 'Tea.',
      ...place,
      source_trust_level: 'UNVERIFIED',
      verification_status: 'contested',
      similarity: 1,
    },
  ])
  assert.deepEqual(await search('fragments'), [{ id: 'frag_1', text_preview: 'Tea helps.', ...place, similarity: 1 }])
  assert.equal((await search('fragments', 3))[0]?.text_preview, 'Tea')
})
