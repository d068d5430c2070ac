import { type Calibration, calibrated, isNliGroup } from '../domain/calibration.ts'
import { isoTime } from '../domain/clock.ts'
import type { CalibrationEvaluation, CalibrationParams, CalibrationSample } from '../store/people/calibration-rows.ts'
import { brierScore, expectedCalibrationError, fitCalibration, reliabilityBins } from './calibration-fit.ts'
import type { HumanDeps } from './human-deps.ts'

export interface NewSample {
  readonly source: string
  readonly prediction: number
  readonly actual: 0 | 1
  readonly context: string | null
  /** What it is a sample of: a later one about the same takes its place. Null: each counts. */
  readonly subject: string | null
}

/** REQ 3.3.4: keeps a sample; enough new ones make a new version. Belongs in a transaction. Returns its id. */
export function keepSample(deps: HumanDeps, sample: NewSample, causeId: string): string {
  const { calibration } = deps.store.people
  const known = sample.subject === null ? null : calibration.sampleOf(sample.source, sample.subject)
  if (known !== null && known.actual === sample.actual && known.prediction === sample.prediction) return known.id
  const id = known?.id ?? deps.ids.next('cal')
  calibration.addSample({ ...sample, id, at: isoTime(deps.clock), causeId })
  if (calibration.pendingCount(sample.source) >= deps.settings.calibration.recalibrate_after)
    refit(deps, sample.source, causeId)
  return id
}

/** The version in force is measured on what it has not seen before a new one takes its place. */
function refit(deps: HumanDeps, name: string, causeId: string): void {
  const { calibration } = deps.store.people
  const samples = calibration.samples(name)
  const fit = fitCalibration(samples)
  if (fit === null) return
  const current = currentVersion(deps, name)
  if (current !== null)
    calibration.addEvaluation({ ...evaluationOf(deps, name, calibration.pending(name)), cause_id: causeId })
  const version = (calibration.versions(name).at(-1)?.version ?? 0) + 1
  calibration.addVersion({
    source: name,
    version,
    method: fit.method,
    params: fit.params,
    sample_count: samples.length,
    brier_before: brierScore(samples),
    brier_after: brierScore(through(fit, samples)),
    created_at: isoTime(deps.clock),
    cause_id: causeId,
  })
  calibration.setCurrent(name, version)
  calibration.markUsed(name, version)
  deps.store.events.append({
    kind: 'calibration.fitted',
    subjectId: name,
    data: { version, method: fit.method },
    causeId,
  })
  deps.log.info('calibration.fitted', { source: name, version, method: fit.method, samples: samples.length })
}

/** REQ 4.6.1: how well the version in force does on these samples, as it is kept. */
export function evaluationOf(deps: HumanDeps, name: string, raw: readonly CalibrationSample[]): CalibrationEvaluation {
  const current = currentVersion(deps, name)
  const before = brierScore(raw)
  const after = current === null ? null : brierScore(through(current, raw))
  const bins = reliabilityBins(through(current, raw))
  return {
    id: deps.ids.next('eval'),
    source: name,
    brier_score: before,
    brier_score_calibrated: after,
    improvement_ratio: after === null ? null : before === 0 ? 0 : (before - after) / before,
    expected_calibration_error: expectedCalibrationError(bins),
    samples_evaluated: raw.length,
    bins_json: [...bins],
    calibration_version: current?.version ?? null,
    evaluated_at: isoTime(deps.clock),
  }
}

export function currentVersion(deps: HumanDeps, name: string): CalibrationParams | null {
  return deps.store.people.calibration.versions(name).find((entry) => entry.is_current) ?? null
}

/** Sources that are no part of another. */
export function wholeSources(deps: HumanDeps): readonly string[] {
  return deps.store.people.calibration.sources().filter((name) => !isNliGroup(name))
}

export function through(
  calibration: Calibration | null,
  samples: readonly CalibrationSample[],
): readonly CalibrationSample[] {
  return samples.map((sample) => ({ ...sample, prediction: calibrated(calibration, sample.prediction) }))
}
