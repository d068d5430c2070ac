import { type Calibration, calibrated, logit } from '../domain/calibration.ts'
import { logistic } from '../domain/confidence.ts'
import type { CalibrationSample } from '../store/people/calibration-rows.ts'
import { fitIsotonic } from './isotonic-fit.ts'

/** Ten equal-width bins, the usual choice for expected calibration error; more would stay empty with few samples. */
export const RELIABILITY_BINS = 10

interface ReliabilityBin {
  readonly lower: number
  readonly upper: number
  readonly count: number
  readonly mean_prediction: number | null
  readonly accuracy: number | null
}

interface LinearCalibration extends Calibration {
  readonly params: { readonly a: number; readonly b: number }
}

const IDENTITY: LinearCalibration = { method: 'identity', params: { a: 1, b: 0 } }

/** Temperatures outside this range say more about the sample than about the model. */
const MIN_SLOPE = 0.05
const MAX_SLOPE = 20

export function brierScore(samples: readonly CalibrationSample[]): number {
  return mean(samples.map((sample) => (sample.prediction - sample.actual) ** 2))
}

export function reliabilityBins(samples: readonly CalibrationSample[]): readonly ReliabilityBin[] {
  return Array.from({ length: RELIABILITY_BINS }, (_, index) => {
    const inside = samples.filter(
      (sample) => Math.min(RELIABILITY_BINS - 1, Math.floor(sample.prediction * RELIABILITY_BINS)) === index,
    )
    return {
      lower: index / RELIABILITY_BINS,
      upper: (index + 1) / RELIABILITY_BINS,
      count: inside.length,
      mean_prediction: inside.length === 0 ? null : mean(inside.map((sample) => sample.prediction)),
      accuracy: inside.length === 0 ? null : mean(inside.map((sample) => sample.actual)),
    }
  })
}

export function expectedCalibrationError(bins: readonly ReliabilityBin[]): number {
  const total = bins.reduce((sum, bin) => sum + bin.count, 0)
  if (total === 0) return 0
  return bins.reduce(
    (sum, bin) => sum + (bin.count / total) * Math.abs((bin.mean_prediction ?? 0) - (bin.accuracy ?? 0)),
    0,
  )
}

/** Parts of the samples of which each is held back once. */
const FOLDS = 5
/** Isotonic regression has as many parameters as steps: it needs this many samples and different predictions. */
const LEAST_FOR_STEPS = 50
const LEAST_PREDICTIONS = 10
/** More parameters must pay for themselves by this share of the loss on samples held back. */
const WORTH = 0.005

type Fit = (points: readonly Point[]) => Calibration

/**
 * Leaving it as it is, temperature, Platt or isotonic regression (REQ 3.3.4), whichever loses least on samples it was
 * not fitted on; of near equals the one with fewer parameters. Null when only one of the two outcomes was seen: nothing
 * can be learned from that.
 */
export function fitCalibration(samples: readonly CalibrationSample[]): Calibration | null {
  const positives = samples.filter((sample) => sample.actual === 1).length
  if (positives === 0 || positives === samples.length) return null
  const steps: readonly Fit[] = isEnoughForSteps(samples) ? [fitSteps] : []
  const fits: readonly Fit[] = [() => IDENTITY, fitTemperature, fitPlatt, ...steps]
  const [first, ...others] = fits.map((fit) => ({ fit, loss: heldBackLoss(samples, fit) }))
  const best = others.reduce(
    (kept, next) => (kept !== undefined && next.loss < kept.loss * (1 - WORTH) ? next : kept),
    first,
  )
  return best?.fit(smoothed(samples, positives)) ?? null
}

function isEnoughForSteps(samples: readonly CalibrationSample[]): boolean {
  const different = new Set(samples.map(({ prediction }) => prediction)).size
  return samples.length >= LEAST_FOR_STEPS && different >= LEAST_PREDICTIONS
}

/** Mean loss over samples held back: every fold has its share of both outcomes, in the order the samples came. */
function heldBackLoss(samples: readonly CalibrationSample[], fit: Fit): number {
  const seen = [0, 0]
  const folds = samples.map(({ actual }) => {
    const place = seen[actual] ?? 0
    seen[actual] = place + 1
    return place % FOLDS
  })
  const losses = Array.from({ length: FOLDS }, (_, fold) => {
    const kept = samples.filter((_one, at) => folds[at] !== fold)
    const held = samples.filter((_one, at) => folds[at] === fold)
    const positives = kept.filter((sample) => sample.actual === 1).length
    const fitted = positives === 0 || positives === kept.length ? IDENTITY : fit(smoothed(kept, positives))
    return held.reduce((sum, { prediction, actual }) => sum + lossOf(calibrated(fitted, prediction), actual), 0)
  })
  return losses.reduce((sum, one) => sum + one, 0) / samples.length
}

function lossOf(probability: number, target: number): number {
  const p = Math.min(1 - 1e-6, Math.max(1e-6, probability))
  return -target * Math.log(p) - (1 - target) * Math.log(1 - p)
}

/** The steps are over probabilities, as they are read. */
function fitSteps(points: readonly Point[]): Calibration {
  return fitIsotonic(points.map(({ x, target }) => ({ x: logistic(x), target })))
}

export interface Point {
  readonly x: number
  readonly target: number
}

/** Platt's targets: (N+ + 1) / (N+ + 2) and 1 / (N- + 2), which keep a separable set from an infinite slope. */
export function smoothed(samples: readonly CalibrationSample[], positives: number): readonly Point[] {
  const high = (positives + 1) / (positives + 2)
  const low = 1 / (samples.length - positives + 2)
  return samples.map((sample) => ({ x: logit(sample.prediction), target: sample.actual === 1 ? high : low }))
}

export function fitPlatt(points: readonly Point[]): LinearCalibration {
  let a = 1
  let b = 0
  for (let step = 0; step < 100; step += 1) {
    let ga = 0
    let gb = 0
    let haa = 1e-9
    let hab = 0
    let hbb = 1e-9
    for (const { x, target } of points) {
      const p = logistic(a * x + b)
      const w = p * (1 - p)
      ga += (p - target) * x
      gb += p - target
      haa += w * x * x
      hab += w * x
      hbb += w
    }
    const determinant = haa * hbb - hab * hab
    if (Math.abs(determinant) < 1e-15) break
    const da = (hbb * ga - hab * gb) / determinant
    const db = (haa * gb - hab * ga) / determinant
    let share = 1
    const before = loss(points, { a, b })
    while (share > 1e-6 && loss(points, { a: a - share * da, b: b - share * db }) > before) share /= 2
    a -= share * da
    b -= share * db
    if (Math.abs(share * da) + Math.abs(share * db) < 1e-10) break
  }
  return { method: 'platt', params: { a, b } }
}

export function fitTemperature(points: readonly Point[]): LinearCalibration {
  let a = 1
  for (let step = 0; step < 100; step += 1) {
    let gradient = 0
    let curvature = 1e-9
    for (const { x, target } of points) {
      const p = logistic(a * x)
      gradient += (p - target) * x
      curvature += p * (1 - p) * x * x
    }
    const next = Math.min(MAX_SLOPE, Math.max(MIN_SLOPE, a - gradient / curvature))
    const moved = Math.abs(next - a)
    a = next
    if (moved < 1e-10) break
  }
  return { method: 'temperature', params: { a, b: 0 } }
}

function loss(points: readonly Point[], { a, b }: LinearCalibration['params']): number {
  return points.reduce((sum, { x, target }) => {
    const p = Math.min(1 - 1e-12, Math.max(1e-12, logistic(a * x + b)))
    return sum - target * Math.log(p) - (1 - target) * Math.log(1 - p)
  }, 0)
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
