import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { checkInput } from '../../src/api/check-input.ts'
import { feedback } from '../../src/api/feedback.ts'
import { adapted } from '../../src/domain/adapter.ts'
import { atOnce } from '../../src/domain/in-turns.ts'
import { submitFeedback } from '../../src/human/feedback.ts'
import { type Correction, tryingAdapter } from '../../src/human/learning/accept-adapter.ts'
import { type Example, fitAdapter } from '../../src/human/learning/fit-adapter.ts'
import { adapterInForce, isDue, learn, rollBackAdapter } from '../../src/human/learning/learn.ts'
import { readBaseExamples, withoutHidden } from '../../src/human/learning/replayed-examples.ts'
import { correctedPairs, readCorrected } from '../../src/human/learning/stance-examples.ts'
import { learnedVerdict } from '../../src/judge/learned-stance.ts'
import { STANCE_FEATURES, type StanceFeature } from '../../src/judge/stance-features.ts'
import { scoresOfSignals } from '../../src/judge/stance-score.ts'
import { addClaim, addFragment, addPage, addSearch, addTask, openDeps } from './open-deps.ts'

const MODEL = 'lyra-reader-mini'
const FILE = new URL('../../models/lyra-reader-mini/base-examples.json', import.meta.url)
const ALL = readBaseExamples(readFileSync(FILE, 'utf8'))
/** A part is enough here, and faster. */
const BASE = { stance: withoutHidden(ALL.stance).filter((_, at) => at % 4 === 0) }
const THRESHOLDS = { support: 0.5, refute: 0.5 }

/** The signals of a pair; what is not named was measured as nothing. */
function signals(measured: Partial<Record<StanceFeature, number>>): readonly number[] {
  return STANCE_FEATURES.map((name) => measured[name] ?? 0)
}

/** A pair that the judge takes for neutral, with titles that are much alike. */
const OVERLOOKED = signals({ supports: -1.2, refutes: -0.6, similarity: 0.55, titleSimilarity: 0.9, aloneRefutes: 0.4 })
const PLAIN = signals({ supports: 1.5, refutes: -3, similarity: 0.8, titleSimilarity: 0.1, figureShared: 1 })

const VERDICT = { relation: 'neutral', confidence: 0.5, rationale: '', notes: [], decidedBy: MODEL } as const

function home(t: TestContext) {
  const { deps } = openDeps(t)
  addTask(deps)
  addSearch(deps, 'task_1', 's_1')
  addPage(deps, 'page_a', 'https://a.example/1')
  addPage(deps, 'page_b', 'https://b.example/1')
  const effects = { recompute: () => {}, archivedText: async () => null, judgePassage: async () => () => [] }
  /** So many pairs, each of its own claim, corrected to what they ought to have been. */
  const correct = async (
    count: number,
    relationOf: (n: number) => string,
    from = 0,
    shapeOf = (n: number) => (n % 4 === 3 ? PLAIN : OVERLOOKED),
  ) => {
    for (let n = from; n < from + count; n += 1) {
      addFragment(deps, `own_${n}`, 'page_a', `The kiln number ${n} is hot.`)
      addFragment(deps, `other_${n}`, 'page_b', `The kiln number ${n} is cold.`)
      addClaim(deps, `claim_${n}`, 'task_1', `own_${n}`, `The kiln number ${n} is hot`)
      deps.store.edges.saveStance({
        ...{ id: `edge_${n}`, source_type: 'fragment', source_id: `other_${n}` },
        ...{ target_type: 'claim', target_id: `claim_${n}`, relation: 'neutral', nli_label: 'neutral' },
        ...{ nli_confidence: 0.6, nli_raw_confidence: 0.6, nli_model: MODEL, nli_signals: shapeOf(n) },
        ...{ rationale: `The kiln number ${n} is cold.`, citation_source: null, is_influential: false },
        ...{ human_corrected: false, created_at: '2026-01-01T00:00:00.000Z', cause_id: 'cause_1' },
      })
      const given = { task_id: 'task_1', action: 'correct_nli', target_id: `edge_${n}` }
      const input = checkInput(feedback, { ...given, payload: { correct_relation: relationOf(n) } })
      await submitFeedback(deps, input, effects)
    }
  }
  /** A judge that measures what is kept on the edge, and gives no hidden layer out. */
  const judge = {
    modelId: MODEL,
    judgeFragments: async (_claim: unknown, [passage]: readonly { readonly id: string }[]) => {
      const kept = deps.store.edges.get(`edge_${passage?.id.slice('other_'.length)}`)?.nli_signals ?? []
      return [{ ...VERDICT, signals: kept, scores: scoresOfSignals(kept) }]
    },
  }
  const lesson = async () => {
    const pairs = correctedPairs(deps)
    const { corrections, layer } = await readCorrected(pairs, judge, new Map())
    return { kind: 'stance', model: MODEL, corrections, base: BASE.stance, told: pairs.length, layer } as const
  }
  const unused = () => deps.store.people.feedback.countUnusedCorrections()
  return { deps, correct, lesson, unused }
}

const truth = (n: number) => (n % 4 === 3 ? 'supports' : 'refutes')

test('23.4: an adapter learned from 40 corrections judges an unseen pair of the same kind as they were corrected', async (t) => {
  const { deps, correct, lesson, unused } = home(t)
  await correct(40, truth)

  assert.equal(isDue(deps, 'stance', 40), true)
  const learned = await learn(deps, await lesson())

  assert.deepEqual([learned.accepted, learned.version, learned.corrections], [true, 1, 40])
  assert.ok(learned.held_back_after < learned.held_back_before - 0.01)
  assert.ok(learned.base_after >= learned.base_before - 0.005)
  assert.equal(unused(), 0)
  const scores = { supports: 0.2, refutes: 0.3, neutral: 0.5 }
  const verdict = { relation: 'neutral', confidence: 0.5, scores, rationale: '', notes: [], decidedBy: MODEL } as const
  const after = learnedVerdict({ ...verdict, signals: OVERLOOKED }, adapterInForce(deps, 'stance'), THRESHOLDS)
  assert.equal(after.relation, 'refutes')
  assert.deepEqual(after.notes, ['learned@1'])
  const byAnother = { ...verdict, signals: OVERLOOKED, decidedBy: 'another-model' }
  assert.equal(learnedVerdict(byAnother, adapterInForce(deps, 'stance'), THRESHOLDS), byAnother)
  const byCode = { ...verdict, signals: OVERLOOKED, notes: ['same_words'] }
  assert.equal(learnedVerdict(byCode, adapterInForce(deps, 'stance'), THRESHOLDS), byCode)
})

test('corrections that follow nothing are not learned: the try is kept with its reason and nothing is applied', async (t) => {
  const { deps, correct, lesson, unused } = home(t)
  // As often each answer as the judge itself thinks: there is nothing to learn from it.
  const { supports, refutes } = scoresOfSignals(OVERLOOKED)
  const asRead = (n: number) =>
    (n + 0.5) / 40 < supports ? 'supports' : (n + 0.5) / 40 < supports + refutes ? 'refutes' : 'neutral'
  await correct(
    40,
    (n) => asRead((n * 7) % 40),
    0,
    () => OVERLOOKED,
  )

  const tried = await learn(deps, await lesson())

  assert.equal(tried.accepted, false)
  assert.match(tried.reason, /no likelier|judged worse/)
  assert.equal(adapterInForce(deps, 'stance'), null)
  assert.deepEqual(
    deps.store.people.adapters.versions('stance').map(({ version, accepted }) => [version, accepted]),
    [[1, false]],
  )
  assert.equal(unused(), 40)
})

test('learning is due from 30 corrections on, and again after ten more', async (t) => {
  const { deps, correct, lesson } = home(t)
  await correct(29, truth)
  assert.equal(isDue(deps, 'stance', (await lesson()).corrections.length), false)
  await assert.rejects(learn(deps, await lesson()), { code: 'CALIBRATION_ERROR' })
  await correct(1, truth, 29)
  assert.equal(isDue(deps, 'stance', (await lesson()).corrections.length), true)
  await learn(deps, await lesson())
  assert.equal(isDue(deps, 'stance', 39), false)
  assert.equal(isDue(deps, 'stance', 40), true)
})

test('a rollback is equal to the bit, also to the model as it ships, and says what is applied to training', async (t) => {
  const { deps, correct, lesson, unused } = home(t)
  await correct(32, truth)
  await learn(deps, await lesson())
  const first = JSON.stringify(adapterInForce(deps, 'stance'))
  await correct(10, truth, 32)
  await learn(deps, await lesson())
  assert.equal(adapterInForce(deps, 'stance')?.version, 2)

  assert.equal(rollBackAdapter(deps, 'stance'), 1)
  assert.equal(JSON.stringify(adapterInForce(deps, 'stance')), first)
  assert.equal(rollBackAdapter(deps, 'stance', { version: 0, reason: 'trying without' }), 0)
  assert.equal(adapterInForce(deps, 'stance'), null)
  assert.equal(unused(), 42)
  assert.throws(() => rollBackAdapter(deps, 'stance', { version: 7 }), { code: 'CALIBRATION_ERROR' })
  assert.equal(rollBackAdapter(deps, 'stance', { version: 2 }), 2)
  assert.equal(unused(), 0)
})

test('an undone correction is learned from no more', async (t) => {
  const { deps, correct, lesson } = home(t)
  await correct(31, truth)
  const [first] = deps.store.people.feedback.standingCorrections()
  assert.ok(first !== undefined)
  const effects = { recompute: () => {}, archivedText: async () => null, judgePassage: async () => () => [] }
  const input = checkInput(feedback, { task_id: 'task_1', action: 'undo', target_id: first.id, payload: {} })
  await submitFeedback(deps, input, effects)

  assert.equal((await lesson()).corrections.length, 30)
})

test('without corrections the fit changes no reading, and the same examples give the same weights', () => {
  const kept = BASE.stance.slice(0, 200).map((example): Example => ({ ...example, keep: true }))
  const weights = fitAdapter(kept, 10)
  for (const { read, features } of kept.slice(0, 20))
    for (const [at, value] of adapted(weights, read, features).entries())
      assert.ok(Math.abs(value - (read[at] ?? 0)) < 1e-3)
  assert.deepEqual(fitAdapter(kept, 10), weights)
})

test('one correction in ten may be wrong: what the others say is still learned', () => {
  const corrections = Array.from({ length: 100 }, (_, n): Correction => {
    const [base] = BASE.stance
    assert.ok(base !== undefined)
    const right = n % 4 === 3 ? 0 : 1
    const wrong = n % 10 === 5
    const shape = n % 4 === 3 ? PLAIN : OVERLOOKED
    const noisy = shape.map((value, at) => value + (((n * 31 + at * 17) % 11) - 5) / 50)
    return { read: [0.3, 0.3, 0.4], features: noisy, answer: wrong ? 2 : right, weight: 0.9, group: `claim ${n}` }
  })

  const tried = atOnce(tryingAdapter(corrections, BASE.stance))

  assert.equal(tried.accepted, true)
  const said = adapted(tried.weights, [0.3, 0.3, 0.4], OVERLOOKED)
  assert.equal(said.indexOf(Math.max(...said)), 1)
  assert.ok(tried.base_after >= tried.base_before - 0.005)
})
