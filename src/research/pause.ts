import { isoTime } from '../domain/clock.ts'
import type { Task } from '../domain/task.ts'
import type { ConductorParts } from './conductor.ts'

type PauseParts = Pick<ConductorParts, 'store' | 'searchJobs' | 'clock'>

/** REQ 3.2.2: the open jobs of a task are nobody's until it is resumed or searched again; how many there were. */
export function pauseJobs({ store, searchJobs, clock }: PauseParts, task: Task): number {
  return store.write(() => {
    const jobs = searchJobs.pauseOfTask(task.id)
    if (jobs === 0) return 0
    store.tasks.setStatus(task.id, 'paused', isoTime(clock))
    note(store, task, 'task_paused', { code: 'PAUSED', reason: 'paused by request', jobs })
    return jobs
  })
}

export function unpauseJobs({ store, searchJobs, clock }: PauseParts, task: Task): void {
  store.write(() => {
    const jobs = searchJobs.unpauseOfTask(task.id)
    if (jobs === 0) return
    store.tasks.setStatus(task.id, 'exploring', isoTime(clock))
    note(store, task, 'task_resumed', { jobs })
  })
}

function note(
  { events }: PauseParts['store'],
  { id, cause_id: causeId }: Task,
  kind: string,
  data: Readonly<Record<string, unknown>>,
): void {
  events.append({ kind, taskId: id, subjectType: 'task', subjectId: id, data, causeId })
}
