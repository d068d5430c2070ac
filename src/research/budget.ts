import { isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import { normalisedQuery } from '../domain/normalised-query.ts'
import type { SearchRow, Task, TaskBudget } from '../domain/task.ts'
import { requireTask } from '../store/require-task.ts'
import type { Store } from '../store/types.ts'
import type { ResearchParts } from './parts.ts'

export interface BudgetState {
  readonly pages_used: number
  readonly pages_limit: number
  readonly time_used_seconds: number
  readonly time_limit_seconds: number
  readonly remaining_percent: number
  readonly pages_left: number
}

/** Remaining budget: the smaller share of pages and time. */
export function budgetOf(store: Pick<Store, 'searches'>, task: Task): BudgetState {
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

/** More pages or more time; nothing is taken away, so that asking twice is asking once. Returns what holds now. */
export function raiseBudget(
  { store, clock }: Pick<ResearchParts, 'store' | 'clock'>,
  taskId: string,
  asked: { readonly max_pages?: number | undefined; readonly max_seconds?: number | undefined },
): TaskBudget {
  const task = requireTask(store, taskId)
  const raised = {
    max_pages: Math.max(task.budget.max_pages, asked.max_pages ?? 0),
    max_seconds: Math.max(task.budget.max_seconds, asked.max_seconds ?? 0),
  }
  if (raised.max_pages === task.budget.max_pages && raised.max_seconds === task.budget.max_seconds) return task.budget
  store.write(() => {
    store.tasks.setBudget(taskId, raised, isoTime(clock))
    store.events.append({
      kind: 'budget_raised',
      taskId,
      subjectType: 'task',
      subjectId: taskId,
      data: { from: task.budget, to: raised },
      causeId: task.cause_id,
    })
  })
  return raised
}

/** Which budget is used up; null while both have some left. */
export function budgetSpent(budget: BudgetState): string | null {
  if (budget.pages_left === 0) return `${budget.pages_limit} pages`
  return budget.time_used_seconds >= budget.time_limit_seconds ? `${budget.time_limit_seconds} seconds` : null
}

/** REQ 3.1: a task that ran out names the queries it leaves unsatisfied. */
export function requireBudget(store: Pick<Store, 'searches'>, task: Task): void {
  const spent = budgetSpent(budgetOf(store, task))
  if (spent === null) return
  throw new LyraError('BUDGET_EXHAUSTED', `The task has used its ${spent}`, {
    details: { unsatisfied_queries: unsatisfiedQueries(store.searches.ofTask(task.id)) },
  })
}

export function unsatisfiedQueries(searches: readonly SearchRow[]): readonly string[] {
  const satisfied = new Set(searches.filter((row) => row.status === 'satisfied').map((row) => row.query))
  return [...new Set(searches.map((row) => row.query))].filter((query) => !satisfied.has(query))
}

export interface PageAllowance {
  readonly pages: number
  readonly inputs: { readonly asked: number | null; readonly index: number | null; readonly best: number | null }
}

/**
 * REQ 3.1.1: pages go where the harvest is, in the manner of UCB1. A query that was not tried yet gets the full number;
 * one that is asked again gets the share its index (mean harvest + sqrt(2 ln N / n), in pages) has of the best query's.
 * What the caller asks for is an instruction and stands.
 */
export function pageAllowance(searches: readonly SearchRow[], row: SearchRow, usual: number): PageAllowance {
  const asked = row.options.max_pages ?? null
  if (asked !== null) return { pages: asked, inputs: { asked, index: null, best: null } }
  const arms = new Map<string, { pages: number; useful: number }>()
  for (const search of searches) {
    if (search.id === row.id || search.pages_fetched === 0) continue
    const arm = arms.get(normalisedQuery(search.query)) ?? { pages: 0, useful: 0 }
    arms.set(normalisedQuery(search.query), {
      pages: arm.pages + search.pages_fetched,
      useful: arm.useful + search.useful_fragments,
    })
  }
  const own = arms.get(normalisedQuery(row.query))
  if (own === undefined) return { pages: usual, inputs: { asked, index: null, best: null } }
  const total = [...arms.values()].reduce((sum, arm) => sum + arm.pages, 0)
  const index = ucb(own, total)
  const best = Math.max(...[...arms.values()].map((arm) => ucb(arm, total)))
  return { pages: Math.max(1, Math.round((usual * index) / best)), inputs: { asked, index, best } }
}

function ucb(arm: { readonly pages: number; readonly useful: number }, total: number): number {
  return Math.min(1, arm.useful / arm.pages) + Math.sqrt((2 * Math.log(total)) / arm.pages)
}
