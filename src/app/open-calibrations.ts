import { NO_CALIBRATIONS, type SearchCalibrations } from '../domain/calibration.ts'
import { calibrationInForce, nliGroupsInForce } from '../human/calibration.ts'
import type { HumanDeps } from '../human/human-deps.ts'
import { adapterInForce } from '../human/learning/learn.ts'

/** REQ 3.3.4: the calibrations learned so far. The replay of a task applies those that its searches used. */
export function openCalibrations(
  human: HumanDeps,
  recorded?: readonly SearchCalibrations[],
): (search: number) => SearchCalibrations {
  if (recorded !== undefined) return (search) => recorded[search] ?? NO_CALIBRATIONS
  return () => ({
    nli_judge: calibrationInForce(human, 'nli_judge'),
    llm_extract: calibrationInForce(human, 'llm_extract'),
    nli_groups: nliGroupsInForce(human),
    stance_adapter: adapterInForce(human, 'stance'),
    claim_adapter: adapterInForce(human, 'claims'),
  })
}
