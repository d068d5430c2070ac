import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { weighClaim } from '../../src/research/graph/claim-confidence.ts'
import type { SearchRun } from '../../src/research/parts.ts'
import { decayUnrefuted } from '../../src/research/refutation.ts'
import { judgeStances } from '../../src/research/stages/stance.ts'
import { AT, claim, fragment, page, search, stance, task, testStore, work } from '../store/graph-fixture.ts'

const MODEL = 'test-embed'
const NEAR = Float32Array.from([1, 0])
const FAR = Float32Array.from([0, 1])

function openRun(over: object = {}) {
  const opened = testStore()
  const { store } = opened
  store.tasks.insert(task('task_1'))
  store.searches.insert(search('s_1', 'task_1'))
  const judged: string[] = []
  const run = {
    parts: {
      store,
      settings: defaultSettings,
      embedder: { modelId: MODEL },
      clock: { now: () => Date.parse(AT) },
      stance: {
        judgeFragments: async (_claim: unknown, fragments: readonly { id: string }[]) => {
          judged.push(...fragments.map(({ id }) => id))
          return fragments.map(() => ({
            relation: 'supports',
            confidence: 0.8,
            scores: { supports: 0.8, refutes: 0.1, neutral: 0.1 },
            rationale: 'The deciding sentence.',
            notes: [],
          }))
        },
      },
    },
    task: task('task_1'),
    row: search('s_1', 'task_1'),
    causeId: 'cause_test',
    signal: new AbortController().signal,
    step: () => {},
    queryVector: NEAR,
    ...over,
  } as never as SearchRun
  return { opened, store, run, judged }
}

test('REQ 3.1.7.5: a claim the refuting search was about and nothing speaks against is marked; what it was not about is not', () => {
  const { opened, store, run } = openRun()
  using _ = opened
  store.pages.save(page('page_1'))
  store.fragments.saveAll([fragment('f_1', 'page_1'), fragment('f_2', 'page_1')])
  store.claims.saveAll(['c_about', 'c_refuted', 'c_other'].map((id) => claim(id, 'task_1', 'f_1')))
  for (const [id, vector] of [
    ['c_about', NEAR],
    ['c_refuted', NEAR],
    ['c_other', FAR],
  ] as const)
    store.vectors.save('claim', id, MODEL, vector, AT)
  store.edges.saveStance(stance('f_2', 'c_refuted', 'refutes', 0.9))

  decayUnrefuted(run)

  const marks = () => store.claims.ofTask('task_1').map(({ id, no_refutation_found: mark }) => [id, mark])
  assert.deepEqual(marks(), [
    ['c_about', true],
    ['c_refuted', false],
    ['c_other', false],
  ])
  store.edges.saveStance(stance('f_2', 'c_about', 'refutes', 0.9))
  decayUnrefuted(run)
  assert.deepEqual(marks()[0], ['c_about', false])
})

test('REQ 3.1.7.5: the mark costs 5 % of the confidence, once however often nothing is found', () => {
  const node = { claim: claim('c_1', 'task_1', 'f_1'), evidence: [] }
  const plain = weighClaim({} as never, node as never).value
  const marked = weighClaim({} as never, { ...node, claim: { ...node.claim, no_refutation_found: true } } as never)
  assert.equal(marked.value, plain * 0.95)
})

test('REQ 3.3.1: neither the page of a claim nor a copy of its fragment is asked about it; the deciding sentence is kept', async () => {
  const { opened, store, run, judged } = openRun()
  using _ = opened
  for (const id of ['page_own', 'page_copy', 'page_free', 'page_far'])
    store.pages.save(page(id, { domain: `${id}.example` }))
  const fragments = [
    fragment('f_own', 'page_own', { cluster_id: 'f_own' }),
    fragment('f_own_next', 'page_own', { position: 1 }),
    fragment('f_copy', 'page_copy', { cluster_id: 'f_own' }),
    fragment('f_free', 'page_free'),
    fragment('f_far', 'page_far'),
  ]
  store.fragments.saveAll(fragments)
  for (const { id } of fragments) store.vectors.save('fragment', id, MODEL, id === 'f_far' ? FAR : NEAR, AT)
  const fresh = claim('c_1', 'task_1', 'f_own')
  store.claims.saveAll([fresh])
  store.vectors.save('claim', 'c_1', MODEL, NEAR, AT)

  await judgeStances(run, { fresh: [fresh], old: [] }, { all: fragments, fresh: fragments })

  assert.deepEqual(judged, ['f_free'])
  assert.deepEqual(
    store.edges.evidenceFor('c_1').map(({ relation, rationale }) => [relation, rationale]),
    [['supports', 'The deciding sentence.']],
  )
})

test('REQ 3.1.7.3, 3.3.3: no other page of the same paper or the same narrative is asked about the claim', async () => {
  const { opened, store, run, judged } = openRun()
  using _ = opened
  const saved = store.works.merge(work(), AT, 'cause_test')
  const pages = [
    page('page_abstract', { work_id: saved.id, narrative_id: 'page_wire' }),
    page('page_full', { work_id: saved.id }),
    page('page_wire', { narrative_id: 'page_wire' }),
    page('page_other_story', { narrative_id: 'page_other_story' }),
    page('page_plain'),
  ]
  const fragments = pages.map(({ id }) => fragment(`f_${id}`, id))
  for (const one of pages) store.pages.save({ ...one, domain: `${one.id}.example` })
  store.fragments.saveAll(fragments)
  for (const { id } of fragments) store.vectors.save('fragment', id, MODEL, NEAR, AT)
  const claims = [claim('c_abstract', 'task_1', 'f_page_abstract'), claim('c_plain', 'task_1', 'f_page_plain')]
  store.claims.saveAll(claims)
  for (const { id } of claims) store.vectors.save('claim', id, MODEL, NEAR, AT)

  await judgeStances(run, { fresh: claims.slice(0, 1), old: [] }, { all: fragments, fresh: [] })
  const ofAbstract = judged.splice(0)
  // The page of an old claim need not be among those that the search brought; pages of no paper and no story are not one.
  await judgeStances(run, { fresh: [], old: claims.slice(1) }, { all: [], fresh: fragments.slice(0, 4) })

  assert.deepEqual(ofAbstract, ['f_page_other_story', 'f_page_plain'])
  assert.deepEqual(judged, ['f_page_abstract', 'f_page_full', 'f_page_other_story', 'f_page_wire'])
})
