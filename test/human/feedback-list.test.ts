import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkInput } from '../../src/api/check-input.ts'
import { type FeedbackAnswer, type FeedbackListAnswer, feedback } from '../../src/api/feedback.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { trainingSamples } from '../../src/human/feedback/training-samples.ts'
import { submitFeedback } from '../../src/human/feedback.ts'
import { claimTimeline } from '../../src/research/graph/claim-timeline.ts'
import { recomputeClaims, recomputeTask } from '../../src/research/graph/recompute.ts'
import { type GraphWorld, graphWorld } from '../research/graph/graph-world.ts'

/** Three sources of one claim, two of which repeat one sentence, and a Japanese claim of its own. */
function corrected() {
  const world = graphWorld()
  const text = 'The reservoir of the dam holds 48,300 tonnes.'
  for (const id of ['dam', 'paper', 'copy', 'other'])
    world.source(id, `${id}.example`, {
      fragment: {
        text_content: id === 'dam' ? text : id === 'other' ? 'It was built in 1961.' : 'It never held so much.',
      },
    })
  world.source('kusuri', 'pmda.go.jp', { fragment: { text_content: 'ミダゾラムによる呼吸抑制が報告されている。' } })
  world.claim('dam', 'dam', { claim_text: text, span_start: 0, span_end: text.length })
  world.claim('kusuri', 'kusuri', { claim_text: 'ミダゾラムで呼吸抑制が起こる', span_start: 0, span_end: 10 })
  const edges = {
    paper: world.stance('paper', 'dam', 'neutral', 0.6),
    copy: world.stance('copy', 'dam', 'neutral', 0.7),
    other: world.stance('other', 'dam', 'supports', 0.8),
    kusuri: world.stance('dam', 'kusuri', 'neutral', 0.9),
  }
  recomputeTask(world, 'task_1', 'cause_1')
  const deps = { ...world, log: silentLogger }
  const effects = {
    recompute: (ids: readonly string[]) => recomputeClaims(world, ids, 'cause_2'),
    archivedText: async () => null,
    judgePassage: async () => () => [],
  }
  const send = (input: Record<string, unknown>, by: 'assistant' | 'person' = 'assistant') =>
    submitFeedback(deps, checkInput(feedback, { task_id: 'task_1', ...input }), effects, by)
  const list = async (items: readonly unknown[], mode?: 'all' | 'each'): Promise<FeedbackListAnswer> => {
    const answer = await send({ action: 'list', payload: { items, ...(mode === undefined ? {} : { mode }) } })
    assert.ok('results' in answer)
    return answer
  }
  const correct = async (target: string, relation: string): Promise<FeedbackAnswer> => {
    const input = { action: 'correct_nli', target_id: target, payload: { correct_relation: relation } }
    const answer = await send(input)
    assert.ok('applied' in answer)
    return answer
  }
  const undo = async (id: string): Promise<FeedbackAnswer> => {
    const answer = await send({ action: 'undo', target_id: id })
    assert.ok('applied' in answer)
    return answer
  }
  return { world, deps, edges, send, list, correct, undo, [Symbol.dispose]: () => world[Symbol.dispose]() }
}

const item = (target: string, relation: string) => ({
  action: 'correct_nli',
  target_id: target,
  payload: { correct_relation: relation },
})

const stanceOf = ({ store }: GraphWorld, id: string) => {
  const edge = store.edges.get(id)
  return [edge?.relation, edge?.nli_confidence, edge?.human_corrected]
}

test('FEEDBACK 1: a correction reaches the copies of its sentence against the same claim, and says so', async () => {
  using at = corrected()

  const answer = await at.correct(at.edges.paper, 'refutes')

  assert.deepEqual(answer.applied, [
    `edge ${at.edges.paper}: neutral -> refutes, confirmed by an assistant`,
    `the same sentence and claim text: ${at.edges.copy}`,
  ])
  assert.deepEqual(stanceOf(at.world, at.edges.copy), ['refutes', 0.9, true])
  assert.deepEqual(stanceOf(at.world, at.edges.other), ['supports', 0.8, false])
  assert.deepEqual(
    at.world.store.people.feedback.ofTask('task_1').map(({ actor, copy_of }) => [actor, copy_of]),
    [
      ['assistant', null],
      ['rule', answer.feedback_id],
    ],
  )
  assert.equal(answer.pending_training_samples, 1)
})

test('FEEDBACK 9: the answer tells the new confidence and status of every finding touched', async () => {
  using at = corrected()
  const findingId = at.world.store.findings.byClaim('task_1').get('dam') ?? ''
  const before = at.world.store.findings.get(findingId)

  const { findings } = await at.correct(at.edges.paper, 'refutes')

  const after = at.world.store.findings.get(findingId)
  assert.deepEqual(findings, [
    {
      finding_id: findingId,
      confidence_before: Number(before?.confidence.toFixed(4)),
      confidence: Number(after?.confidence.toFixed(4)),
      status_before: 'pending',
      status: 'contested',
    },
  ])
})

test('FEEDBACK 1: of a list each item has its own outcome; the wrong ones change nothing', async () => {
  using at = corrected()

  const { results, findings } = await at.list([
    item(at.edges.paper, 'refutes'),
    item('edge_of_nobody', 'supports'),
    { action: 'correct_nli', target_id: at.edges.other, payload: { correct_relation: 'maybe' } },
    item(at.edges.kusuri, 'supports'),
  ])

  assert.deepEqual(
    results.map(({ error }) => error),
    [
      undefined,
      'NOT_FOUND: items.1: No fragment-to-claim edge of task task_1 has the id edge_of_nobody',
      'INVALID_PARAMS: items.2: payload.correct_relation: must be one of supports, refutes, neutral',
      undefined,
    ],
  )
  assert.equal(findings.length, 2)
  assert.deepEqual(stanceOf(at.world, at.edges.kusuri), ['supports', 0.9, true])
  assert.deepEqual(stanceOf(at.world, at.edges.other), ['supports', 0.8, false])
  const kinds = at.world.store.events.ofTask('task_1', 100).filter(({ kind }) => kind === 'feedback.correct_nli')
  assert.equal(kinds.length, 3)
})

test('FEEDBACK 1: of a list in mode all one wrong item takes everything back', async () => {
  using at = corrected()

  await assert.rejects(() => at.list([item(at.edges.paper, 'refutes'), item('edge_of_nobody', 'supports')], 'all'), {
    code: 'NOT_FOUND',
    message: 'items.1: No fragment-to-claim edge of task task_1 has the id edge_of_nobody',
  })

  assert.deepEqual(stanceOf(at.world, at.edges.paper), ['neutral', 0.6, false])
  assert.deepEqual(at.world.store.people.feedback.ofTask('task_1'), [])
})

test('FEEDBACK 1: a list has one to a hundred items', async () => {
  using at = corrected()
  const many = Array.from({ length: 101 }, () => item(at.edges.paper, 'refutes'))

  await assert.rejects(async () => at.list(many), { message: 'payload.items: must be at most 100 entries long' })
  await assert.rejects(async () => at.list([]), { message: 'payload.items: must be at least 1 entries long' })
})

test('FEEDBACK 1: undo brings back what the model had said, of the copies, too; both stay in the record', async () => {
  using at = corrected()
  const findingId = at.world.store.findings.byClaim('task_1').get('dam') ?? ''
  const before = at.world.store.findings.get(findingId)
  const { feedback_id: id } = await at.correct(at.edges.paper, 'refutes')

  const answer = await at.undo(id)

  assert.deepEqual(stanceOf(at.world, at.edges.paper), ['neutral', 0.6, false])
  assert.deepEqual(stanceOf(at.world, at.edges.copy), ['neutral', 0.7, false])
  assert.deepEqual(answer.applied, [
    `edge ${at.edges.paper}: refutes -> neutral, as judged`,
    `edge ${at.edges.copy}: refutes -> neutral, as judged`,
  ])
  assert.equal(at.world.store.findings.get(findingId)?.confidence, before?.confidence)
  assert.equal(at.world.store.findings.get(findingId)?.verification_status, before?.verification_status)
  assert.deepEqual(
    at.world.store.people.feedback.ofTask('task_1').map(({ action, undone_at }) => [action, undone_at === null]),
    [
      ['correct_nli', false],
      ['correct_nli', false],
      ['undo', true],
    ],
  )
  assert.deepEqual(trainingSamples(at.deps), [])
  await assert.rejects(() => at.undo(id), { code: 'INVALID_PARAMS' })
})

test('FEEDBACK 1: the later of two corrections wins, and undoing the earlier one leaves it', async () => {
  using at = corrected()
  const first = await at.correct(at.edges.other, 'refutes')
  const second = await at.correct(at.edges.other, 'neutral')

  const kept = await at.undo(first.feedback_id)
  const stance = stanceOf(at.world, at.edges.other)
  await at.undo(second.feedback_id)

  assert.deepEqual(kept.applied, [`edge ${at.edges.other}: neutral -> neutral, as corrected by ${second.feedback_id}`])
  assert.deepEqual(stance, ['neutral', 0.9, true])
  assert.deepEqual(stanceOf(at.world, at.edges.other), ['supports', 0.8, false])
})

test('FEEDBACK 1: a pair nobody judged is corrected by its fragment and claim, and gone when undone', async () => {
  using at = corrected()
  const payload = { correct_relation: 'refutes', claim_id: 'dam' }

  const answer = await at.send({ action: 'correct_nli', target_id: 'f_kusuri', payload })
  const edges = at.world.store.edges.evidenceFor('dam').filter(({ fragment }) => fragment.id === 'f_kusuri')
  assert.ok('feedback_id' in answer)
  await at.undo(answer.feedback_id)

  assert.deepEqual(
    edges.map(({ relation, human_corrected }) => [relation, human_corrected]),
    [['refutes', true]],
  )
  assert.equal(at.world.store.edges.evidenceFor('dam').length, 3)
})

test('FEEDBACK 2, LYRA 2.7: irrelevance, notes and groupings are undone as well', async () => {
  using at = corrected()
  const findings = () => at.world.store.findings.byClaim('task_1').size
  const flag = await at.send({ action: 'flag_irrelevant', target_id: 'f_paper', payload: {} })
  const note = await at.send({ action: 'add_note', target_id: 'dam', payload: { note: '要確認' } })
  const join = await at.send({ action: 'join_claims', target_id: 'dam', payload: { same_as: 'kusuri' } })
  assert.ok('feedback_id' in flag && 'feedback_id' in note && 'feedback_id' in join)
  const joined = new Set(at.world.store.findings.byClaim('task_1').values()).size

  for (const { feedback_id: id } of [flag, note, join]) await at.undo(id)

  assert.equal(at.world.store.fragments.get('f_paper')?.is_irrelevant, false)
  assert.deepEqual(at.world.store.people.feedback.notes('task_1', ['dam']), [])
  assert.deepEqual([joined, new Set(at.world.store.findings.byClaim('task_1').values()).size, findings()], [1, 2, 2])
})

test('REQ 3.4: the timeline names by whom a stance was corrected', async () => {
  using at = corrected()
  await at.correct(at.edges.paper, 'refutes')
  await at.send(
    { action: 'correct_nli', target_id: at.edges.other, payload: { correct_relation: 'refutes' } },
    'person',
  )

  const entries = claimTimeline(at.world, 'dam')?.entries.filter(({ kind }) => kind === 'corrected')

  assert.deepEqual(entries?.map(({ what }) => what).sort(), [
    'a person: correct_nli',
    'an assistant: correct_nli',
    'as its copy was: correct_nli',
  ])
})
