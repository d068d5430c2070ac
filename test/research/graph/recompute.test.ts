import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markScreened } from '../../../src/domain/screened.ts'
import { explainClaim } from '../../../src/research/graph/explain-claim.ts'
import { recomputeClaims, recomputeTask } from '../../../src/research/graph/recompute.ts'
import { type GraphWorld, graphWorld } from './graph-world.ts'

const four = (value: number | undefined) => Number((value ?? Number.NaN).toFixed(4))

function state(world: GraphWorld, claimId: string) {
  const claim = world.store.claims.get(claimId)
  return [four(claim?.confidence), claim?.verification_status, claim?.adopted]
}

test('GRAPH 4.1: two independent sites, one of them trusted, support a claim: confidence, status, promotion and their explanation', () => {
  using world = graphWorld()
  world.source('p1', 'one.example')
  world.source('p2', 'reuters.com')
  world.source('p3', 'three.example')
  world.claim('c1', 'p1')
  const heavy = world.stance('p2', 'c1', 'supports', 0.9)
  const light = world.stance('p3', 'c1', 'supports', 0.8)

  recomputeTask(world, 'task_1', 'cause_1')

  // 0.9 html x 0.95 paragraph x 1 quality x 1 span = 0.855; 0.855 x (0.9 + 0.8) = 1.4535; logistic 0.8105
  assert.deepEqual(state(world, 'c1'), [0.8105, 'verified', true])
  assert.equal(world.store.domains.get('one.example')?.trust_level, 'LOW')
  const why = explainClaim(world, 'c1')
  assert.equal(four(why.log_odds), 1.4535)
  assert.equal(why.no_refutation_found, false)
  assert.deepEqual(
    why.contributions.map((part) => [part.edge_id, four(part.weight), part.counted, part.source_group]),
    [
      [heavy, 0.7695, true, 'domain reuters.com'],
      [light, 0.684, true, 'domain three.example'],
    ],
  )
  assert.deepEqual(why.contributions[0]?.reliability_parts, {
    extraction_method: 0.9,
    fragment_type: 0.95,
    quality: 1,
    span: 1,
  })
})

test('REQ 3.1.7.3: ten copies of one press release weigh one and verify nothing', () => {
  using world = graphWorld()
  world.source('p0', 'origin.example', { fragment: { cluster_id: 'press' } })
  world.claim('c1', 'p0')
  for (let n = 1; n <= 10; n += 1) {
    world.source(`p${n}`, `news${n}.example`, { fragment: { cluster_id: 'press' } })
    world.stance(`p${n}`, 'c1', 'supports', 0.9)
  }

  recomputeTask(world, 'task_1', 'cause_1')

  // one voice: 0.855 x 0.9 = 0.7695, logistic 0.6834; own source and copies are one independent source
  assert.deepEqual(state(world, 'c1'), [0.6834, 'pending', true])
  assert.equal(explainClaim(world, 'c1').contributions.filter((part) => part.counted).length, 1)
})

test('REQ 3.1.7.5: "no refutation found" ends with a refutation that counts, whichever search found it', () => {
  using world = graphWorld()
  world.source('p1', 'one.example')
  world.source('gone', 'two.example', { page: { is_retracted: true } })
  world.source('p3', 'three.example')
  world.claim('c1', 'p1', { no_refutation_found: true })
  world.stance('gone', 'c1', 'refutes', 0.9)
  const marked = () => explainClaim(world, 'c1').no_refutation_found

  recomputeTask(world, 'task_1', 'cause_1')
  // what was retracted refutes nothing, and the mark costs nothing
  assert.deepEqual([four(world.store.claims.get('c1')?.confidence), marked()], [0.5, true])

  world.stance('p3', 'c1', 'refutes', 0.9)
  recomputeTask(world, 'task_1', 'cause_2')
  // logistic of -0.855 x 0.9
  assert.deepEqual([four(world.store.claims.get('c1')?.confidence), marked()], [0.3166, false])
  assert.equal(world.store.claims.get('c1')?.no_refutation_found, false)
})

test('TRUST 1.2, LYRA 2.1: one claim of an unknown site against an academic one is rejected and stays, marked; the site is not blocked', () => {
  using world = graphWorld()
  world.source('blog', 'miracle.example')
  world.source('paper', 'nejm.org')
  world.claim('c1', 'blog')
  world.stance('paper', 'c1', 'refutes', 0.9)

  recomputeTask(world, 'task_1', 'cause_1')

  const claim = world.store.claims.get('c1')
  assert.deepEqual(state(world, 'c1'), [0.3166, 'rejected', false])
  assert.equal(claim?.not_adopted_reason, 'contradicts a source of much higher trust')
  const [row] = world.store.claims.contradictions('task_1')
  assert.deepEqual(
    [row?.contradiction_type, row?.claim_trust, row?.opposing_trust, row?.cause_id],
    ['misinformation', 'UNVERIFIED', 'ACADEMIC', 'cause_1'],
  )
  assert.deepEqual(world.store.domains.blocked(), [])
  assert.deepEqual(world.store.events.about(['miracle.example']), [])
})

test('TRUST 1.1: two academic sources in dispute are both kept as contested, neither blocked', () => {
  using world = graphWorld()
  world.source('a', 'nejm.org')
  world.source('b', 'bmj.com')
  world.claim('c1', 'a')
  world.stance('b', 'c1', 'refutes', 0.95)

  recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual(state(world, 'c1').slice(1), ['contested', true])
  assert.deepEqual(world.store.domains.blocked(), [])
})

test('LYRA 2.1: TRUSTED against GOVERNMENT divides the trusted side: contested, and never demoted (TRUST 0.2)', () => {
  using world = graphWorld()
  world.source('a', 'reuters.com')
  world.source('b', 'who.int')
  world.claim('c1', 'a')
  world.stance('b', 'c1', 'refutes', 0.95)

  recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual(state(world, 'c1').slice(1), ['contested', true])
  assert.equal(world.trust.ofUrl('https://reuters.com/', 'reuters.com').level, 'TRUSTED')
})

test('TRUST 1.1: a refutation below the threshold of 0.4 weighs and contradicts nothing', () => {
  using world = graphWorld()
  world.source('a', 'one.example')
  world.source('b', 'nejm.org')
  world.claim('c1', 'a')
  world.stance('b', 'c1', 'refutes', 0.39)

  recomputeTask(world, 'task_1', 'cause_1')

  // -0.855 x 0.39 = -0.33345; logistic 0.4174
  assert.deepEqual(state(world, 'c1'), [0.4174, 'pending', true])
  assert.deepEqual(world.store.claims.contradictions('task_1'), [])
})

test('after one edge is corrected only the claim and its opponent are computed again', () => {
  using world = graphWorld()
  world.source('a', 'nejm.org')
  world.source('b', 'bmj.com')
  const text = 'The treatment did not lower HbA1c in this trial.'
  const against = { ...fragmentOf(world, 'b'), id: 'f_against', text_content: text, position: 1 }
  world.store.fragments.saveAll([markScreened(against)])
  world.claim('c1', 'a')
  world.store.claims.saveAll([
    { ...claimOf(world, 'c1'), id: 'c2', source_fragment_id: 'f_against', span_start: 0, span_end: text.length },
  ])
  const edge = { ...stanceBase(), id: 'edge_x', source_id: 'f_against', target_id: 'c1', rationale: text }
  world.store.edges.saveStance(edge)
  recomputeTask(world, 'task_1', 'cause_1')
  const contested = [state(world, 'c1')[1], state(world, 'c2')[1]]

  world.store.edges.correct('edge_x', 'neutral', 1)
  recomputeClaims(world, ['c1'], 'cause_2')

  assert.deepEqual(contested, ['contested', 'contested'])
  assert.deepEqual([state(world, 'c1'), state(world, 'c2')[1]], [[0.5, 'pending', true], 'pending'])
  assert.deepEqual(world.store.claims.contradictions('task_1'), [])
})

test('GRAPH 4: running it twice changes nothing, not even the time of a contradiction', () => {
  using world = graphWorld()
  world.source('a', 'nejm.org')
  world.source('b', 'bmj.com')
  world.claim('c1', 'a')
  world.stance('b', 'c1', 'refutes', 0.95)
  const snapshot = () => ({
    claims: world.store.claims.ofTask('task_1'),
    rows: world.store.claims.contradictions('task_1'),
    events: world.store.events.count(),
  })
  recomputeTask(world, 'task_1', 'cause_1')
  const first = snapshot()

  recomputeTask(world, 'task_1', 'cause_2')

  assert.deepEqual(snapshot(), first)
})

test('LYRA 5.4: evidence of a retracted paper is shown with its reason and weighs nothing', () => {
  using world = graphWorld()
  world.source('a', 'one.example')
  world.source('b', 'nejm.org', { page: { is_retracted: true } })
  world.claim('c1', 'a')
  world.stance('b', 'c1', 'supports', 0.9)

  recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual(state(world, 'c1'), [0.5, 'pending', true])
  assert.deepEqual(
    explainClaim(world, 'c1').contributions.map((part) => [part.counted, part.reason]),
    [[false, 'its paper was retracted']],
  )
})

function fragmentOf(world: GraphWorld, id: string) {
  const found = world.store.fragments.get(`f_${id}`)
  assert.ok(found !== null)
  return found
}

function claimOf(world: GraphWorld, id: string) {
  const found = world.store.claims.get(id)
  assert.ok(found !== null)
  return found
}

function stanceBase() {
  return {
    source_type: 'fragment' as const,
    target_type: 'claim' as const,
    relation: 'refutes' as const,
    nli_label: 'refutes' as const,
    nli_confidence: 0.9,
    citation_source: null,
    is_influential: false,
    human_corrected: false,
    created_at: '2025-11-15T09:00:00.000Z',
    cause_id: 'cause_test',
  }
}
