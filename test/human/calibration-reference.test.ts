import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calibrated } from '../../src/domain/calibration.ts'
import {
  brierScore,
  expectedCalibrationError,
  fitCalibration,
  fitPlatt,
  fitTemperature,
  reliabilityBins,
  smoothed,
} from '../../src/human/calibration-fit.ts'
import { fitIsotonic } from '../../src/human/isotonic-fit.ts'

const PREDICTIONS = [
  ...[0.93, 0.88, 0.97, 0.71, 0.64, 0.58, 0.81, 0.66, 0.9, 0.55],
  ...[0.76, 0.61, 0.85, 0.69, 0.95, 0.57, 0.73, 0.62, 0.99, 0.79],
]
const LABELS = [1, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0]
const SAMPLES = PREDICTIONS.map((prediction, at) => ({ prediction, actual: LABELS[at] ?? 0 }))
const POSITIVES = 11

const close = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual} is not ${expected}`)

// Reference values by numpy, by scipy's BFGS and Newton-CG over the same targets, by its root of the derivative, and by
// scikit-learn's IsotonicRegression.
test('REQ 4.6.1: Brier score and ECE of twenty samples are those of the reference', () => {
  close(brierScore(SAMPLES), 0.229585)
  const bins = reliabilityBins(SAMPLES)
  assert.deepEqual(
    bins.map(({ count }) => count),
    [0, 0, 0, 0, 0, 3, 5, 4, 3, 5],
  )
  close(expectedCalibrationError(bins), 0.2355)
})

test('REQ 3.3.4: Platt, temperature and isotonic regression find the values of the reference', () => {
  const points = smoothed(SAMPLES, POSITIVES)

  const { params } = fitPlatt(points)
  const temperature = fitTemperature(points)
  const steps = fitIsotonic(points.map(({ target }, at) => ({ x: PREDICTIONS[at] ?? 0, target })))

  close(params.a, 1.1813842290218692)
  close(params.b, -1.3260602426677732)
  close(temperature.params.a, 0.45407646298510407)
  const at = [0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.87, 0.92, 1]
  const expected = [
    ...[0.090909091, 0.275835276, 0.368298368, 0.368298368, 0.59020979],
    ...[0.59020979, 0.812121212, 0.923076923, 0.923076923],
  ]
  for (const [place, probability] of at.entries()) close(calibrated(steps, probability), expected[place] ?? 0)
})

test('REQ 3.3.4: isotonic regression is taken where the error has steps, and not for a few samples', () => {
  const stepped = (prediction: number) => (prediction < 0.7 ? 0.3 : prediction < 0.9 ? 0.32 : 0.97)
  const samples = Array.from({ length: 600 }, (_, n) => {
    const prediction = 0.5 + (n % 50) / 100
    const share = ((n * 37) % 100) / 100
    return { prediction, actual: share < stepped(prediction) ? 1 : 0 }
  })

  assert.equal(fitCalibration(samples)?.method, 'isotonic')
  assert.notEqual(fitCalibration(samples.slice(0, 40))?.method, 'isotonic')
})
