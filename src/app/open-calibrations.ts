import { NO_CALIBRATIONS, type SearchCalibrations } from '../domain/calibration.ts'
import { calibrationInForce } from '../human/calibration.ts'
import type { HumanDeps } from '../human/human-deps.ts'

/**
 * REQ 3.3.4: what was learned from samples so far. In the replay of a task what its searches applied then is applied
 * again.
 */
export function openCalibrations(
  human: HumanDeps,
  recorded?: readonly SearchCalibrations[],
): (search: number) => SearchCalibrations {
  if (recorded !== undefined) return (search) => recorded[search] ?? NO_CALIBRATIONS
  return () => ({
    nli_judge: calibrationInForce(human, 'nli_judge'),
    llm_extract: calibrationInForce(human, 'llm_extract'),
  })
}
