import assert from 'node:assert/strict'
import { test } from 'node:test'
import { submitFeedback } from '../../../src/human/feedback.ts'
import { recomputeClaims, recomputeTask } from '../../../src/research/graph/recompute.ts'
import { AT } from '../../store/graph-fixture.ts'
import { type GraphWorld, graphWorld } from '../graph/graph-world.ts'

/** A claim that is its page's only sentence; near ones have the same angle. */
function say(world: GraphWorld, id: string, domain: string, text: string, angle = 0, language = 'en'): void {
  world.source(id, domain, { fragment: { text_content: text, heading_context: null }, page: { title: 'Report' } })
  world.claim(id, id, { claim_text: text, span_start: 0, span_end: text.length, language })
  const radians = (angle * Math.PI) / 180
  world.store.vectors.save('claim', id, 'm', Float32Array.from([Math.cos(radians), Math.sin(radians)]), AT)
}

const groups = ({ store }: GraphWorld) => {
  const found = Map.groupBy(store.findings.byClaim('task_1'), ([, finding]) => finding)
  return [...found.values()].map((entries) => entries.map(([claim]) => claim))
}

/** Three tell one figure, a fourth another one of the same thing, a fifth something else. */
function fiveClaims(): GraphWorld {
  const world = graphWorld()
  say(world, 'c1', 'city.example', 'The dam holds 48,300 tonnes.')
  say(world, 'c2', 'paper.example', 'It can take 48,300 tonnes of water.', 20)
  say(world, 'c3', 'rival.example', 'The dam holds 51,900 tonnes.', 5)
  say(world, 'c4', 'blog.example', 'Some 48,300 tonnes fit behind the wall.', 30)
  say(world, 'c5', 'far.example', 'Anglers like the shore.', 90)
  world.stance('c3', 'c1', 'refutes', 0.9)
  world.stance('c1', 'c3', 'refutes', 0.9)
  return world
}

test('LYRA 2.7: claims that say the same are one finding with its origins and its dispute', () => {
  using world = fiveClaims()
  recomputeTask(world, 'task_1', 'cause_1')
  assert.deepEqual(groups(world), [['c1', 'c2', 'c4'], ['c3'], ['c5']])
  const byClaim = world.store.findings.byClaim('task_1')
  const finding = world.store.findings.get(byClaim.get('c1') ?? '')
  assert.deepEqual([finding?.supporting_sources, finding?.refuting_sources], [3, 1])
  assert.equal(finding?.verification_status, 'contested')
  assert.deepEqual(world.store.findings.disputes('task_1').get(finding?.id ?? ''), [byClaim.get('c3')])
  assert.ok((finding?.confidence ?? 0) > (world.store.claims.get('c1')?.confidence ?? 1))
})

test('LYRA 2.7: a finding is shown in the language of the question where a claim of it is, though others are trusted more', () => {
  using world = graphWorld()
  say(world, 'c1', 'nejm.org', 'The dam holds 48,300 tonnes.')
  say(world, 'c2', 'blog.example', 'ダムは48,300トンの水を貯められる。', 5, 'ja')
  world.stance('c1', 'c2', 'supports', 0.9)
  world.stance('c2', 'c1', 'supports', 0.9)
  recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual(groups(world), [['c1', 'c2']])
  const language = world.store.tasks.get('task_1')?.language
  assert.deepEqual([language, world.store.findings.ofTask('task_1')[0]?.claim_id], ['ja', 'c2'])
})

test('LYRA 2.7: a finding is shown by a sentence rather than by a row of a table, though its source is trusted more', () => {
  using world = graphWorld()
  const row = 'Reservoir | 48,300 tonnes'
  world.source('c1', 'nejm.org', { fragment: { text_content: row, fragment_type: 'table' } })
  world.claim('c1', 'c1', { claim_text: row, span_start: 0, span_end: row.length, language: 'ja' })
  world.store.vectors.save('claim', 'c1', 'm', Float32Array.from([1, 0]), AT)
  say(world, 'c2', 'blog.example', 'ダムは48,300トンの水を貯められる。', 5, 'ja')
  world.stance('c1', 'c2', 'supports', 0.9)
  world.stance('c2', 'c1', 'supports', 0.9)
  recomputeTask(world, 'task_1', 'cause_1')

  assert.deepEqual(groups(world), [['c1', 'c2']])
  assert.equal(world.store.findings.ofTask('task_1')[0]?.claim_id, 'c2')
})

test('LYRA 2.7: a finding of one claim is as sure as the claim', () => {
  using world = fiveClaims()
  recomputeTask(world, 'task_1', 'cause_1')
  const [, own] =
    [...world.store.findings.ofTask('task_1')]
      .map((one) => [one.claim_id, one.confidence] as const)
      .find(([id]) => id === 'c3') ?? []
  assert.equal(own, world.store.claims.get('c3')?.confidence)
})

test('LYRA 2.7: four outlets that tell one announcement are one source', () => {
  using world = graphWorld()
  say(world, 'c1', 'anvil.example', 'The press is rated at 6,250 tonnes.')
  say(world, 'c2', 'one.example', 'Anvil says its press is rated at 6,250 tonnes.', 10)
  say(world, 'c3', 'two.example', 'According to Anvil the press can do 6,250 tonnes.', 20)
  recomputeTask(world, 'task_1', 'cause_1')
  const [finding] = world.store.findings.ofTask('task_1')
  assert.equal(finding?.supporting_sources, 1)
})

test('LYRA 2.7: claims that come one by one give the same findings as all at once', () => {
  using whole = fiveClaims()
  recomputeTask(whole, 'task_1', 'cause_1')
  using grown = graphWorld()
  say(grown, 'c1', 'city.example', 'The dam holds 48,300 tonnes.')
  recomputeTask(grown, 'task_1', 'cause_1')
  say(grown, 'c2', 'paper.example', 'It can take 48,300 tonnes of water.', 20)
  say(grown, 'c3', 'rival.example', 'The dam holds 51,900 tonnes.', 5)
  grown.stance('c3', 'c1', 'refutes', 0.9)
  grown.stance('c1', 'c3', 'refutes', 0.9)
  recomputeTask(grown, 'task_1', 'cause_2')
  say(grown, 'c4', 'blog.example', 'Some 48,300 tonnes fit behind the wall.', 30)
  say(grown, 'c5', 'far.example', 'Anglers like the shore.', 90)
  recomputeTask(grown, 'task_1', 'cause_1')
  const shown = ({ store }: GraphWorld) =>
    store.findings.ofTask('task_1').map(({ cause_id: _cause, ...finding }) => finding)
  assert.deepEqual(groups(grown), groups(whole))
  assert.deepEqual(shown(grown), shown(whole))
})

test('LYRA 2.7: a new refutation between two of its claims parts them', () => {
  using world = fiveClaims()
  recomputeTask(world, 'task_1', 'cause_1')
  world.stance('c2', 'c4', 'refutes', 0.9)
  recomputeClaims(world, ['c4'], 'cause_2')
  assert.deepEqual(groups(world), [['c1', 'c2'], ['c3'], ['c4'], ['c5']])
})

test('FEEDBACK 6.1: a person splits a claim from its finding and joins it again', async () => {
  using world = fiveClaims()
  recomputeTask(world, 'task_1', 'cause_1')
  const tell = (input: Parameters<typeof submitFeedback>[1]) =>
    submitFeedback(world as never, input, {
      recompute: (ids) => recomputeClaims(world, ids, 'cause_fb'),
      archivedText: async () => null,
      judgePassage: async () => () => [],
    })
  await tell({ task_id: 'task_1', action: 'split_claim', target_id: 'c2', payload: {} })
  assert.deepEqual(groups(world), [['c1', 'c4'], ['c2'], ['c3'], ['c5']])
  recomputeTask(world, 'task_1', 'cause_2')
  assert.deepEqual(groups(world), [['c1', 'c4'], ['c2'], ['c3'], ['c5']])
  await tell({ task_id: 'task_1', action: 'join_claims', target_id: 'c2', payload: { same_as: 'c4' } })
  assert.deepEqual(groups(world), [['c1', 'c2', 'c4'], ['c3'], ['c5']])
  await tell({ task_id: 'task_1', action: 'join_claims', target_id: 'c1', payload: { same_as: 'c5' } })
  assert.deepEqual(groups(world), [['c1', 'c2', 'c4', 'c5'], ['c3']])
})
