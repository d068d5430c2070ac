import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StanceRelation } from '../../src/domain/claim.ts'
import { withoutRefutingWords } from '../../src/engines/refutation-queries.ts'
import { loadTaskGraph } from '../../src/research/graph/task-graph.ts'
import { refutationsOf } from '../../src/research/refuting-evidence.ts'
import { lookAt, search } from '../store/graph-fixture.ts'
import { type GraphWorld, graphWorld } from './graph/graph-world.ts'

const QUERY = 'the drug lowers HbA1c'

type Judged = Readonly<Record<string, StanceRelation>>

/** A refuting search whose query was judged so by these passages and claims. */
function judged(world: GraphWorld, fragments: Judged, claims: Judged, pages: readonly string[] = []) {
  world.store.searches.insert(search('s_refute', 'task_1', { query: QUERY, options: { refute: true } }))
  lookAt(world.store, 's_refute', world.store.pages.many(pages))
  const verdicts = (list: Judged) =>
    Object.entries(list).map(([id, relation]) => ({ id, relation, confidence: 0.8, start: 0, end: 11 }))
  world.store.events.append({
    kind: 'query_judged',
    taskId: 'task_1',
    subjectType: 'search',
    subjectId: 's_refute',
    data: { fragments: verdicts(fragments), claims: verdicts(claims) },
    causeId: 'cause_1',
  })
  const row = world.store.searches.get('s_refute')
  if (row === null) throw new Error('the search was not saved')
  return refutationsOf(world, row, loadTaskGraph(world, 'task_1')).map(({ source_url, claim_id }) => [
    source_url.split('/').at(-1),
    claim_id ?? null,
  ])
}

test('REQ 3.1.7.5: only what speaks against the query is listed, not what refutes its opposite', () => {
  using world = graphWorld()
  for (const id of ['yes', 'no', 'other']) world.source(id, `${id}.example`)
  world.claim('agrees', 'yes')
  world.claim('denies', 'no')
  world.stance('no', 'agrees', 'refutes', 0.9)
  // Evidence for the query, since it refutes the claim that denies it.
  world.stance('yes', 'denies', 'refutes', 0.9)
  world.stance('other', 'denies', 'refutes', 0.9)

  const found = judged(world, { f_yes: 'supports', f_no: 'refutes' }, { agrees: 'supports', denies: 'refutes' })

  assert.deepEqual(found, [['no', 'agrees']])
})

test('REQ 3.1.7.5: a passage is against the query by itself, by a claim that agrees, or by one that does not', () => {
  using world = graphWorld()
  for (const id of ['own', 'direct', 'by_claim', 'denier', 'ally'])
    world.source(id, `${id}.example`, { page: { published_at: '2024-01-01' } })
  world.claim('agrees', 'own')
  world.claim('denies', 'denier')
  world.stance('by_claim', 'agrees', 'refutes', 0.9)
  world.stance('ally', 'denies', 'supports', 0.7)

  const found = judged(world, { f_direct: 'refutes' }, { agrees: 'supports', denies: 'refutes' })

  // One day, so the strongest first: 0.9, then 0.8 twice, then 0.7.
  assert.deepEqual(found, [
    ['by_claim', 'agrees'],
    ['denier', null],
    ['direct', null],
    ['ally', null],
  ])
})

test('REQ 3.1.7.5: newest first, undated last; retracted, blocked and copied passages do not count again', () => {
  using world = graphWorld()
  const dated = (published_at: string | null) => ({ page: { published_at } })
  world.source('old', 'old.example', dated('2019-05-01'))
  world.source('undated', 'undated.example', dated(null))
  world.source('new', 'new.example', dated('2025-02-01'))
  world.source('gone', 'gone.example', { page: { published_at: '2025-03-01', is_retracted: true } })
  world.source('copy', 'copy.example', { page: { published_at: '2018-01-01' }, fragment: { cluster_id: 'dup_1' } })
  world.source('again', 'again.example', { page: { published_at: '2018-01-01' }, fragment: { cluster_id: 'dup_1' } })
  const all = ['old', 'undated', 'new', 'gone', 'copy', 'again'].map((id) => [`f_${id}`, 'refutes'] as const)

  const found = judged(world, Object.fromEntries(all), {})

  assert.deepEqual(
    found.map(([page]) => page),
    ['new', 'old', 'copy', 'undated'],
  )
})

test('REQ 3.1.7.5: words that nothing speaks for or against stand for the claims near to them', () => {
  using world = graphWorld()
  for (const id of ['a', 'b', 'against']) world.source(id, `${id}.example`)
  world.claim('near', 'a')
  world.claim('far', 'b')
  world.stance('against', 'near', 'refutes', 0.9)
  world.stance('a', 'far', 'refutes', 0.9)

  const found = judged(world, { f_a: 'neutral' }, { near: 'neutral' }, ['against', 'a'])

  assert.deepEqual(found, [['against', 'near']])
})

test('REQ 3.1.7.5: the words that make a query a refuting one are not what it says', () => {
  assert.equal(
    withoutRefutingWords('silverleaf tea lowers blood pressure criticism limitations'),
    'silverleaf tea lowers blood pressure',
  )
  assert.equal(withoutRefutingWords('銀葉茶は血圧を下げる 課題'), '銀葉茶は血圧を下げる')
  assert.equal(withoutRefutingWords('limitations'), 'limitations')
})
