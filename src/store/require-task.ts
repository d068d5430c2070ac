import { LyraError } from '../domain/errors.ts'
import type { Task } from '../domain/task.ts'
import type { Store } from './types.ts'

export function requireTask(store: Pick<Store, 'tasks'>, taskId: string): Task {
  const task = store.tasks.get(taskId)
  if (task === null) throw new LyraError('TASK_NOT_FOUND', `There is no task ${taskId.slice(0, 80)}`)
  return task
}
