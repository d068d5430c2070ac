import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimProvenance } from '../../../src/research/graph/claim-provenance.ts'
import { recomputeClaims, recomputeTask } from '../../../src/research/graph/recompute.ts'
import { type GraphWorld, graphWorld } from './graph-world.ts'

const CLOSED = 'The pool is closed until May.'
const OPEN = 'The pool has been open since March.'
const SWIM = 'Swimmers have used the pool every day since 3 March.'

/** Three pages: one says closed, two say open, the last in other words. */
function pool(): GraphWorld {
  const world = graphWorld()
  const say = (id: string, domain: string, text: string) => {
    world.source(id, domain, { fragment: { text_content: text } })
    world.claim(`claim_${id}`, id, { claim_text: text, span_start: 0, span_end: text.length })
  }
  say('a', 'nejm.org', CLOSED)
  say('b', 'thelancet.com', OPEN)
  say('c', 'bmj.com', SWIM)
  return world
}

const between = (world: GraphWorld, from: string, about: string) =>
  world.store.edges.between(`f_${from}`, `claim_${about}`)

test('LYRA 2.9: a contradiction that is read one way holds the other way round', () => {
  using world = pool()
  const read = world.stance('b', 'claim_a', 'refutes', 0.9)
  recomputeTask(world, 'task_1', 'cause_1')

  const turned = between(world, 'a', 'b')
  assert.deepEqual([turned?.relation, turned?.rationale, turned?.nli_confidence], ['refutes', CLOSED, 0.9])
  assert.deepEqual(turned?.implied_by, [read])
})

test('LYRA 2.9: what contradicts a statement contradicts whatever supports it', () => {
  using world = pool()
  const [refutes, supports] = [
    world.stance('a', 'claim_b', 'refutes', 0.9),
    world.stance('c', 'claim_b', 'supports', 0.9),
  ]
  recomputeTask(world, 'task_1', 'cause_1')

  const follows = between(world, 'a', 'c')
  assert.deepEqual([follows?.relation, follows?.implied_by], ['refutes', [refutes, supports]])
  assert.ok(Math.abs((follows?.nli_confidence ?? 0) - 0.81) < 1e-9)
  assert.equal(between(world, 'c', 'a')?.relation, 'refutes')
})

test('LYRA 2.9: two verdicts that are unsure together imply nothing', () => {
  using world = pool()
  world.stance('a', 'claim_b', 'refutes', 0.4)
  world.stance('c', 'claim_b', 'supports', 0.6)
  recomputeTask(world, 'task_1', 'cause_1')

  assert.equal(between(world, 'a', 'c'), null)
})

test('LYRA 2.9: agreement is not turned round where nothing was read', () => {
  using world = pool()
  world.stance('c', 'claim_b', 'supports', 0.9)
  recomputeTask(world, 'task_1', 'cause_1')

  assert.equal(between(world, 'b', 'c'), null)
})

test('LYRA 2.9: agreement is turned round, and followed through a statement, where it was half heard', () => {
  using world = pool()
  const read = world.stance('c', 'claim_b', 'supports', 0.9)
  world.stance('b', 'claim_c', 'neutral', 0.6, { nli_supports: 0.3, nli_refutes: 0.1 })
  recomputeTask(world, 'task_1', 'cause_1')

  const turned = between(world, 'b', 'c')
  assert.deepEqual([turned?.relation, turned?.rationale, turned?.implied_by], ['supports', OPEN, [read]])
  // Nobody said so: it makes no second source.
  const { why } = claimProvenance(world, 'claim_c') ?? assert.fail('no claim_c')
  assert.deepEqual(
    why.contributions.map(({ counted }) => counted),
    [false],
  )

  world.source('d', 'who.int', { fragment: { text_content: 'Bathers are let in again.' } })
  const first = world.stance('d', 'claim_c', 'supports', 0.8)
  world.stance('d', 'claim_b', 'neutral', 0.6, { nli_supports: 0.25, nli_refutes: 0.1 })
  recomputeTask(world, 'task_1', 'cause_2')
  assert.deepEqual(between(world, 'd', 'b')?.implied_by, [first, read])
  world.store.edges.correct(read, 'neutral', 1)
  recomputeTask(world, 'task_1', 'cause_3')
  assert.deepEqual([between(world, 'd', 'b')?.relation, between(world, 'b', 'c')?.relation], ['neutral', 'neutral'])
})

test('LYRA 2.9: a support that only follows lends nobody its level of trust', () => {
  using world = graphWorld()
  const say = (id: string, domain: string, text: string) => {
    world.source(id, domain, { fragment: { text_content: text } })
    world.claim(`claim_${id}`, id, { claim_text: text, span_start: 0, span_end: text.length })
  }
  say('a', 'nejm.org', CLOSED)
  say('b', 'some-board.example', OPEN)
  say('c', 'thelancet.com', SWIM)
  world.stance('a', 'claim_b', 'refutes', 0.9)
  const status = () => {
    recomputeTask(world, 'task_1', 'cause_1')
    return world.store.claims.get('claim_b')?.verification_status
  }
  const alone = status()
  world.stance('b', 'claim_c', 'supports', 0.9)
  world.stance('c', 'claim_b', 'neutral', 0.6, { nli_supports: 0.3, nli_refutes: 0.1 })

  assert.equal(status(), alone)
  assert.equal(between(world, 'c', 'b')?.relation, 'supports')
})

test('LYRA 2.9: a pair in which little of a support was heard stays open', () => {
  using world = pool()
  world.stance('c', 'claim_b', 'supports', 0.9)
  world.stance('b', 'claim_c', 'neutral', 0.6, { nli_supports: 0.09, nli_refutes: 0.1 })
  recomputeTask(world, 'task_1', 'cause_1')

  assert.equal(between(world, 'b', 'c')?.relation, 'neutral')
})

test('LYRA 2.9: a sentence from which no claim was drawn implies nothing', () => {
  using world = pool()
  world.stance('b', 'claim_a', 'refutes', 0.9, { rationale: 'Another sentence.' })
  recomputeTask(world, 'task_1', 'cause_1')

  assert.equal(between(world, 'a', 'b'), null)
})

test('FEEDBACK 1: with its ground goes what followed, and a pair is again as it was read', () => {
  using world = pool()
  const ground = world.stance('b', 'claim_a', 'refutes', 0.9)
  world.stance('a', 'claim_b', 'neutral', 0.7, { rationale: 'as it was read' })
  world.stance('c', 'claim_b', 'supports', 0.9)
  recomputeTask(world, 'task_1', 'cause_1')
  assert.equal(between(world, 'a', 'b')?.relation, 'refutes')
  assert.equal(between(world, 'a', 'c')?.relation, 'refutes')

  world.store.edges.correct(ground, 'neutral', 1)
  recomputeClaims(world, ['claim_a'], 'cause_2')

  const read = between(world, 'a', 'b')
  assert.deepEqual([read?.relation, read?.nli_confidence, read?.rationale], ['neutral', 0.7, 'as it was read'])
  assert.deepEqual([read?.implied_by, read?.read_as], [null, null])
  assert.equal(between(world, 'a', 'c'), null)
})

test('FEEDBACK 1: what a person said of a pair, and what was read as decided, is not overruled', () => {
  using world = pool()
  world.stance('b', 'claim_a', 'refutes', 0.9)
  world.stance('c', 'claim_a', 'refutes', 0.9)
  world.stance('a', 'claim_b', 'supports', 0.8)
  const said = world.stance('a', 'claim_c', 'neutral', 0.8)
  world.store.edges.correct(said, 'neutral', 1)
  recomputeTask(world, 'task_1', 'cause_1')

  assert.equal(between(world, 'a', 'b')?.relation, 'supports')
  assert.equal(between(world, 'a', 'c')?.relation, 'neutral')
})

test('REQ 3.3.1: twice over changes nothing, in whichever order the verdicts came', () => {
  const implied = (order: readonly number[]) => {
    using world = pool()
    const verdicts = [
      () => world.stance('b', 'claim_a', 'refutes', 0.9),
      () => world.stance('c', 'claim_a', 'refutes', 0.9),
      () => world.stance('c', 'claim_b', 'supports', 0.9),
    ]
    for (const at of order) verdicts[at]?.()
    recomputeTask(world, 'task_1', 'cause_1')
    const once = told(world)
    recomputeTask(world, 'task_1', 'cause_2')
    assert.deepEqual(told(world), once)
    return once
  }
  assert.deepEqual(implied([0, 1, 2]), implied([2, 1, 0]))
})

function told(world: GraphWorld) {
  const edges = world.store.edges.stancesOfTask('task_1')
  return edges.map(({ id, relation, nli_confidence: sure, implied_by: by }) => [id, relation, sure, by]).sort()
}

test('REQ 3.3.1: a claim tells that a verdict only follows, which weighs nothing: it was weighed where it was read', () => {
  using world = pool()
  world.stance('b', 'claim_a', 'refutes', 0.9)
  recomputeTask(world, 'task_1', 'cause_1')

  const { judgements, why } = claimProvenance(world, 'claim_b') ?? assert.fail('no claim_b')
  assert.deepEqual(judgements[0]?.notes, ['implied'])
  assert.deepEqual(
    why.contributions.map(({ counted }) => counted),
    [false],
  )
})
