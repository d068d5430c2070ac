import type { CalibrateAnswer, CalibrateData, CalibrateInput } from '../api/calibrate.ts'
import type { RollbackAnswer } from '../api/calibrate-rollback.ts'
import { type CalibrationInForce, isNliGroup } from '../domain/calibration.ts'
import { LyraError } from '../domain/errors.ts'
import type { CalibrationEvaluation } from '../store/people/calibration-rows.ts'
import { brierScore, expectedCalibrationError, RELIABILITY_BINS, reliabilityBins } from './calibration-fit.ts'
import { currentVersion, evaluationOf, keepSample, through, wholeSources } from './calibration-versions.ts'
import type { HumanDeps } from './human-deps.ts'

/** REQ 3.2.1 and 4.6.1: Lyra measures and reports; whether to roll back is the assistant's decision. */
export function calibrate(deps: HumanDeps, input: CalibrateInput): CalibrateAnswer {
  switch (input.action) {
    case 'add_sample':
      return addSample(deps, input.data)
    case 'get_stats':
      return stats(deps, input.data.source)
    case 'evaluate':
      return evaluate(deps, input.data)
    case 'get_evaluations':
      return listEvaluations(deps, input.data)
    case 'get_diagram_data':
      return diagram(deps, input.data)
  }
}

/** REQ 3.3.4: the correction that a search applies to the probabilities of a source; null when nothing was learned. */
export function calibrationInForce(deps: HumanDeps, name: string): CalibrationInForce | null {
  const current = currentVersion(deps, name)
  return current === null ? null : { version: current.version, method: current.method, params: current.params }
}

/** Those of one language and model each that have a version in force, by their source. */
export function nliGroupsInForce(deps: HumanDeps): Readonly<Record<string, CalibrationInForce>> {
  const groups = deps.store.people.calibration.sources().filter(isNliGroup)
  return Object.fromEntries(
    groups.flatMap((name) => {
      const current = calibrationInForce(deps, name)
      return current === null ? [] : [[name, current] as const]
    }),
  )
}

function addSample(
  deps: HumanDeps,
  { source, prediction, actual, context }: CalibrateData<'add_sample'>,
): CalibrateAnswer {
  return deps.store.write(() => {
    const kept = { source, prediction, actual, subject: null }
    const told = context === undefined ? null : JSON.stringify(context)
    const id = keepSample(deps, { ...kept, context: told }, deps.ids.next('cause'))
    return { ok: true, sample_id: id, pending_count: deps.store.people.calibration.pendingCount(source) }
  })
}

function stats(deps: HumanDeps, only: string | undefined): CalibrateAnswer {
  const known = deps.store.people.calibration.sources()
  if (only !== undefined && !known.includes(only)) throw unknownSource(deps, only)
  const names = only === undefined ? wholeSources(deps) : [only]
  const samples = names.flatMap((name) =>
    through(currentVersion(deps, name), deps.store.people.calibration.samples(name)),
  )
  const latest = only === undefined ? undefined : lastTwo(deps, only)[0]
  const worst = names
    .map((name) => degradation(deps, name))
    .filter((details) => details !== null)
    .sort((left, right) => right.change_ratio - left.change_ratio)[0]
  const measured = samples.length > 0
  return {
    ok: true,
    current_version: Math.max(0, ...names.map((name) => currentVersion(deps, name)?.version ?? 0)),
    brier_score: measured ? brierScore(samples) : latest === undefined ? null : effective(latest),
    ece: measured ? expectedCalibrationError(reliabilityBins(samples)) : (latest?.expected_calibration_error ?? null),
    sample_count: measured ? samples.length : (latest?.samples_evaluated ?? 0),
    degradation_detected: worst !== undefined,
    ...(worst === undefined ? {} : { degradation_details: worst }),
  }
}

function evaluate(deps: HumanDeps, data: CalibrateData<'evaluate'>): CalibrateAnswer {
  const raw = data.predictions.map((prediction, index) => ({ prediction, actual: data.labels[index] ?? 0 }))
  const current = currentVersion(deps, data.source)
  const row = evaluationOf(deps, data.source, raw)
  deps.store.write(() => {
    const causeId = deps.ids.next('cause')
    deps.store.people.calibration.addEvaluation({ ...row, cause_id: causeId })
    const worse = degradation(deps, data.source)
    if (worse === null) return
    deps.log.warn('calibration.degraded', { source: data.source, ...worse })
    if (deps.settings.calibration.enable_auto_rollback && current !== null)
      rollBack(deps, data.source, undefined, 'automatic: Brier score degradation')
  })
  return {
    ok: true,
    evaluation_id: row.id,
    brier_score: row.brier_score,
    brier_score_calibrated: row.brier_score_calibrated,
    improvement_ratio: row.improvement_ratio,
    expected_calibration_error: row.expected_calibration_error,
    samples_evaluated: row.samples_evaluated,
  }
}

function listEvaluations(deps: HumanDeps, filter: CalibrateData<'get_evaluations'>): CalibrateAnswer {
  // Times are kept in UTC; the bound is brought to the same form, or text comparison would be wrong.
  const since = filter.since === undefined ? undefined : new Date(filter.since).toISOString()
  const found = deps.store.people.calibration.evaluations({ source: filter.source, since, limit: filter.limit })
  return {
    ok: true,
    evaluations: found.rows.map(({ bins_json, ...row }) => ({ ...row, bins: bins_json })),
    total_count: found.total,
  }
}

function diagram(deps: HumanDeps, data: CalibrateData<'get_diagram_data'>): CalibrateAnswer {
  const evaluation =
    data.evaluation_id === undefined
      ? (lastTwo(deps, data.source)[0] ?? null)
      : deps.store.people.calibration.evaluation(data.evaluation_id)
  if (data.evaluation_id !== undefined && evaluation?.source !== data.source)
    throw new LyraError('CALIBRATION_ERROR', `Source ${data.source} has no evaluation ${data.evaluation_id}`)
  const samples = deps.store.people.calibration.samples(data.source)
  if (evaluation === null && samples.length === 0) throw unknownSource(deps, data.source)
  const bins = evaluation?.bins_json ?? reliabilityBins(through(currentVersion(deps, data.source), samples))
  return { ok: true, source: data.source, n_bins: RELIABILITY_BINS, bins, overall_ece: expectedCalibrationError(bins) }
}

/** Version 0: what the source says counts as it is, as before the first fit. */
const NONE = 0

/**
 * REQ 3.2.1: destructive, hence a call of its own; the reason goes to the causal log. The version before the first is
 * none at all.
 */
export function rollBack(deps: HumanDeps, name: string, version?: number, reason?: string): RollbackAnswer {
  return deps.store.write(() => {
    const versions = deps.store.people.calibration.versions(name).map((entry) => entry.version)
    const current = currentVersion(deps, name)?.version ?? NONE
    const target = version ?? versions.filter((one) => one < current).at(-1) ?? NONE
    if (versions.length === 0 || (version === undefined && current === NONE))
      throw new LyraError('CALIBRATION_ERROR', `Source ${name} has no calibration to roll back`)
    if (target === current || (target !== NONE && !versions.includes(target)))
      throw new LyraError(
        'CALIBRATION_ERROR',
        `Source ${name} cannot go back to version ${target}: it is the current one or does not exist`,
        { details: { versions: [NONE, ...versions] } },
      )
    const why = reason ?? 'not given'
    deps.store.people.calibration.setCurrent(name, target)
    deps.store.events.append({
      kind: 'calibration.rolled_back',
      subjectId: name,
      data: { from: current, to: target, reason: why },
      causeId: deps.ids.next('cause'),
    })
    deps.log.warn('calibration.rolled_back', { source: name, from: current, to: target })
    return { ok: true, source: name, rolled_back_to: target, previous_version: current, reason: why }
  })
}

/** REQ 4.6.1: the latest evaluation is worse than the one before by 5 % or more. */
function degradation(deps: HumanDeps, name: string) {
  const [latest, previous] = lastTwo(deps, name)
  if (latest === undefined || previous === undefined) return null
  const before = effective(previous)
  const now = effective(latest)
  const change = before === 0 ? (now === 0 ? 0 : 1) : (now - before) / before
  if (change < deps.settings.calibration.degradation_ratio - 1e-9 || change <= 0) return null
  return { previous_brier: before, latest_brier: now, change_ratio: change }
}

function lastTwo(deps: HumanDeps, name: string): readonly CalibrationEvaluation[] {
  return deps.store.people.calibration.evaluations({ source: name, limit: 2 }).rows
}

/** What a reader of the confidences gets: calibrated where there is a calibration. */
function effective(evaluation: CalibrationEvaluation): number {
  return evaluation.brier_score_calibrated ?? evaluation.brier_score
}

function unknownSource(deps: HumanDeps, name: string): LyraError {
  return new LyraError('CALIBRATION_ERROR', `Nothing is known about the source ${name}`, {
    details: { known_sources: deps.store.people.calibration.sources() },
  })
}
