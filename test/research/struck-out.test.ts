import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStruckWhole } from '../../src/domain/revision.ts'
import { toFragments } from '../../src/extract/fragments.ts'
import { isEvidence } from '../../src/research/stages/evidence.ts'
import { searchVectors } from '../../src/research/vector-search.ts'
import { fragment } from '../store/graph-fixture.ts'
import { graphWorld } from './graph/graph-world.ts'

const SALES = 'Sales of the mill rose by 7 % in the spring of 2024.'
const STRUCK = { text_content: SALES, revisions: [{ kind: 'struck', start: 0, text: SALES }] } as const
const CORRECTED = {
  text_content: 'Sales of the mill rose by 5 % in the spring of 2024.',
  revisions: [{ kind: 'struck', start: 0, text: SALES }],
} as const

test('REQ 3.3.1: a passage that its page has struck out is no evidence, one of which a part is struck out is', () => {
  assert.equal(isStruckWhole(fragment('frag_1', 'page_1', STRUCK)), true)
  assert.equal(isEvidence(fragment('frag_1', 'page_1', STRUCK)), false)
  assert.equal(isEvidence(fragment('frag_1', 'page_1', CORRECTED)), true)
  assert.equal(isEvidence(fragment('frag_1', 'page_1', { text_content: SALES })), true)
})

test('EXPLORE 4.4.7: a passage that its page has struck out is told as struck where it is found', async () => {
  using world = graphWorld()
  world.source('struck', 'mill.example', { fragment: STRUCK })
  world.source('corrected', 'press.example', { fragment: CORRECTED })
  const { store, clock, trust } = world
  const embedder = { modelId: 'm', dimension: 2, embed: async () => [Float32Array.of(1, 0)] }
  for (const id of ['f_struck', 'f_corrected'])
    store.vectors.save('fragment', id, 'm', Float32Array.of(1, 0), '2025-01-15T10:00:00.000Z')
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  const request = { query: 'sales', target: 'fragments', top_k: 5, min_similarity: 0.5, preview_chars: 200 } as const
  const rule = { makeUp: false, behind: false, signal: new AbortController().signal }
  const { results } = await searchVectors({ store, embedder, clock, log, trust }, request, rule)

  assert.deepEqual(results.map(({ id, struck_out }) => [id, struck_out]).sort(), [
    ['f_corrected', undefined],
    ['f_struck', true],
  ])
})

test('REQ 3.2: a heading that is struck out stands over nothing', () => {
  const block = (type: 'heading' | 'paragraph', text: string) => ({
    ...{ type, text, level: type === 'heading' ? 2 : 0, emitted: type !== 'heading', page: null },
  })
  const blocks = [block('heading', '\ufdd3Closed for good\ufdd4'), block('paragraph', SALES)]
  const [only] = toFragments(blocks, 'html', () => 'en', 'en')

  assert.equal(only?.heading_context, null)
})
