import { isoTime } from '../domain/clock.ts'
import type { LyraError } from '../domain/errors.ts'
import type { SearchRow, Task } from '../domain/task.ts'
import type { ConductorParts } from './conductor-parts.ts'

type PauseParts = Pick<ConductorParts, 'store' | 'jobs' | 'clock'>

/** REQ 3.2.2: releases the open jobs of a task until it is resumed or searched again; returns their number. */
export function pauseJobs({ store, jobs, clock }: PauseParts, task: Task): number {
  return store.write(() => {
    const paused = jobs.pauseOfTask(task.id)
    if (paused === 0) return 0
    store.tasks.setStatus(task.id, 'paused', isoTime(clock))
    note(store, task, 'task_paused', { code: 'PAUSED', reason: 'paused by request', jobs: paused })
    return paused
  })
}

export function unpauseJobs({ store, jobs, clock }: PauseParts, task: Task): void {
  store.write(() => {
    const unpaused = jobs.unpauseOfTask(task.id)
    if (unpaused === 0) return
    store.tasks.setStatus(task.id, 'exploring', isoTime(clock))
    note(store, task, 'task_resumed', { jobs: unpaused })
  })
}

/** Nothing can be done for the task now, through no fault of the caller, so it waits (REQ 2.1.5, 8.3). */
export function pauseBlockedTask(
  { store, clock, notify }: Pick<ConductorParts, 'store' | 'clock' | 'notify'>,
  { task_id: taskId, cause_id: causeId }: SearchRow,
  { code, message }: LyraError,
): void {
  store.tasks.setStatus(taskId, 'paused', isoTime(clock))
  note(store, { id: taskId, cause_id: causeId }, 'task_paused', { code, reason: message })
  notify('warning', `Task ${taskId} is paused: ${message}`)
}

function note(
  { events }: PauseParts['store'],
  { id, cause_id: causeId }: Pick<Task, 'id' | 'cause_id'>,
  kind: string,
  data: Readonly<Record<string, unknown>>,
): void {
  events.append({ kind, taskId: id, subjectType: 'task', subjectId: id, data, causeId })
}
