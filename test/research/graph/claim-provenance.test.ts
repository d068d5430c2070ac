import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimProvenance } from '../../../src/research/graph/claim-provenance.ts'
import { recomputeTask } from '../../../src/research/graph/recompute.ts'
import { graphWorld } from './graph-world.ts'

/** Two sources of equal trust; the sentence of c_b refutes c_a, and nothing is said against c_b. */
function dispute() {
  const world = graphWorld()
  world.source('a', 'nejm.org')
  world.source('b', 'bmj.com')
  world.claim('c_a', 'a', { claim_text: 'The treatment does not lower HbA1c.' })
  world.claim('c_b', 'b', { span_start: 0, span_end: 200 })
  world.stance('b', 'c_a', 'refutes', 0.95)
  return world
}

test('TRUST 1.1: a claim contested only by what its own sentence refutes is told so by a verdict that follows', () => {
  using world = dispute()
  recomputeTask(world, 'task_1', 'cause_1')

  const own = claimProvenance(world, 'c_b')
  assert.deepEqual(
    [own.verification_status, own.judgements.map(({ relation, notes }) => [relation, notes])],
    ['contested', [['refutes', ['implied']]]],
  )
  // Both sides have their refutation among their own evidence.
  assert.deepEqual(own.reading.in_dispute_with, [])
  assert.deepEqual(claimProvenance(world, 'c_a').reading.in_dispute_with, [])
})

test('TRUST 1.1: a claim that is refuted itself is explained by its own evidence', () => {
  using world = dispute()
  world.stance('a', 'c_b', 'refutes', 0.95)
  recomputeTask(world, 'task_1', 'cause_1')

  const own = claimProvenance(world, 'c_b')
  assert.equal(own.verification_status, 'contested')
  assert.deepEqual(own.reading.in_dispute_with, [])
})

test('GRAPH 5: each passage that takes a side comes with its domain and the sentence that decided', () => {
  using world = dispute()
  world.source('n', 'who.int')
  const refuting = world.store.edges.evidenceFor('c_a')[0]?.id
  world.stance('n', 'c_a', 'neutral', 0.9)

  assert.deepEqual(claimProvenance(world, 'c_a').reading.passages, [
    {
      edge_id: refuting,
      domain: 'bmj.com',
      sentence: 'Fragment of b: the treatment lowered HbA1c by 0.7 points.',
    },
  ])
})
