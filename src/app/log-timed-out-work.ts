import type { Logger } from '../domain/log.ts'
import type { Store } from '../store/types.ts'
import type { WorkRequest } from '../work/work-request.ts'

/** REQ 3.2.2: work that exceeds its time-out is recorded in the event log with its cause. */
export function logTimedOutWork(store: Pick<Store, 'events'>, log: Logger) {
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
      // The search reports a full disk or a closed home itself; scheduling continues.
      log.warn('late_work_not_kept', { reason: error instanceof Error ? error.message : 'unknown' })
    }
  }
}
