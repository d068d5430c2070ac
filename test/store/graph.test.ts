import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LyraError } from '../../src/domain/errors.ts'
import {
  AT,
  citation,
  claim,
  fragment,
  lookAt,
  page,
  search,
  stance,
  type TestStore,
  task,
  testStore,
  work,
} from './graph-fixture.ts'

const notFound = (error: unknown) => error instanceof LyraError && error.code === 'NOT_FOUND'

/** Two pages, a fragment each, two claims of one task. */
function smallGraph(): TestStore {
  const opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.searches.insert(search('s_1', 'task_1'))
  const pages = [page('page_1'), page('page_2')]
  for (const one of pages) store.pages.save(one)
  lookAt(store, 's_1', pages)
  store.fragments.saveAll([fragment('frag_1', 'page_1'), fragment('frag_2', 'page_2')])
  store.claims.saveAll([claim('claim_1', 'task_1', 'frag_1'), claim('claim_2', 'task_1', 'frag_2')])
  return opened
}

test('GRAPH 1.3: the same URL gives the page that is there, under its first id', () => {
  using opened = testStore()
  const { store } = opened
  const first = page('page_1', { paper_metadata: { venue: 'NEJM' }, quality_flags: ['thin'] })

  const saved = store.pages.save(first)
  const again = store.pages.save(page('page_other', { url: first.url, title: 'Another title', year: 2021 }))

  assert.deepEqual(saved, { page: first, created: true })
  assert.deepEqual(again, { page: { ...first, year: 2021 }, created: false })
  assert.equal(store.pages.get('page_other'), null)
  assert.deepEqual(store.pages.byUrl(first.url), { ...first, year: 2021 })
})

test('GRAPH 1.3: a page that was refused before is filled by the first success, id unchanged', () => {
  using opened = testStore()
  const { store } = opened
  store.pages.save(page('page_1', { outcome: 'blocked', http_status: 403, title: null }))

  const saved = store.pages.save(page('page_x', { url: 'https://example.org/page_1', title: '添付文書' }))

  assert.equal(saved.created, true)
  assert.deepEqual([saved.page.id, saved.page.outcome, saved.page.title], ['page_1', 'ok', '添付文書'])
})

test('GRAPH 1.3: a later source that knows of a retraction marks the page', () => {
  using opened = testStore()
  const { store } = opened
  store.pages.save(page('page_1'))

  store.pages.save(page('page_1', { is_retracted: true }))

  assert.equal(store.pages.get('page_1')?.is_retracted, true)
})

test('GRAPH 1.3: a page is found by its DOI however it is spelled, and the first page keeps it', () => {
  using opened = testStore()
  const { store } = opened
  store.pages.save(page('page_1'))
  store.pages.save(page('page_2'))

  store.pages.index({ type: 'doi', value: '10.1056/NEJMoa1501352' }, 'page_1', AT)
  store.pages.index({ type: 'doi', value: 'https://doi.org/10.1056/nejmoa1501352' }, 'page_2', AT)

  assert.equal(store.pages.byIdentifier({ type: 'doi', value: 'doi:10.1056/NEJMOA1501352' })?.id, 'page_1')
  assert.equal(store.pages.byIdentifier({ type: 'pmid', value: '26052984' }), null)
})

test('pages and fragments of a task are those its searches looked at, irrelevant fragments left out', () => {
  using opened = smallGraph()
  const { store } = opened
  store.pages.save(page('page_3'))
  store.fragments.saveAll([fragment('frag_3', 'page_3')])

  store.fragments.markIrrelevant('frag_2')

  assert.deepEqual(
    store.pages.ofTask('task_1').map(({ id }) => id),
    ['page_1', 'page_2'],
  )
  assert.deepEqual(
    store.fragments.ofTask('task_1').map(({ id }) => id),
    ['frag_1'],
  )
})

test('GRAPH 1.3: saving fragments twice is saving once, and returns them in the order asked', () => {
  using opened = smallGraph()
  const { store } = opened
  store.fragments.setCluster('frag_1', 'cluster_a')

  const saved = store.fragments.saveAll([
    fragment('frag_9', 'page_1', { position: 5 }),
    fragment('frag_1', 'page_1', { text_content: 'changed' }),
  ])

  assert.deepEqual(
    saved.map(({ id, cluster_id }) => [id, cluster_id]),
    [
      ['frag_9', null],
      ['frag_1', 'cluster_a'],
    ],
  )
  assert.equal(store.fragments.get('frag_1')?.text_content, 'シタグリプチンはHbA1cを0.7%低下させた (frag_1)。')
  assert.deepEqual(
    store.fragments.ofPage('page_1').map(({ id }) => id),
    ['frag_1', 'frag_9'],
  )
  assert.deepEqual(
    store.fragments.many(['frag_2', 'frag_no', 'frag_1']).map(({ id }) => id),
    ['frag_2', 'frag_1'],
  )
})

test('a claim whose id is there is ignored; confidence, verification and the decay mark change', () => {
  using opened = smallGraph()
  const { store } = opened

  store.claims.saveAll([claim('claim_1', 'task_1', 'frag_1', { claim_text: 'overwritten?' })])
  const why = [
    {
      edge_id: 'edge_1',
      relation: 'supports' as const,
      weight: 0.684,
      counted: true,
      reliability: 0.855,
      reliability_parts: { extraction_method: 0.9, fragment_type: 0.95, quality: 1, span: 1 },
      nli_confidence: 0.8,
      source_group: 'domain example.org',
      reason: null,
    },
  ]
  store.claims.setConfidence('claim_1', 0.69, why)
  store.claims.setVerification('claim_1', {
    ...{ status: 'rejected', adopted: false, reason: 'contradicts a source of much higher trust' },
  })
  store.claims.setNoRefutationFound('claim_1', true)

  assert.deepEqual(
    store.claims.get('claim_1'),
    claim('claim_1', 'task_1', 'frag_1', {
      confidence: 0.69,
      verification_status: 'rejected',
      adopted: false,
      status_reason: 'contradicts a source of much higher trust',
      not_adopted_reason: 'contradicts a source of much higher trust',
      no_refutation_found: true,
    }),
  )
  assert.deepEqual(store.claims.why('claim_1'), why)
  assert.throws(() => store.claims.why('claim_no'), notFound)
  assert.throws(() => store.claims.setConfidence('claim_no', 0.5, []), notFound)
})

test('TRUST 1: contradictions are kept by id and dropped by task', () => {
  using opened = smallGraph()
  const { store } = opened
  const row = {
    id: 'con_1',
    task_id: 'task_1',
    claim_id: 'claim_1',
    opposing_fragment_id: 'frag_2',
    opposing_claim_id: 'claim_2',
    contradiction_type: 'contested' as const,
    claim_trust: 'ACADEMIC' as const,
    opposing_trust: 'GOVERNMENT' as const,
    created_at: AT,
    cause_id: 'cause_test',
  }

  store.claims.saveContradiction(row)
  store.claims.saveContradiction({ ...row, contradiction_type: 'misinformation' })

  assert.deepEqual(store.claims.contradictions('task_1'), [{ ...row, contradiction_type: 'misinformation' }])
  store.claims.dropContradictions('task_1')
  assert.deepEqual(store.claims.contradictions('task_1'), [])
})

test('one stance edge a fragment and claim: a new judgement replaces the old', () => {
  using opened = smallGraph()
  const { store } = opened

  store.edges.saveStance(stance('frag_1', 'claim_1', 'neutral', 0.5))
  store.edges.saveStance(stance('frag_1', 'claim_1', 'supports', 0.9, { id: 'edge_new' }))

  assert.deepEqual(store.edges.stancesOfTask('task_1'), [
    stance('frag_1', 'claim_1', 'supports', 0.9, { id: 'edge_new' }),
  ])
  assert.deepEqual(
    store.claims.touchedByFragment('frag_1').map(({ id }) => id),
    ['claim_1'],
  )
})

test('FEEDBACK 1 correct_nli: a stance a person corrected is never overwritten, and keeps what the model had said', () => {
  using opened = smallGraph()
  const { store } = opened
  store.edges.saveStance(stance('frag_1', 'claim_1', 'neutral', 0.5))

  store.edges.correct('edge_frag_1_claim_1', 'refutes', 0.95)
  store.edges.saveStance(stance('frag_1', 'claim_1', 'supports', 0.99))

  assert.deepEqual(
    store.edges.get('edge_frag_1_claim_1'),
    stance('frag_1', 'claim_1', 'refutes', 0.95, {
      nli_label: 'neutral',
      nli_raw_confidence: 0.5,
      human_corrected: true,
    }),
  )
  assert.throws(() => store.edges.correct('edge_no', 'refutes', 1), notFound)
})

test('GRAPH 4.1: evidence of a claim comes with fragment and page, without flagged fragments', () => {
  using opened = smallGraph()
  const { store } = opened
  store.edges.saveStance(stance('frag_1', 'claim_1', 'supports', 0.9))
  store.edges.saveStance(stance('frag_2', 'claim_1', 'refutes', 0.8))

  const both = store.edges.evidenceFor('claim_1')
  store.fragments.markIrrelevant('frag_2')
  const left = store.edges.evidenceFor('claim_1')

  assert.deepEqual(both[0], {
    ...stance('frag_1', 'claim_1', 'supports', 0.9),
    fragment: fragment('frag_1', 'page_1'),
    page: page('page_1'),
  })
  assert.deepEqual(
    both.map(({ relation }) => relation),
    ['supports', 'refutes'],
  )
  assert.deepEqual(
    left.map(({ id }) => id),
    ['edge_frag_1_claim_1'],
  )
})

test('TRUST 3: a citation is kept once a source, found among pages, and removed whole', () => {
  using opened = smallGraph()
  const { store } = opened
  store.pages.save(page('page_3'))

  store.edges.saveCitation(citation('page_1', 'page_2'))
  store.edges.saveCitation({ ...citation('page_1', 'page_2'), id: 'edge_again' })
  store.edges.saveCitation(citation('page_1', 'page_2', 'semantic_scholar'))
  store.edges.saveCitation(citation('page_2', 'page_3'))

  assert.deepEqual(
    store.edges.citationsAmong(['page_1', 'page_2']).map(({ citation_source }) => citation_source),
    ['openalex', 'semantic_scholar'],
  )
  assert.equal(store.edges.removeCitation('page_1', 'page_2'), true)
  assert.equal(store.edges.removeCitation('page_1', 'page_2'), false)
  assert.deepEqual(store.edges.citationsAmong(['page_1', 'page_2']), [])
})

test('an edge of the wrong shape is refused', () => {
  using opened = smallGraph()
  const { store } = opened

  assert.throws(
    () => store.edges.saveStance(citation('page_1', 'page_2')),
    (error) => error instanceof LyraError && error.code === 'INVALID_PARAMS',
  )
})

test('a page keeps its link when its work is merged into another', () => {
  using opened = testStore()
  const { store } = opened
  const older = store.works.merge(work({ identifiers: [{ type: 'doi', value: '10.1/a' }] }), AT, 'cause_test')
  const younger = store.works.merge(
    work({ identifiers: [{ type: 'pmid', value: '123' }], title: 'TECOS', year: null }),
    AT,
    'cause_test',
  )
  store.pages.save(page('page_1', { work_id: younger.id }))

  const both = [
    { type: 'doi', value: '10.1/A' },
    { type: 'pmid', value: '123' },
  ] as const
  store.works.merge(work({ identifiers: both }), AT, 'cause_test')

  assert.equal(store.pages.get('page_1')?.work_id, older.id)
  assert.equal(store.works.get(younger.id), null)
  assert.deepEqual(store.works.get(older.id)?.identifiers, [
    { type: 'doi', value: '10.1/a' },
    { type: 'pmid', value: '123' },
  ])
})
