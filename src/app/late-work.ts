import type { Logger } from '../domain/log.ts'
import type { Store } from '../store/types.ts'
import type { WorkRequest } from '../work/work-request.ts'

/** REQ 3.2.2: work past its time-out is in the event log, with what it was done for. */
export function noteLateWork(store: Pick<Store, 'events'>, log: Logger) {
  return ({ kind, slot, taskId, causeId, timeoutMs = 0 }: WorkRequest): void => {
    log.warn('work_timed_out', { kind, slot, task_id: taskId ?? null })
    if (causeId === undefined) return
    try {
      store.events.append({
        kind: 'work_timed_out',
        taskId: taskId ?? null,
        subjectType: 'work',
        subjectId: kind,
        data: { slot, seconds: timeoutMs / 1000 },
        causeId,
      })
    } catch (error) {
      // A full disk or a closed home is the search's to report; the slots go on.
      log.warn('late_work_not_kept', { reason: error instanceof Error ? error.message : 'unknown' })
    }
  }
}
