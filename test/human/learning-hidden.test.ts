import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { checkInput } from '../../src/api/check-input.ts'
import { feedback } from '../../src/api/feedback.ts'
import { atOnce } from '../../src/domain/in-turns.ts'
import { submitFeedback } from '../../src/human/feedback.ts'
import { type Correction, tryingAdapter } from '../../src/human/learning/accept-adapter.ts'
import type { Example } from '../../src/human/learning/fit-adapter.ts'
import { adapterInForce, isDue, learn, rollBackAdapter } from '../../src/human/learning/learn.ts'
import { correctedPairs, type ReadPair, readCorrected } from '../../src/human/learning/stance-examples.ts'
import { learnedVerdict } from '../../src/judge/learned-stance.ts'
import { STANCE_FEATURES } from '../../src/judge/stance-features.ts'
import type { StanceVerdict } from '../../src/judge/types.ts'
import { addClaim, addFragment, addPage, addSearch, addTask, openDeps } from './open-deps.ts'

const MODEL = 'lyra-reader-mini'
const LAYER = 'hidden:aaaaaaaaaaaa'
const THRESHOLDS = { support: 0.5, refute: 0.5 }
const WIDTH = 24
/** All pairs measure alike: only the hidden layer tells them apart. */
const SIGNALS = STANCE_FEATURES.map(() => 0.5)
const SCORES = { supports: 0.3, refutes: 0.25, neutral: 0.45 }

/** Hidden values of a pair: its place decides the third, the rest is of no meaning. */
function hiddenOf(n: number, told: number): Float32Array {
  return Float32Array.from({ length: WIDTH }, (_, at) => (at === 2 ? told : (((n * 31 + at * 17) % 13) - 6) / 12))
}

function verdictOf(n: number, told: number, layer: string | null = LAYER): StanceVerdict {
  const verdict = { relation: 'neutral', confidence: 0.45, scores: SCORES, read: SCORES, rationale: '' } as const
  const hidden = layer === null ? {} : { hidden: { layer, values: hiddenOf(n, told) } }
  return { ...verdict, notes: [], decidedBy: MODEL, signals: SIGNALS, ...hidden }
}

const isRefuted = (n: number) => n % 2 === 0
const toldBy = (n: number) => (isRefuted(n) ? 0.9 : -0.9)

/** Base examples of other hidden values, which are to be read as before. */
const BASE = Array.from({ length: 120 }, (_, n): Example => {
  const read = [SCORES.supports, SCORES.refutes, SCORES.neutral]
  return { read, features: SIGNALS, hidden: hiddenOf(n + 7, 0), answer: n % 3, weight: 1 }
})

function home(t: TestContext) {
  const { deps } = openDeps(t)
  addTask(deps)
  addSearch(deps, 'task_1', 's_1')
  addPage(deps, 'page_a', 'https://a.example/1')
  addPage(deps, 'page_b', 'https://b.example/1')
  const effects = { recompute: () => {}, archivedText: async () => null, judgePassage: async () => () => [] }
  /** Pairs that no search has judged: a passage is told to speak of a claim. */
  const tell = async (count: number, from = 0) => {
    for (let n = from; n < from + count; n += 1) {
      addFragment(deps, `own_${n}`, 'page_a', `The kiln number ${n} is hot.`)
      addFragment(deps, `other_${n}`, 'page_b', `The kiln number ${n} is cold.`)
      addClaim(deps, `claim_${n}`, 'task_1', `own_${n}`, `The kiln number ${n} is hot`)
      const payload = { claim_id: `claim_${n}`, correct_relation: isRefuted(n) ? 'refutes' : 'supports' }
      const given = { task_id: 'task_1', action: 'correct_nli', target_id: `other_${n}`, payload }
      await submitFeedback(deps, checkInput(feedback, given), effects)
    }
  }
  const asked: string[] = []
  const judge = (layer: string | null) => ({
    modelId: MODEL,
    judgeFragments: async (_claim: unknown, passages: readonly { readonly id: string }[]) =>
      passages.map(({ id }) => {
        asked.push(id)
        const n = Number(id.slice('other_'.length))
        return verdictOf(n, toldBy(n), layer)
      }),
  })
  const known = new Map<string, ReadPair>()
  const lesson = async (layer: string | null = LAYER, readings: Map<string, ReadPair> = known) => {
    const pairs = correctedPairs(deps)
    const read = await readCorrected(pairs, judge(layer), readings)
    const base = read.layer === null ? BASE.map(({ hidden: _hidden, ...rest }) => rest) : BASE
    return { kind: 'stance', model: MODEL, ...read, base, told: pairs.length } as const
  }
  return { deps, tell, lesson, asked }
}

test('23.4: what only the hidden layer tells is learned, from corrections of pairs that were never judged', async (t) => {
  const { deps, tell, lesson } = home(t)
  await tell(40)

  const learned = await learn(deps, await lesson())

  assert.deepEqual([learned.accepted, learned.layer, learned.corrections], [true, LAYER, 40])
  assert.ok(learned.held_back_after < learned.held_back_before - 0.2)
  const inForce = adapterInForce(deps, 'stance')
  assert.equal(learnedVerdict(verdictOf(101, 0.9), inForce, THRESHOLDS).relation, 'refutes')
  assert.equal(learnedVerdict(verdictOf(102, -0.9), inForce, THRESHOLDS).relation, 'supports')
  assert.equal(learnedVerdict(verdictOf(103, 0), inForce, THRESHOLDS).relation, 'neutral')
})

test('a reader that gives no hidden layer out is learned for by its signals, and the history says so', async (t) => {
  const { deps, tell, lesson } = home(t)
  await tell(40)

  const learned = await learn(deps, await lesson(null))

  assert.equal(learned.layer, null)
  assert.deepEqual(
    deps.store.people.adapters.versions('stance').map(({ layer }) => layer),
    [null],
  )
  // How often each answer was given is learned, but not which pair is which.
  const [one, other] = [0.9, -0.9].map((told) => verdictOf(101, told, null))
  const inForce = adapterInForce(deps, 'stance')
  assert.ok(one !== undefined && other !== undefined)
  assert.deepEqual(learnedVerdict(one, inForce, THRESHOLDS).scores, learnedVerdict(other, inForce, THRESHOLDS).scores)
})

test('what was learned from one reader is not applied to another, is due again, and cannot be rolled back to', async (t) => {
  const { deps, tell, lesson } = home(t)
  await tell(40)
  await learn(deps, await lesson())
  const other = 'hidden:bbbbbbbbbbbb'

  const read = verdictOf(101, 0.9, other)
  assert.equal(learnedVerdict(read, adapterInForce(deps, 'stance'), THRESHOLDS), read)
  assert.equal(isDue(deps, 'stance', 40, LAYER), false)
  assert.equal(isDue(deps, 'stance', 40, other), true)
  const again = await learn(deps, await lesson(other, new Map()))
  assert.deepEqual([again.version, again.layer, again.accepted], [2, other, true])
  assert.throws(() => rollBackAdapter(deps, 'stance', { layer: other }), {
    code: 'CALIBRATION_ERROR',
    message: /another reader/,
  })
  assert.equal(adapterInForce(deps, 'stance')?.version, 2)
})

test('a version of the hidden layer comes back equal to the bit', async (t) => {
  const { deps, tell, lesson } = home(t)
  await tell(32)
  await learn(deps, await lesson())
  const first = adapterInForce(deps, 'stance')
  const said = JSON.stringify(learnedVerdict(verdictOf(101, 0.9), first, THRESHOLDS).scores)
  await tell(10, 32)
  await learn(deps, await lesson())
  assert.notDeepEqual(adapterInForce(deps, 'stance')?.weights, first?.weights)

  rollBackAdapter(deps, 'stance', { version: 1, layer: LAYER })

  assert.deepEqual(adapterInForce(deps, 'stance'), first)
  assert.equal(
    JSON.stringify(learnedVerdict(verdictOf(101, 0.9), adapterInForce(deps, 'stance'), THRESHOLDS).scores),
    said,
  )
})

test('corrected pairs are read anew when something is learned, each once', async (t) => {
  const { tell, lesson, asked } = home(t)
  await tell(31)
  await lesson()
  await tell(10, 31)
  await lesson()

  assert.equal(asked.length, 41)
  assert.equal(new Set(asked).size, 41)
})

test('pairs that words or figures decide are no corrections of the reader: the try says so and is not repeated', async (t) => {
  const { deps, tell, lesson } = home(t)
  await tell(30)
  const all = await lesson()
  const learned = await learn(deps, { ...all, corrections: all.corrections.slice(0, 12) })

  assert.equal(learned.accepted, false)
  assert.match(learned.reason, /of 30 corrections 12/)
  assert.equal(isDue(deps, 'stance', 30, LAYER), false)
})

test('one correction in ten may be wrong: the others are learned from the hidden layer all the same', () => {
  const corrections = Array.from({ length: 100 }, (_, n): Correction => {
    const right = isRefuted(n) ? 1 : 0
    const read = [SCORES.supports, SCORES.refutes, SCORES.neutral]
    const answer = n % 10 === 5 ? 2 : right
    return { read, features: SIGNALS, hidden: hiddenOf(n, toldBy(n)), answer, weight: 0.9, group: `claim ${n}` }
  })
  const tried = atOnce(tryingAdapter(corrections, BASE))
  assert.equal(tried.accepted, true)
  assert.ok(tried.base_after >= tried.base_before - 0.005)
})
