import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkInput } from '../../src/api/check-input.ts'
import { feedback } from '../../src/api/feedback.ts'
import { stableId } from '../../src/domain/ids.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { trainingSamples } from '../../src/human/feedback/training-samples.ts'
import { submitFeedback } from '../../src/human/feedback.ts'
import { recomputeClaims, recomputeTask } from '../../src/research/graph/recompute.ts'
import { rankReview } from '../../src/research/review/rank-review.ts'
import { graphWorld } from '../research/graph/graph-world.ts'

const TEXTS = {
  dam: 'The dam holds 48,300 tonnes of water.',
  rival: 'The reservoir has never held more than half of that.',
}

/** Two statements that contradict each other, read as neutral one way; the other way nobody looked at them. */
function twoStatements() {
  const world = graphWorld()
  for (const [id, domain] of [
    ['dam', 'nih.gov'],
    ['rival', 'who.int'],
  ] as const) {
    const text = TEXTS[id]
    world.source(id, domain, { fragment: { text_content: text, heading_context: null }, page: { title: 'Report' } })
    world.claim(id, id, { claim_text: text, span_start: 0, span_end: text.length })
  }
  const pair = world.stance('rival', 'dam', 'neutral', 0.5, { nli_supports: 0.05, nli_refutes: 0.45 })
  const mirror = stableId('edge', 'f_dam', 'rival', 'stance')
  recomputeTask(world, 'task_1', 'cause_1')
  const deps = { ...world, log: silentLogger }
  const effects = {
    recompute: (ids: readonly string[]) => recomputeClaims(world, ids, 'cause_2'),
    archivedText: async () => null,
    judgePassage: async () => () => [],
  }
  const send = async (action: string, target: string, payload: Record<string, unknown>) => {
    const input = { task_id: 'task_1', action, target_id: target, payload }
    const answer = await submitFeedback(deps, checkInput(feedback, input), effects, 'assistant')
    assert.ok('applied' in answer)
    return answer
  }
  const correct = (target: string, relation: string) => send('correct_nli', target, { correct_relation: relation })
  const standing = (claimId: string) => {
    const finding = world.store.findings.get(world.store.findings.byClaim('task_1').get(claimId) ?? '')
    return { confidence: finding?.confidence, status: finding?.verification_status }
  }
  return { world, deps, pair, mirror, send, correct, standing, [Symbol.dispose]: () => world[Symbol.dispose]() }
}

test('23.2: a contradiction that is told holds the other way round and lowers both sides alike', async () => {
  using at = twoStatements()

  const { applied } = await at.correct(at.pair, 'refutes')

  assert.equal(applied.at(-1), `the two the other way round: ${at.mirror} -> refutes`)
  assert.equal(at.world.store.edges.get(at.mirror)?.relation, 'refutes')
  assert.deepEqual(at.standing('dam'), at.standing('rival'))
  assert.equal(at.standing('dam').status, 'contested')
})

test('23.2: what follows from a correction is kept as a rule, is no sample to learn from, and is undone with it', async () => {
  using at = twoStatements()
  const before = [at.standing('dam'), at.standing('rival')]

  const { feedback_id: id } = await at.correct(at.pair, 'refutes')
  const [row] = at.world.store.people.feedback.standing(at.mirror, 'correct_nli')
  assert.deepEqual([row?.actor, row?.copy_of], ['rule', id])
  assert.equal(trainingSamples(at.deps).length, 1)

  await at.send('undo', id, {})
  assert.equal(at.world.store.edges.get(at.mirror), null)
  assert.deepEqual([at.standing('dam'), at.standing('rival')], before)
})

test('23.2: agreement is not turned round, and a contradiction that is denied ends the other way round, too', async () => {
  using at = twoStatements()

  await at.correct(at.pair, 'supports')
  assert.equal(at.world.store.edges.get(at.mirror), null)

  await at.correct(at.pair, 'refutes')
  await at.correct(at.pair, 'neutral')
  assert.equal(at.world.store.edges.get(at.mirror)?.relation, 'neutral')
})

test('23.2: what somebody said of the very pair holds against what follows from another', async () => {
  using at = twoStatements()
  await at.send('correct_nli', 'f_dam', { correct_relation: 'neutral', claim_id: 'rival' })

  await at.correct(at.pair, 'refutes')

  assert.equal(at.world.store.edges.get(at.mirror)?.relation, 'neutral')
})

test('23.1: the queue foresees both sides of a contradiction as the correction leaves them', async () => {
  using at = twoStatements()
  const item = rankReview(at.world, 'task_1').items.find(({ target_id }) => target_id === at.pair)
  const foreseen = item?.changes.filter(({ to }) => to === 'refutes') ?? []

  await at.correct(at.pair, 'refutes')

  const byClaim = at.world.store.findings.byClaim('task_1')
  for (const claimId of ['dam', 'rival']) {
    const said = foreseen.find(({ finding_id }) => finding_id === byClaim.get(claimId))
    assert.deepEqual({ confidence: said?.confidence, status: said?.status }, at.standing(claimId))
  }
})
