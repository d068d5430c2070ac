import type { SearchAnswer } from '../domain/answers.ts'
import { isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { SearchOptions } from '../domain/task.ts'
import { requireTask } from '../store/require-task.ts'
import { Parked } from '../work/interruptions.ts'
import { LeasedLoop } from '../work/leased-loop.ts'
import { budgetOf, budgetSpent, requireBudget } from './budget.ts'
import type { ConductorParts } from './conductor-parts.ts'
import { CitationKind } from './jobs/citation-kind.ts'
import { searchJobId } from './jobs/payloads.ts'
import { type ProgressListener, SearchKind } from './jobs/search-kind.ts'
import type { StopPoint } from './jobs/stop-point.ts'
import { pauseJobs, unpauseJobs } from './pause.ts'
import { answerSearch } from './search-answer.ts'
import { beginSearch, sameSearch } from './search-begin.ts'
import { waitAtMost } from './wait-at-most.ts'

export interface SearchHooks {
  readonly signal?: AbortSignal
  readonly onProgress?: ProgressListener
  /** A replay of a search that ended early ends there, too. */
  readonly stopAt?: StopPoint
}

/** How often a task that is stopped looks whether its searches have ended meanwhile. */
const STOP_POLL_MS = 200

/** The searches of a home and the citations that follow them: two kinds of work for the leased loop. */
export class Conductor {
  readonly #parts: ConductorParts
  readonly #searches: SearchKind
  readonly #loop: LeasedLoop

  constructor(parts: ConductorParts) {
    this.#parts = parts
    this.#searches = new SearchKind(parts)
    this.#loop = new LeasedLoop({
      queue: parts.jobs,
      kinds: [this.#searches, new CitationKind(parts)],
      scheduler: parts.scheduler,
      write: parts.store.write,
      clock: parts.clock,
      waiting: parts.waiting,
      log: parts.log,
      leaseMs: parts.settings.jobs.lease_seconds * 1000,
      silentMs: parts.settings.human.silent_seconds * 1000,
    })
  }

  async search(taskId: string, query: string, options: SearchOptions, hooks: SearchHooks): Promise<SearchAnswer> {
    const task = requireTask(this.#parts.store, taskId)
    unpauseJobs(this.#parts, task)
    // A client that lost its connection asks again: the search it asked for is under way, or was left by a crash.
    const open = sameSearch(this.#parts, taskId, query, options)
    if (open === null) requireBudget(this.#parts.store, task)
    const row = open ?? beginSearch(this.#parts, task, query, options)
    if (hooks.stopAt !== undefined) this.#searches.stopPoints.set(row.id, hooks.stopAt)
    const { done, interrupt } = this.#loop.attach(taskId, searchJobId(row.id))
    const stopListening = this.#searches.listen(row.id, hooks.onProgress)
    const waitMs = (options.wait_seconds ?? this.#parts.settings.task.wait_seconds) * 1000
    try {
      await waitAtMost(done, waitMs, hooks.signal, interrupt)
    } finally {
      stopListening()
    }
    return answerSearch(this.#parts, row.id)
  }

  /** Goes on with what a crash, a shutdown, a pause or a silent client left, of one task or of all; how many jobs. */
  resume(taskId?: string): number {
    if (taskId !== undefined) unpauseJobs(this.#parts, requireTask(this.#parts.store, taskId))
    return this.#loop.resume(taskId)
  }

  /**
   * REQ 3.6.1: a person passed a login or a challenge. Each query that waited for it is asked again: what was read is
   * in the graph and costs nothing, the page that was refused is now read. Without `now` it is left to the next server.
   */
  revisit(searchIds: readonly string[], now: boolean): readonly string[] {
    const { store, jobs } = this.#parts
    const rows = searchIds.flatMap((id) => store.searches.get(id) ?? []).filter((row) => row.status !== 'running')
    const queries = new Map(rows.map((row) => [`${row.task_id} ${row.query}`, row]))
    return [...queries.values()].flatMap((row) => {
      const task = requireTask(store, row.task_id)
      if (budgetSpent(budgetOf(store, task)) !== null || sameSearch(this.#parts, task.id, row.query, row.options))
        return []
      const again = beginSearch(this.#parts, task, row.query, row.options)
      if (now) this.#loop.attach(task.id, searchJobId(again.id))
      else jobs.release(searchJobId(again.id))
      return [again.id]
    })
  }

  /** A call begins; the returned function ends it. What was parked for want of calls goes on (REQ 2.1.5). */
  attend(): () => void {
    return this.#loop.attend()
  }

  close(): Promise<void> {
    return this.#loop.close()
  }

  /** Waits for everything that is under way in a task, citations included. */
  settle(taskId: string): Promise<void> {
    return this.#loop.settle(taskId)
  }

  /**
   * Before a task is stopped, its searches may finish while the caller would wait; then, or at once when cancelled,
   * they end.
   */
  async stop(taskId: string, reason = 'completed'): Promise<void> {
    const { settings, waiting } = this.#parts
    const until = waiting.now() + (/cancel/iu.test(reason) ? 0 : settings.task.wait_seconds * 1000)
    while (waiting.now() < until && this.#loop.isWorking(taskId)) await waiting.sleep(STOP_POLL_MS)
    await this.cancel(taskId, 'The task was stopped')
  }

  /**
   * REQ 3.2.2: puts the searches of a task aside, in every process, until it is resumed or searched again; how many
   * jobs.
   */
  async pause(taskId: string): Promise<number> {
    const paused = pauseJobs(this.#parts, requireTask(this.#parts.store, taskId))
    this.#loop.stop(new Parked('the task is paused'), taskId)
    await this.#loop.settle(taskId)
    return paused
  }

  /** Ends the open searches of a task and their citations, in every process; what they saved stays. */
  async cancel(taskId: string, reason: string): Promise<void> {
    const { clock, scheduler } = this.#parts
    const cancelled = new LyraError('CANCELLED', reason)
    this.#loop.stop(cancelled, taskId)
    scheduler.cancel(taskId, cancelled)
    await this.#loop.settle(taskId)
    this.#loop.cancel(taskId, isoTime(clock))
  }
}
