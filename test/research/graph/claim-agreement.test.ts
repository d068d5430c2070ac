import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foundClaim } from '../../../src/research/found-claim.ts'
import { relatedClaims } from '../../../src/research/graph/claim-agreement.ts'
import { recomputeTask } from '../../../src/research/graph/recompute.ts'
import { loadClaims } from '../../../src/research/graph/task-graph.ts'
import { type GraphWorld, graphWorld } from './graph-world.ts'

const FOR = 'In the trial the drug lowered HbA1c by 0.7 points.'
const AGAINST = 'A later trial found no effect of the drug on HbA1c.'

/** One claim, and a page that first says the same and then reports what speaks against it. */
function worldOfTwoSentences(): GraphWorld {
  const world = graphWorld()
  world.source('a', 'nejm.org')
  world.source('b', 'thelancet.com', { fragment: { text_content: `${FOR} ${AGAINST}` } })
  world.claim('claim_a', 'a', { claim_text: 'The drug lowered HbA1c.', span_start: 0, span_end: 60 })
  world.claim('claim_same', 'b', { claim_text: FOR, span_start: 0, span_end: FOR.length })
  world.claim('claim_opposite', 'b', {
    claim_text: AGAINST,
    span_start: FOR.length + 1,
    span_end: FOR.length + 1 + AGAINST.length,
  })
  return world
}

function relatedTo(world: GraphWorld, id: string) {
  const [node] = loadClaims(world, [id])
  if (node === undefined) throw new Error(`there is no claim ${id}`)
  return relatedClaims(world, node, world.store.claims.contradictions('task_1'))
}

test('REQ 4.4.1 L5: of a supporting passage only the claim of the sentence that supports corroborates', () => {
  using world = worldOfTwoSentences()
  world.stance('b', 'claim_a', 'supports', 0.9, { rationale: FOR })

  assert.deepEqual(relatedTo(world, 'claim_a'), { corroborating: ['claim_same'], contradicting: [] })
})

test('REQ 4.4.1 L5: a claim that the passage of this one refutes does not corroborate it', () => {
  using world = worldOfTwoSentences()
  world.stance('b', 'claim_a', 'supports', 0.9, { rationale: AGAINST })
  world.stance('a', 'claim_opposite', 'refutes', 0.95)

  assert.deepEqual(relatedTo(world, 'claim_a').corroborating, [])
})

test('REQ 4.4.1 L5: a claim that contradicts is told as contradicting and nowhere else', () => {
  using world = worldOfTwoSentences()
  world.stance('b', 'claim_a', 'refutes', 0.95, { rationale: AGAINST })
  recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual(relatedTo(world, 'claim_a'), { corroborating: [], contradicting: ['claim_opposite'] })
  assert.deepEqual(relatedTo(world, 'claim_opposite'), { corroborating: [], contradicting: ['claim_a'] })
  assert.deepEqual(relatedTo(world, 'claim_same'), { corroborating: [], contradicting: [] })
})

test('TRUST 1: a refutation without a sentence is no claim of its passage', () => {
  using world = worldOfTwoSentences()
  world.stance('b', 'claim_a', 'refutes', 0.95, { rationale: '' })
  recomputeTask(world, 'task_1', 'cause_1')
  const [node] = loadClaims(world, ['claim_a'])

  assert.ok(node)
  const shown = foundClaim(world, node, world.store.claims.contradictions('task_1'))
  assert.deepEqual(shown.verification_details.contradicting_claims, [])
})
