import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { citationCommunities, refreshCitationCommunities } from '../../src/store/citation-communities.ts'
import {
  AT,
  citation,
  claim,
  counted,
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

/**
 * Four claims of a task of 2025. f1 is of 2010, f2 of 2020, f3 of 2023, f4 undated; f5 was flagged irrelevant, f6 is of
 * a retracted paper. What is in brackets the confidence does not count, and no view does.
 *   A: f1 + f2 support, f3 refutes, f4 neutral (f5 supports)
 *   B: f2 supports, f1 refutes        C: f1 supports (f6 refutes)        D: nothing
 * Citations: p1 -> p5 (two sources), p2 -> p1, p3 -> p1, p5 -> p6 -> p7 -> p8; p5 came by citation and is retracted.
 */
let opened: TestStore

before(() => {
  opened = testStore()
  const { store } = opened
  for (const id of ['task_1', 'task_2']) store.tasks.insert(task(id))
  store.searches.insert(search('s_1', 'task_1'))
  const paper = store.works.merge(work({ cited_by_count: 120 }), AT, 'cause_test')
  const found = [
    page('p1', { year: 2010, domain: 'nejm.org' }),
    page('p2', { year: 2020, domain: 'pmda.go.jp', title: '審査報告書' }),
    page('p3', { published_at: '2023-04-01' }),
    page('p4', { published_at: 'undated' }),
  ]
  const cited = [page('p5', { year: 2005, is_retracted: true, work_id: paper.id })]
  for (const one of [...found, ...cited, page('p6', { year: 1999 }), page('p7'), page('p8')]) store.pages.save(one)
  lookAt(store, 's_1', found)
  lookAt(store, 's_1', cited, 'citation')
  store.fragments.saveAll([
    fragment('f1', 'p1'),
    fragment('f2', 'p2'),
    fragment('f3', 'p3'),
    fragment('f4', 'p4'),
    fragment('f5', 'p3', { is_irrelevant: true }),
    fragment('f6', 'p5'),
  ])
  store.claims.saveAll([
    claim('A', 'task_1', 'f1', { confidence: 0.6 }),
    claim('B', 'task_1', 'f2'),
    claim('C', 'task_1', 'f3', { confidence: 0.9 }),
    claim('D', 'task_1', 'f4'),
    claim('Z', 'task_2', 'f1'),
  ])
  for (const edge of [
    stance('f1', 'A', 'supports', 0.8),
    stance('f2', 'A', 'supports', 0.9),
    stance('f3', 'A', 'refutes', 0.7),
    stance('f4', 'A', 'neutral', 0.6),
    stance('f5', 'A', 'supports', 0.9),
    stance('f2', 'B', 'supports', 0.9),
    stance('f1', 'B', 'refutes', 0.6),
    stance('f1', 'C', 'supports', 0.5),
    stance('f6', 'C', 'refutes', 0.9),
    stance('f1', 'Z', 'supports', 0.5),
  ])
    store.edges.saveStance(edge)
  const uncounted = false
  for (const [id, confidence, parts] of [
    [
      'A',
      0.6,
      [
        ['f1', 'supports'],
        ['f2', 'supports'],
        ['f3', 'refutes'],
        ['f5', 'supports', uncounted],
      ],
    ],
    [
      'B',
      0.5,
      [
        ['f2', 'supports'],
        ['f1', 'refutes'],
      ],
    ],
    [
      'C',
      0.9,
      [
        ['f1', 'supports'],
        ['f6', 'refutes', uncounted],
      ],
    ],
    ['Z', 0.5, [['f1', 'supports']]],
  ] as const)
    store.claims.setConfidence(id, confidence, counted(id, parts))
  for (const edge of [
    citation('p1', 'p5'),
    citation('p1', 'p5', 'semantic_scholar'),
    citation('p2', 'p1'),
    citation('p3', 'p1'),
    citation('p5', 'p6'),
    citation('p6', 'p7'),
    citation('p7', 'p8'),
  ])
    store.edges.saveCitation(edge)
})

after(() => opened[Symbol.dispose]())

/** The rows of a view for the task, without task_id, as arrays in the order of its columns. */
function rows(view: string, taskId = 'task_1'): unknown[][] {
  return opened.store.db
    .prepare(`SELECT * FROM ${view} WHERE task_id = ? ORDER BY 2, 3, 4`)
    .all(taskId)
    .map(({ task_id: _task, ...row }) => Object.values(row))
}

test('EXPLORE 4.2.3 v_claim_evidence_summary counts both sides, the undecided and what does not count', () => {
  assert.deepEqual(rows('v_claim_evidence_summary'), [
    ['A', 'claim text of A', 2, 1, 1, 1, 0.6, 1],
    ['B', 'claim text of B', 1, 1, 0, 0, 0.5, 1],
    ['C', 'claim text of C', 1, 0, 0, 1, 0.9, 0],
    ['D', 'claim text of D', 0, 0, 0, 0, 0.5, 0],
  ])
})

test('EXPLORE 4.2.3 v_contradictions scores how even a dispute is', () => {
  assert.deepEqual(rows('v_contradictions'), [
    ['A', 'claim text of A', 2, 1, 0.5],
    ['B', 'claim text of B', 1, 1, 1],
  ])
})

test('EXPLORE 4.2.3 v_unsupported_claims lists claims with fewer than two sides taken', () => {
  assert.deepEqual(rows('v_unsupported_claims'), [
    ['C', 'claim text of C', 1, 0.2],
    ['D', 'claim text of D', 0, 1],
  ])
})

test('EXPLORE 4.2.3 v_evidence_chain follows a claim to what its own source supports', () => {
  assert.deepEqual(rows('v_evidence_chain'), [['f2', 'A', 'C', 0.45]])
})

test('EXPLORE 4.2.3 v_hub_pages lists pages under several claims of one task', () => {
  assert.deepEqual(rows('v_hub_pages'), [
    ['p1', 'Title of p1', 'nejm.org', 2, 2],
    ['p2', '審査報告書', 'pmda.go.jp', 2, 0],
  ])
  assert.deepEqual(rows('v_hub_pages', 'task_2'), [])
})

test('EXPLORE 4.2.3 v_citation_flow tells the steps from what a search found', () => {
  assert.deepEqual(rows('v_citation_flow'), [
    ['p1', 'p5', 'openalex', 1],
    ['p1', 'p5', 'semantic_scholar', 1],
    ['p2', 'p1', 'openalex', 1],
    ['p3', 'p1', 'openalex', 1],
    ['p5', 'p6', 'openalex', 2],
  ])
})

test('EXPLORE 4.2.3 v_citation_clusters shows the communities last computed', () => {
  assert.deepEqual(rows('v_citation_clusters'), [])

  const groups = refreshCitationCommunities(opened.store, 'task_1')
  refreshCitationCommunities(opened.store, 'task_1')

  assert.equal(groups, 1)
  assert.deepEqual(rows('v_citation_clusters'), [['p1', '["p1","p2","p3","p5"]', 3, 4]])
})

test('EXPLORE 4.2.3 v_orphan_sources lists pages no other page cites', () => {
  assert.deepEqual(rows('v_orphan_sources'), [
    ['p2', '審査報告書', 'pmda.go.jp', 2],
    ['p3', 'Title of p3', 'example.org', 0],
    ['p4', 'Title of p4', 'example.org', 0],
  ])
})

test('EXPLORE 4.2.3 v_evidence_timeline counts evidence by year', () => {
  assert.deepEqual(rows('v_evidence_timeline'), [
    [2010, 1, 3, 0.6333],
    [2020, 1, 2, 0.9],
    [2023, 1, 1, 0.7],
  ])
})

test('EXPLORE 4.2.3 v_claim_temporal_support gives the years of support and whether it held', () => {
  assert.deepEqual(rows('v_claim_temporal_support'), [
    ['A', 2010, 2020, 10, 0.6667],
    ['B', 2020, 2020, 0, 0.5],
    ['C', 2010, 2010, 0, 1],
  ])
})

test('EXPLORE 4.2.3 v_emerging_consensus finds the claim whose support grew', () => {
  assert.deepEqual(rows('v_emerging_consensus'), [['B', 'claim text of B', 0.2, 2]])
})

test('EXPLORE 4.2.3 v_outdated_evidence counts years from the newest evidence to the task', () => {
  assert.deepEqual(rows('v_outdated_evidence'), [
    ['B', 'claim text of B', 2020, 5],
    ['C', 'claim text of C', 2010, 15],
  ])
})

test('EXPLORE 4.2.3 v_source_authority weighs citations and recency, and gives a retracted page nothing', () => {
  assert.deepEqual(rows('v_source_authority'), [
    ['p1', 'Title of p1', 1.4213, 1, 2, 2010],
    ['p2', '審査報告書', 1.1288, 1, 0, 2020],
    ['p3', 'Title of p3', 1.411, 1, 0, 2023],
    ['p4', 'Title of p4', 0.5, 0, 0, null],
    ['p5', 'Title of p5', 0, 1, 120, 2005],
  ])
})

test('EXPLORE 4.2.3 v_controversy_by_era notices the decade in which a claim changed sides', () => {
  assert.deepEqual(rows('v_controversy_by_era'), [
    [2010, 0, 3, 0],
    [2020, 1, 1, 1],
  ])
})

test('EXPLORE 4.2.3 v_citation_age_gap counts how old the cited are', () => {
  assert.deepEqual(rows('v_citation_age_gap'), [
    [2005, 1999, 6, 1],
    [2010, 2005, 5, 1],
    [2020, 2010, 10, 1],
    [2023, 2010, 13, 1],
  ])
})

test('EXPLORE 4.2.3 v_evidence_freshness tells the age of evidence and which side is recent', () => {
  assert.deepEqual(rows('v_evidence_freshness'), [
    ['A', 'claim text of A', 7.3333, 0, 1],
    ['B', 'claim text of B', 10, 0, 0],
    ['C', 'claim text of C', 15, 0, 0],
  ])
})

test('two groups that cite within themselves are two communities, whatever the order', () => {
  const pairs = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
    ['x', 'y'],
    ['y', 'z'],
    ['z', 'x'],
    ['a', 'x'],
    ['q', 'q'],
  ] as const

  const groups = citationCommunities(pairs)
  const reversed = citationCommunities([...pairs].reverse())

  const together = (map: ReadonlyMap<string, string>) =>
    [...map.keys()].sort().map((key) => (map.get(key) === map.get('a') ? `${key}1` : `${key}2`))
  assert.deepEqual(together(groups), ['a1', 'b1', 'c1', 'x2', 'y2', 'z2'])
  assert.deepEqual(together(reversed), ['a1', 'b1', 'c1', 'x2', 'y2', 'z2'])
})

test('EXPLORE 4.2.3: no view filtered by task walks through a whole table', () => {
  const { store } = opened
  const walked = store.views().flatMap(({ name }) =>
    store.db
      .prepare(`EXPLAIN QUERY PLAN SELECT * FROM ${name} WHERE task_id = 'task_1'`)
      .all()
      .map((row) => String(row.detail))
      // Subqueries and the views themselves may be scanned; tables have short aliases.
      .filter((detail) => /^SCAN (?:c|e|f|p|q|sp|t|m|a|b|first|second|middle|citing|cited|cite)\b/u.test(detail))
      .map((detail) => `${name}: ${detail}`),
  )

  assert.deepEqual(walked, [])
})
