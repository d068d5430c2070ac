import type { SearchAnswer } from '../domain/answers.ts'
import { isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { SearchOptions, SearchRow, Task } from '../domain/task.ts'
import { budgetOf, requireBudget } from './budget.ts'
import type { ResearchParts, SearchRun } from './parts.ts'
import { answerSearch } from './search-answer.ts'
import { runPipeline } from './search-run.ts'
import { requireTask } from './tasks.ts'

export interface SearchHooks {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: { done: number; total: number; message: string }) => void
}

/** Runs searches: one at a time per task, in the order they were asked for, on after the caller stopped waiting. */
export class Conductor {
  readonly #parts: ResearchParts
  readonly #queues = new Map<string, Promise<unknown>>()
  readonly #closing = new AbortController()

  constructor(parts: ResearchParts) {
    this.#parts = parts
  }

  async search(taskId: string, query: string, options: SearchOptions, hooks: SearchHooks): Promise<SearchAnswer> {
    const task = requireTask(this.#parts.store, taskId)
    requireBudget(budgetOf(this.#parts.store, task))
    const row = this.#begin(task, query, options)
    const work = this.#enqueue(task.id, () => this.#run(row, hooks))
    const waitMs = (options.wait_seconds ?? this.#parts.settings.task.wait_seconds) * 1000
    await firstOf(work, waitMs)
    return answerSearch(this.#parts, row.id)
  }

  /** Lets running searches stop at the next safe point. */
  async close(): Promise<void> {
    this.#closing.abort(new LyraError('CANCELLED', 'Lyra is shutting down'))
    await Promise.allSettled(this.#queues.values())
  }

  /** Waits for everything that is under way in a task. */
  async settle(taskId: string): Promise<void> {
    await this.#queues.get(taskId)?.catch(() => undefined)
  }

  #begin(task: Task, query: string, options: SearchOptions): SearchRow {
    const { store, ids, clock } = this.#parts
    return store.write(() => {
      const at = isoTime(clock)
      const id = ids.next('s')
      const causeId = store.events.append({
        kind: 'search_asked',
        taskId: task.id,
        subjectType: 'search',
        subjectId: id,
        data: { query, options },
        causeId: task.cause_id,
      })
      const row: SearchRow = {
        id,
        task_id: task.id,
        query,
        options,
        status: 'running',
        pages_fetched: 0,
        useful_fragments: 0,
        harvest_rate: 0,
        satisfaction_score: 0,
        novelty_score: 0,
        independent_sources: 0,
        has_primary_source: false,
        warnings: [],
        error: null,
        started_at: at,
        finished_at: null,
        cause_id: causeId,
      }
      store.searches.insert(row)
      store.tasks.setStatus(task.id, 'exploring', at)
      return row
    })
  }

  #enqueue<T>(taskId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(taskId) ?? Promise.resolve()
    const mine = before.catch(() => undefined).then(work)
    this.#queues.set(taskId, mine)
    mine.catch(() => undefined)
    return mine
  }

  async #run(row: SearchRow, hooks: SearchHooks): Promise<void> {
    const { store, settings, embedder, clock } = this.#parts
    const task = requireTask(store, row.task_id)
    const budget = budgetOf(store, task)
    const wanted = Math.min(row.options.max_pages ?? settings.task.search_pages, budget.pages_left)
    const began = clock.now()
    const deadline = AbortSignal.any([this.#closing.signal, ...(hooks.signal ? [hooks.signal] : []), timeLeft(budget)])
    let done = 0
    try {
      const [queryVector] = await embedder.embed([row.query], deadline)
      const run: SearchRun = {
        parts: this.#parts,
        task,
        row,
        signal: deadline,
        causeId: row.cause_id,
        warnings: [],
        pageIds: [],
        enriched: new Set(),
        queryVector: queryVector ?? null,
        outOfBudget: wanted >= budget.pages_left,
        step: (message) => {
          done += 1
          hooks.onProgress?.({ done, total: Math.max(done + 1, wanted + EXPECTED_STEPS), message })
        },
      }
      await runPipeline(run, wanted)
      hooks.onProgress?.({ done: done + 1, total: done + 1, message: 'Done' })
    } catch (error) {
      this.#fail(row, error)
      throw error
    } finally {
      store.tasks.addSeconds(task.id, (clock.now() - began) / 1000)
    }
  }

  /** What was saved stays; the search says why it ended early. */
  #fail(row: SearchRow, error: unknown): void {
    const { store, clock, log } = this.#parts
    const code =
      error instanceof LyraError
        ? error.code
        : error instanceof DOMException && error.name === 'TimeoutError'
          ? 'BUDGET_EXHAUSTED'
          : 'PIPELINE_ERROR'
    log.error('search_failed', {
      search_id: row.id,
      code,
      error: error instanceof Error ? error.message : String(error),
    })
    store.write(() => {
      store.searches.update({
        ...(store.searches.get(row.id) ?? row),
        status: 'exhausted',
        error: code,
        finished_at: isoTime(clock),
      })
      store.events.append({
        kind: 'search_failed',
        taskId: row.task_id,
        subjectType: 'search',
        subjectId: row.id,
        data: { code },
        causeId: row.cause_id,
      })
    })
  }
}

/** Steps of a search besides its pages, for a progress bar that rarely jumps back. */
const EXPECTED_STEPS = 20

function timeLeft(budget: { time_limit_seconds: number; time_used_seconds: number }): AbortSignal {
  return AbortSignal.timeout(Math.max(1, Math.round((budget.time_limit_seconds - budget.time_used_seconds) * 1000)))
}

/** The work's own failure is the caller's failure; running out of patience is not. */
async function firstOf(work: Promise<unknown>, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs)
  })
  try {
    await Promise.race([work, patience])
  } finally {
    clearTimeout(timer)
  }
}
