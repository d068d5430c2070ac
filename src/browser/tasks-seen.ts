const TASKS_REMEMBERED = 100

export interface TasksSeen {
  /** Whether the task is here for the first time; no task is never new. */
  meet(taskId: string | null): boolean
}

export function createTasksSeen(): TasksSeen {
  const seen = new Set<string>()
  return {
    meet(taskId) {
      if (taskId === null || seen.has(taskId)) return false
      seen.add(taskId)
      const [oldest] = seen
      if (seen.size > TASKS_REMEMBERED && oldest !== undefined) seen.delete(oldest)
      return true
    },
  }
}
