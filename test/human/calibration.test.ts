import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { calibrate as contract } from '../../src/api/calibrate.ts'
import { checkInput } from '../../src/api/check-input.ts'
import { calibrated } from '../../src/domain/calibration.ts'
import { defaultSettings, type Settings } from '../../src/domain/settings.ts'
import { calibrate as answerCalibrate, calibrationInForce, rollBack } from '../../src/human/calibration.ts'
import {
  brierScore,
  expectedCalibrationError,
  fitCalibration,
  fitPlatt,
  fitTemperature,
  reliabilityBins,
  smoothed,
} from '../../src/human/calibration-fit.ts'
import type { HumanDeps } from '../../src/human/human-deps.ts'
import { openDeps } from './open-deps.ts'

/** As a caller reaches it: checked by the contract first. */
const calibrate = (deps: HumanDeps, action: string, data?: unknown) =>
  answerCalibrate(deps, checkInput(contract, { action, data }))

const close = (actual: number, expected: number) =>
  assert.equal(Math.abs(actual - expected) < 1e-6, true, `${actual} is not ${expected}`)

const sample = (prediction: number, actual: 0 | 1) => ({ prediction, actual })

test('REQ 4.6.1: the Brier score is the mean squared distance', () => {
  // (0.2^2 + 0.4^2 + 0.3^2 + 0.5^2) / 4 = (0.04 + 0.16 + 0.09 + 0.25) / 4
  close(brierScore([sample(0.8, 1), sample(0.6, 1), sample(0.3, 0), sample(0.5, 0)]), 0.135)
})

test('REQ 4.6.1: ECE over ten bins, the last one closed at 1', () => {
  const bins = reliabilityBins([sample(0.85, 1), sample(0.85, 0), sample(1, 1), sample(0.1, 0)])

  assert.deepEqual(
    bins.map((bin) => bin.count),
    [0, 1, 0, 0, 0, 0, 0, 0, 2, 1],
  )
  assert.equal(bins[8]?.accuracy, 0.5)
  assert.equal(bins[0]?.mean_prediction, null)
  // 2/4 * |0.85 - 0.5| + 1/4 * |1 - 1| + 1/4 * |0.1 - 0|
  close(expectedCalibrationError(bins), 0.2)
})

/** Four samples at logit +1, three of them true; four at logit -1, one of them true. */
const HIGH = 1 / (1 + Math.exp(-1))
const LOW = 1 - HIGH
const EIGHT = [
  ...[1, 1, 1, 0].map((actual) => sample(HIGH, actual as 0 | 1)),
  ...[0, 0, 0, 1].map((actual) => sample(LOW, actual as 0 | 1)),
]

test('REQ 3.3.4: Platt scaling finds the values worked out by hand', () => {
  // Targets 5/6 and 1/6: mean 2/3 at +1 and 1/3 at -1, so a + b = ln 2 and -a + b = -ln 2.
  const { params } = fitPlatt(smoothed(EIGHT, 4))

  close(params.a, Math.log(2))
  close(params.b, 0)
})

test('REQ 3.3.4: temperature scaling finds the same slope where the bias is zero', () => {
  close(fitTemperature(smoothed(EIGHT, 4)).params.a, Math.log(2))
})

test('REQ 3.3.4: a bias needs Platt, a wrong sharpness only a temperature, a good model neither; one outcome teaches nothing', () => {
  const repeat = (prediction: number, ones: number, zeros: number) => [
    ...Array.from({ length: ones }, () => sample(prediction, 1)),
    ...Array.from({ length: zeros }, () => sample(prediction, 0)),
  ]

  assert.equal(fitCalibration([...repeat(0.9, 50, 50), ...repeat(0.5, 10, 90)])?.method, 'platt')
  assert.equal(fitCalibration([...repeat(0.99, 70, 30), ...repeat(0.01, 30, 70)])?.method, 'temperature')
  assert.equal(fitCalibration([...repeat(0.9, 90, 10), ...repeat(0.1, 10, 90)])?.method, 'identity')
  assert.equal(fitCalibration(repeat(0.9, 10, 0)), null)
})

const SOON: Settings = {
  ...defaultSettings,
  calibration: { ...defaultSettings.calibration, recalibrate_after: 8 },
}

function fitted(t: TestContext, versions: number, settings = SOON) {
  const opened = openDeps(t, settings)
  for (let round = 0; round < versions; round += 1)
    for (const { prediction, actual } of [...EIGHT].reverse())
      calibrate(opened.deps, 'add_sample', { source: 'nli_judge', prediction, actual })
  return opened
}

test('REQ 3.3.4: samples gather until the threshold, then a version is fitted by itself', (t) => {
  const { deps } = openDeps(t, SOON)
  const answers = EIGHT.map(({ prediction, actual }) =>
    calibrate(deps, 'add_sample', { source: 'nli_judge', prediction, actual, context: '鎮静 偶発症' }),
  )

  assert.deepEqual(
    answers.map((answer) => ('pending_count' in answer ? answer.pending_count : null)),
    [1, 2, 3, 4, 5, 6, 7, 0],
  )
  assert.equal(deps.store.people.calibration.versions('nli_judge')[0]?.version, 1)
  assert.equal(deps.store.people.calibration.versions('nli_judge')[0]?.sample_count, 8)
})

test('REQ 4.6.1 get_stats: nothing known, one source, and all sources together', (t) => {
  const { deps } = openDeps(t)

  assert.deepEqual(calibrate(deps, 'get_stats'), {
    ok: true,
    current_version: 0,
    brier_score: null,
    ece: null,
    sample_count: 0,
    degradation_detected: false,
  })
  calibrate(deps, 'add_sample', { source: 'llm_extract', prediction: 0.8, actual: true })
  calibrate(deps, 'add_sample', { source: 'nli_judge', prediction: 0.6, actual: 0 })
  const one = calibrate(deps, 'get_stats', { source: 'llm_extract' }) as { brier_score: number; sample_count: number }
  const all = calibrate(deps, 'get_stats') as { brier_score: number; sample_count: number }
  close(one.brier_score, 0.04)
  assert.equal(one.sample_count, 1)
  close(all.brier_score, 0.2)
  assert.equal(all.sample_count, 2)
})

test('REQ 3.2.1 evaluate: before and after calibration, kept and found again', (t) => {
  const { deps, clock } = fitted(t, 1)
  deps.store.people.calibration.addVersion({
    source: 'nli_judge',
    version: 2,
    method: 'temperature',
    params: { a: 2, b: 0 },
    sample_count: 8,
    brier_before: null,
    brier_after: null,
    created_at: '2025-01-15T10:00:00.000Z',
    cause_id: 'cause_0',
  })
  deps.store.people.calibration.setCurrent('nli_judge', 2)

  const answer = calibrate(deps, 'evaluate', { source: 'nli_judge', predictions: [0.8, 0.2], labels: [1, 0] })
  clock.advance(1000)
  calibrate(deps, 'evaluate', { source: 'llm_extract', predictions: [0.5], labels: [1] })

  // logit 0.8 = ln 4, doubled: ln 16, so 16/17.
  assert.equal('evaluation_id' in answer, true)
  const found = answer as Extract<typeof answer, { evaluation_id: string }>
  close(found.brier_score, 0.04)
  close(found.brier_score_calibrated ?? 0, (1 / 17) ** 2)
  close(found.improvement_ratio ?? 0, (0.04 - (1 / 17) ** 2) / 0.04)
  close(found.expected_calibration_error, 1 / 17)
  const list = calibrate(deps, 'get_evaluations', { limit: 1 }) as {
    evaluations: readonly Record<string, unknown>[]
    total_count: number
  }
  assert.equal(list.evaluations[0]?.source, 'llm_extract')
  assert.equal(list.total_count, 2)
  const since = calibrate(deps, 'get_evaluations', { since: '2025-01-15T19:00:00.500+09:00' }) as {
    total_count: number
  }
  assert.equal(since.total_count, 1)
  const diagram = calibrate(deps, 'get_diagram_data', { source: 'nli_judge', evaluation_id: found.evaluation_id }) as {
    n_bins: number
    bins: readonly { count: number }[]
    overall_ece: number
  }
  assert.equal(diagram.n_bins, 10)
  assert.deepEqual([diagram.bins[0]?.count, diagram.bins[9]?.count], [1, 1])
  close(diagram.overall_ece, 1 / 17)
})

test('REQ 4.6.1: a Brier score worse by 5 % or more is reported, one below that is not', (t) => {
  const { deps, clock } = openDeps(t)
  // One prediction p for a true label: Brier (1 - p)^2.
  const evaluate = (brier: number) => {
    clock.advance(1000)
    calibrate(deps, 'evaluate', { source: 'nli_judge', predictions: [1 - Math.sqrt(brier)], labels: [1] })
    return calibrate(deps, 'get_stats', { source: 'nli_judge' }) as {
      degradation_detected: boolean
      degradation_details?: { previous_brier: number; latest_brier: number; change_ratio: number }
    }
  }

  evaluate(0.1)
  assert.equal(evaluate(0.104).degradation_detected, false)
  const worse = evaluate(0.1092)
  assert.equal(worse.degradation_detected, true)
  close(worse.degradation_details?.previous_brier ?? 0, 0.104)
  close(worse.degradation_details?.change_ratio ?? 0, 0.05)
  assert.equal(evaluate(0.05).degradation_detected, false)
})

test('REQ 3.2.1 rollback: to the version before, to a given one, and what is in force changes', (t) => {
  const { deps } = fitted(t, 3)

  const first = rollBack(deps, 'nli_judge', undefined, 'Brier score degradation detected')
  const second = rollBack(deps, 'nli_judge', 1)

  assert.deepEqual(first, {
    ok: true,
    source: 'nli_judge',
    rolled_back_to: 2,
    previous_version: 3,
    reason: 'Brier score degradation detected',
  })
  assert.deepEqual([second.rolled_back_to, second.previous_version], [1, 2])
  const current = deps.store.people.calibration.versions('nli_judge').filter((version) => version.is_current)
  assert.deepEqual(
    current.map((version) => version.version),
    [1],
  )
})

test('REQ 3.2.1 rollback: the version before the first is none, and one that was left can be taken up again', (t) => {
  const { deps } = fitted(t, 1)

  const none = rollBack(deps, 'nli_judge')
  const inForce = calibrationInForce(deps, 'nli_judge')
  const stats = calibrate(deps, 'get_stats', { source: 'nli_judge' }) as { current_version: number }
  const again = rollBack(deps, 'nli_judge', 1)
  const explicit = rollBack(deps, 'nli_judge', 0)

  assert.deepEqual([none.rolled_back_to, none.previous_version], [0, 1])
  assert.deepEqual([inForce, stats.current_version], [null, 0])
  assert.deepEqual([again.rolled_back_to, again.previous_version], [1, 0])
  assert.equal(explicit.rolled_back_to, 0)
})

test('REQ 3.2.1 rollback: unknown source, unknown version, current version and none from none are CALIBRATION_ERROR', (t) => {
  const { deps } = fitted(t, 1)
  rollBack(deps, 'nli_judge')

  for (const [source, version] of [
    ['llm_extract', undefined],
    ['nli_judge', 7],
    ['nli_judge', 0],
    ['nli_judge', undefined],
  ] as const)
    assert.throws(() => rollBack(deps, source, version), { code: 'CALIBRATION_ERROR' })
})

test('REQ 4.6.1: automatic rollback happens only when the settings say so', (t) => {
  for (const [enabled, expected] of [
    [false, 2],
    [true, 1],
  ] as const) {
    const settings = { ...SOON, calibration: { ...SOON.calibration, enable_auto_rollback: enabled } }
    const { deps, clock } = fitted(t, 2, settings)
    calibrate(deps, 'evaluate', { source: 'nli_judge', predictions: [0.9], labels: [1] })
    clock.advance(1000)

    calibrate(deps, 'evaluate', { source: 'nli_judge', predictions: [0.1], labels: [1] })

    const stats = calibrate(deps, 'get_stats', { source: 'nli_judge' }) as { current_version: number }
    assert.equal(stats.current_version, expected)
  }
})

test('REQ 3.3.4: the calibration in force is applied to probabilities; without one they stay', (t) => {
  const { deps } = openDeps(t)
  deps.store.people.calibration.addVersion({
    source: 'nli_judge',
    version: 1,
    method: 'platt',
    params: { a: 2, b: Math.log(2) },
    sample_count: 50,
    brier_before: null,
    brier_after: null,
    created_at: '2025-01-15T10:00:00.000Z',
    cause_id: 'cause_0',
  })
  deps.store.people.calibration.setCurrent('nli_judge', 1)

  // logit 0.8 = ln 4; 2 ln 4 + ln 2 = ln 32.
  close(calibrated(calibrationInForce(deps, 'nli_judge'), 0.8), 32 / 33)
  assert.equal(calibrated(calibrationInForce(deps, 'llm_extract'), 0.8), 0.8)
})

const REFUSED: readonly (readonly [string, string, unknown, string])[] = [
  ['a prediction above one', 'add_sample', { source: 'x', prediction: 1.2, actual: 1 }, 'INVALID_PARAMS'],
  ['a label of two', 'add_sample', { source: 'x', prediction: 0.2, actual: 2 }, 'INVALID_PARAMS'],
  ['a missing source', 'add_sample', { prediction: 0.2, actual: 1 }, 'INVALID_PARAMS'],
  ['lists of different length', 'evaluate', { source: 'x', predictions: [0.1, 0.2], labels: [1] }, 'INVALID_PARAMS'],
  ['an empty evaluation', 'evaluate', { source: 'x', predictions: [], labels: [] }, 'INVALID_PARAMS'],
  ['an unknown source', 'get_stats', { source: 'x' }, 'CALIBRATION_ERROR'],
  ['a diagram of nothing', 'get_diagram_data', { source: 'x' }, 'CALIBRATION_ERROR'],
  ['an unknown evaluation', 'get_diagram_data', { source: 'x', evaluation_id: 'eval_x' }, 'CALIBRATION_ERROR'],
  ['an unknown action', 'train', {}, 'INVALID_PARAMS'],
]

for (const [what, action, data, code] of REFUSED)
  test(`REQ 3.2.1 calibrate: ${what} is refused with ${code}`, (t) => {
    const { deps } = openDeps(t)

    assert.throws(() => calibrate(deps, action, data), { code })
  })
