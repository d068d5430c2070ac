import type { CalibrationSource } from '../api/get-calibration.ts'
import { calibrate } from './calibration.ts'
import type { HumanDeps } from './human-deps.ts'

/** Every source of confidences with its diagram and versions, in the order of their names. */
export function calibrationOverview(deps: HumanDeps): readonly CalibrationSource[] {
  const { calibration } = deps.store.people
  return [...calibration.sources()].sort().map((source) => {
    const stats = calibrate(deps, { action: 'get_stats', data: { source } })
    const diagram = calibrate(deps, { action: 'get_diagram_data', data: { source } })
    return {
      source,
      version: 'current_version' in stats ? stats.current_version : 0,
      samples: 'sample_count' in stats ? stats.sample_count : 0,
      brier_score: 'current_version' in stats ? stats.brier_score : null,
      ece: 'current_version' in stats ? stats.ece : null,
      degraded: 'current_version' in stats && stats.degradation_detected,
      bins: 'bins' in diagram ? diagram.bins : [],
      versions: calibration.versions(source).map((one) => ({
        version: one.version,
        method: one.method,
        samples: one.sample_count,
        at: one.created_at,
        is_current: one.is_current,
      })),
    }
  })
}
