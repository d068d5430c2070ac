import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkInput } from '../../src/api/check-input.ts'
import { feedback } from '../../src/api/feedback.ts'
import { nliCalibration, nliSource } from '../../src/domain/calibration.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { calibrate, calibrationInForce, nliGroupsInForce, rollBack } from '../../src/human/calibration.ts'
import { submitFeedback } from '../../src/human/feedback.ts'
import { stanceEdge } from '../../src/research/stages/stance-edge.ts'
import { graphWorld } from '../research/graph/graph-world.ts'

const SOON = { ...defaultSettings, calibration: { ...defaultSettings.calibration, recalibrate_after: 8 } }
const JAPANESE = nliSource('ja', 'test-nli')

/** Verdicts of a model that is right in half of what it is surest of, on claims in two languages. */
function judged(languages: readonly ('ja' | 'en')[]) {
  const world = graphWorld()
  const edges = languages.map((language, n) => {
    world.source(`p${n}`, `site${n}.example`, { fragment: { text_content: `報告${n}では偶発症はまれであった。` } })
    world.claim(`c${n}`, `p${n}`, { claim_text: `偶発症${n}はまれである`, span_start: 0, span_end: 5, language })
    const sure = n % 2 === 0 ? 0.95 : 0.6
    return world.stance(`p${n}`, `c${n}`, 'supports', sure, { nli_raw_confidence: sure, rationale: `文${n}。` })
  })
  const deps = { ...world, settings: SOON, log: silentLogger }
  const effects = { recompute: () => {}, archivedText: async () => null, judgePassage: async () => () => [] }
  const send = async (action: string, target: string, payload: unknown = {}) => {
    const input = checkInput(feedback, { task_id: 'task_1', action, target_id: target, payload })
    const answer = await submitFeedback(deps, input, effects, 'person')
    assert.ok('feedback_id' in answer)
    return answer.feedback_id
  }
  const correct = (edge: string, relation: string) => send('correct_nli', edge, { correct_relation: relation })
  return { world, deps, edges, send, correct, [Symbol.dispose]: () => world[Symbol.dispose]() }
}

const counts = ({ deps }: ReturnType<typeof judged>) =>
  ['nli_judge', JAPANESE, nliSource('en', 'test-nli')].map((name) => deps.store.people.calibration.samples(name).length)

test('REQ 3.3.4: a correction is a sample at once, for all stances and for its language and model', async () => {
  using at = judged(['ja', 'en', 'ja', 'en'])

  await at.correct(at.edges[0] ?? '', 'supports')
  await at.correct(at.edges[1] ?? '', 'refutes')

  assert.deepEqual(counts(at), [2, 1, 1])
  assert.deepEqual(at.deps.store.people.calibration.samples('nli_judge'), [
    { prediction: 0.95, actual: 1 },
    { prediction: 0.6, actual: 0 },
  ])
  const stats = calibrate(at.deps, { action: 'get_stats', data: {} })
  assert.equal('sample_count' in stats && stats.sample_count, 2)
})

test('REQ 3.3.4: a pair corrected again is one sample, the later word; undone, it is none', async () => {
  using at = judged(['ja', 'ja'])
  const edge = at.edges[0] ?? ''

  await at.correct(edge, 'supports')
  await at.correct(edge, 'supports')
  const repeated = at.deps.store.people.calibration.samples('nli_judge')
  const last = await at.correct(edge, 'neutral')
  const later = at.deps.store.people.calibration.samples('nli_judge')
  await at.send('undo', last)

  assert.deepEqual([repeated, later], [[{ prediction: 0.95, actual: 1 }], [{ prediction: 0.95, actual: 0 }]])
  assert.deepEqual(at.deps.store.people.calibration.samples('nli_judge'), [{ prediction: 0.95, actual: 1 }])
})

test('REQ 3.3.4: enough corrections make a version; a later edge goes through it and names it', async () => {
  using at = judged(['ja', 'ja', 'ja', 'ja', 'ja', 'ja', 'ja', 'ja'])
  for (const [n, edge] of at.edges.entries()) await at.correct(edge, n % 2 === 0 && n < 4 ? 'supports' : 'neutral')

  const groups = nliGroupsInForce(at.deps)
  const general = calibrationInForce(at.deps, 'nli_judge')
  const corrections = { nli_judge: general, llm_extract: null, nli_groups: { ...groups } }
  const claim = at.deps.store.claims.get('c0')
  const fragment = at.deps.store.fragments.get('f_p1')
  assert.ok(claim !== null && fragment !== null)
  const scores = { supports: 0.95, refutes: 0.01, neutral: 0.04 }
  const verdict = { relation: 'supports', confidence: 0.95, scores, rationale: '', notes: [] } as const
  const edge = stanceEdge(
    {
      ...{ claim, fragment, under: { claim: [], passage: [] } },
      ...{ verdict: { ...verdict, decidedBy: 'test-nli' }, corrections, causeId: 'cause_9' },
    },
    at.deps,
  )

  assert.deepEqual([general?.version, groups[JAPANESE]?.version], [1, 1])
  assert.equal(edge.nli_calibration, `${JAPANESE}@1`)
  assert.equal(edge.nli_raw_confidence, 0.95)
  assert.ok((edge.nli_confidence ?? 1) < 0.7, String(edge.nli_confidence))
  assert.equal(nliCalibration(corrections, 'en', 'test-nli').name, 'nli_judge@1')
  assert.equal(nliCalibration({ nli_judge: null, llm_extract: null }, 'en', 'test-nli').name, null)
})

test('REQ 3.2.1 calibrate_rollback: the first version of a language and model goes back to none', async () => {
  using at = judged(['ja', 'ja', 'ja', 'ja', 'ja', 'ja', 'ja', 'ja'])
  for (const [n, edge] of at.edges.entries()) await at.correct(edge, n % 2 === 0 && n < 4 ? 'supports' : 'neutral')

  const answer = rollBack(at.deps, JAPANESE, undefined, '精度が落ちた')

  assert.deepEqual([answer.rolled_back_to, answer.previous_version], [0, 1])
  assert.deepEqual(nliGroupsInForce(at.deps), {})
  assert.equal(calibrationInForce(at.deps, 'nli_judge')?.version, 1)
})
