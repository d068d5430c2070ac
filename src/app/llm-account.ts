import { type Clock, isoTime } from '../domain/clock.ts'
import type { Settings } from '../domain/settings.ts'
import type { Store } from '../store/types.ts'

/**
 * What the local model has cost each task; whoever asks it for the task, and in whichever process, draws on one
 * account.
 */
export interface LlmAccount {
  /** Milliseconds that are left; without a task nothing is counted. */
  left(taskId: string | null): number
  /** Charges what the work takes, however it ends. */
  during<T>(taskId: string | null, work: () => Promise<T>): Promise<T>
}

/** Kept with the task: a task that goes on in another process has not got its time back. */
const USED = 'llm_seconds'

/** The model's share of a task (REQ 3.1: 30 %), by the budget that this task was given. */
export function modelTime(settings: Settings, tasks: Pick<Store['tasks'], 'get'>): (taskId: string | null) => number {
  return (taskId) => {
    const budget = taskId === null ? null : (tasks.get(taskId)?.budget ?? null)
    return settings.llm.task_share * (budget ?? settings.task).max_seconds * 1000
  }
}

export function llmAccount(
  settings: Settings,
  store: Pick<Store, 'tasks' | 'write'>,
  clock: Pick<Clock, 'now' | 'sleep'>,
  now: () => number = () => performance.now(),
): LlmAccount {
  const allowed = modelTime(settings, store.tasks)
  const usedMs = (taskId: string) => (store.tasks.metrics(taskId)[USED] ?? 0) * 1000

  function charge(taskId: string, ms: number): void {
    store.write(() => {
      // A task that was cleaned up meanwhile has no account any more.
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
