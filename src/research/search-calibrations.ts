import {
  CALIBRATIONS_READ,
  NO_CALIBRATIONS,
  type SearchCalibrations,
  searchCalibrationsSchema,
} from '../domain/calibration.ts'
import type { SearchRun } from './parts.ts'

/**
 * REQ 3.3.4: the learned corrections that this search applies. They are read when it first needs them and kept with it,
 * so that what it judges after a crash or after its answer, and what a replay judges, is corrected alike although
 * samples came in since.
 */
export function calibrationsOf(run: SearchRun): SearchCalibrations {
  const { store, calibrations } = run.parts
  if (calibrations === undefined) return NO_CALIBRATIONS
  const kept = store.events.about([run.row.id]).find(({ kind }) => kind === CALIBRATIONS_READ)
  if (kept !== undefined) return searchCalibrationsSchema.parse(kept.data)
  const place = store.searches.ofTask(run.task.id).findIndex(({ id }) => id === run.row.id)
  const read = calibrations(place)
  store.events.append({
    kind: CALIBRATIONS_READ,
    taskId: run.task.id,
    subjectType: 'search',
    subjectId: run.row.id,
    data: read,
    causeId: run.causeId,
  })
  return read
}
