import { LyraError } from '../domain/errors.ts'
import type { Task } from '../domain/task.ts'
import type { Store } from '../store/types.ts'

export interface BudgetState {
  readonly pages_used: number
  readonly pages_limit: number
  readonly time_used_seconds: number
  readonly time_limit_seconds: number
  readonly remaining_percent: number
  readonly pages_left: number
}

/** What is left is the smaller share of pages and time. */
export function budgetOf(store: Store, task: Task): BudgetState {
  const used = store.searches.pagesUsed(task.id)
  const pagesShare = 1 - used / task.budget.max_pages
  const timeShare = 1 - task.seconds_used / task.budget.max_seconds
  return {
    pages_used: used,
    pages_limit: task.budget.max_pages,
    time_used_seconds: Math.round(task.seconds_used * 10) / 10,
    time_limit_seconds: task.budget.max_seconds,
    remaining_percent: Math.max(0, Math.round(Math.min(pagesShare, timeShare) * 100)),
    pages_left: Math.max(0, task.budget.max_pages - used),
  }
}

export function requireBudget(budget: BudgetState): void {
  if (budget.pages_left > 0 && budget.time_used_seconds < budget.time_limit_seconds) return
  const spent = budget.pages_left === 0 ? `${budget.pages_limit} pages` : `${budget.time_limit_seconds} seconds`
  throw new LyraError('BUDGET_EXHAUSTED', `The task has used its ${spent}`)
}
