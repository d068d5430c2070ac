import { type Clock, isoTime } from '../domain/clock.ts'
import type { Settings } from '../domain/settings.ts'
import type { Store } from '../store/types.ts'

/** Time that the local model has spent for each task, shared by all callers and processes. */
export interface LlmTimeBudget {
  /** Milliseconds left; without a task there is no limit. */
  left(taskId: string | null): number
  /** Charges the elapsed time, also when the work fails. */
  during<T>(taskId: string | null, work: () => Promise<T>): Promise<T>
}

/** Stored with the task, so that continuing in another process does not reset the budget. */
const USED = 'llm_seconds'

/** The local model's share of a task's time (REQ 3.1: 30 %), from the budget of that task. */
export function llmTimeAllowance(
  settings: Settings,
  tasks: Pick<Store['tasks'], 'get'>,
): (taskId: string | null) => number {
  return (taskId) => {
    const budget = taskId === null ? null : (tasks.get(taskId)?.budget ?? null)
    return settings.llm.task_share * (budget ?? settings.task).max_seconds * 1000
  }
}

export function llmTimeBudget(
  settings: Settings,
  store: Pick<Store, 'tasks' | 'write'>,
  clock: Pick<Clock, 'now' | 'sleep'>,
  now: () => number = () => performance.now(),
): LlmTimeBudget {
  const allowed = llmTimeAllowance(settings, store.tasks)
  const usedMs = (taskId: string) => (store.tasks.metrics(taskId)[USED] ?? 0) * 1000

  function charge(taskId: string, ms: number): void {
    store.write(() => {
      // The task may have been cleaned up in the meantime.
      if (store.tasks.get(taskId) === null) return
      store.tasks.setMetric(taskId, USED, (usedMs(taskId) + ms) / 1000, isoTime(clock))
    })
  }

  return {
    left: (taskId) => (taskId === null ? Number.POSITIVE_INFINITY : Math.max(0, allowed(taskId) - usedMs(taskId))),
    during: async (taskId, work) => {
      const started = now()
      try {
        return await work()
      } finally {
        if (taskId !== null) charge(taskId, now() - started)
      }
    },
  }
}
