import { CALIBRATIONS_READ, type SearchCalibrations, searchCalibrationsSchema } from '../domain/calibration.ts'
import type { ResearchParts } from './parts.ts'
import type { SearchCall } from './search-call.ts'

/**
 * REQ 3.3.4: the learned corrections that this search applies. They are read when it first needs them and kept with it,
 * so that what it judges after a crash or after its answer, and what a replay judges, is corrected alike although
 * samples came in since.
 */
export function calibrationsOf(
  { store, calibrations }: Pick<ResearchParts, 'store' | 'calibrations'>,
  { taskId, searchId, causeId }: Pick<SearchCall, 'taskId' | 'searchId' | 'causeId'>,
): SearchCalibrations {
  const kept = store.events.about([searchId]).find(({ kind }) => kind === CALIBRATIONS_READ)
  if (kept !== undefined) return searchCalibrationsSchema.parse(kept.data)
  const place = store.searches.ofTask(taskId).findIndex(({ id }) => id === searchId)
  const read = calibrations(place)
  store.events.append({
    kind: CALIBRATIONS_READ,
    taskId,
    subjectType: 'search',
    subjectId: searchId,
    data: read,
    causeId,
  })
  return read
}
