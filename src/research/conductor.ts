import type { SearchAnswer } from '../api/search.ts'
import type { Clock } from '../domain/clock.ts'
import { isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { SearchOptions, SearchRow } from '../domain/task.ts'
import { requireTask } from '../store/require-task.ts'
import { Presence } from '../work/presence.ts'
import { budgetOf, budgetSpent, requireBudget } from './budget.ts'
import type { CitationStep } from './citation-plan.ts'
import { CitationRunner } from './citation-runner.ts'
import { jobIdOf, LeaseLost, Parked, type SearchJobs } from './jobs/search-jobs.ts'
import type { StopPoint } from './jobs/stop-point.ts'
import type { ResearchParts } from './parts.ts'
import { pauseJobs, unpauseJobs } from './pause.ts'
import { answerSearch } from './search-answer.ts'
import { beginSearch } from './search-begin.ts'
import { endSearch, sameSearch } from './search-end.ts'
import { type ActiveSearch, workThrough } from './search-work.ts'
import type { StopRequest } from './tasks.ts'
import { waitAtMost } from './wait-at-most.ts'

export interface SearchHooks {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: { done: number; total: number; message: string }) => void
  /** A replay of a search that ended early ends there, too. */
  readonly stopAt?: StopPoint
}

export interface ConductorParts extends ResearchParts {
  readonly searchJobs: SearchJobs
  /** Real time, also in a replay: leases and patience are between processes and people. */
  readonly waiting: Clock
  /** A replay with a recorded order: when the citations of which paper were followed. */
  readonly citationSteps?: readonly CitationStep[] | undefined
}

/** How often a search that waits for another process looks whether its turn has come. */
const TURN_MS = 200
const CLOSE_MS = 5000

/**
 * Runs searches: one at a time per task, in the order they were asked for, over all processes of one home. A search is
 * a persisted job: it goes on after the caller stopped waiting, and after the process died, in whichever process comes
 * next.
 */
export class Conductor {
  readonly #parts: ConductorParts
  readonly #queues = new Map<string, Promise<unknown>>()
  readonly #active = new Map<string, { readonly search: ActiveSearch; readonly work: Promise<void> }>()
  readonly #citations: CitationRunner
  readonly #presence: Presence
  readonly #leaseMs: number
  #heart: NodeJS.Timeout | null = null
  #closed = false
  /** A server: what other processes left is taken over with every beat. */
  #takesOver = false
  /** A full disk or a locked database stopped a search: the next call tries again. */
  #somethingLeft = false

  constructor(parts: ConductorParts) {
    this.#parts = parts
    this.#citations = new CitationRunner(parts)
    this.#leaseMs = parts.settings.jobs.lease_seconds * 1000
    this.#presence = new Presence(parts.waiting, parts.settings.human.silent_seconds * 1000)
  }

  async search(taskId: string, query: string, options: SearchOptions, hooks: SearchHooks): Promise<SearchAnswer> {
    const task = requireTask(this.#parts.store, taskId)
    unpauseJobs(this.#parts, task)
    // A client that lost its connection asks again: the search it asked for is under way, or was left by a crash.
    const open = sameSearch(this.#parts, taskId, query, options)
    if (open === null) requireBudget(this.#parts.store, task)
    const row = open ?? beginSearch(this.#parts, task, query, options)
    const work = this.#take(row, hooks.stopAt)
    const active = this.#active.get(jobIdOf(row.id))?.search
    if (hooks.onProgress !== undefined) active?.listeners.add(hooks.onProgress)
    const waitMs = (options.wait_seconds ?? this.#parts.settings.task.wait_seconds) * 1000
    try {
      await waitAtMost(work, waitMs, hooks.signal, active?.controller)
    } finally {
      if (hooks.onProgress !== undefined) active?.listeners.delete(hooks.onProgress)
    }
    return answerSearch(this.#parts, row.id)
  }

  /**
   * Goes on with searches that a crash, a shutdown or a silent client left, of one task or of all; returns how many.
   */
  resume(taskId?: string): number {
    if (this.#closed) return 0
    if (taskId === undefined) this.#takesOver = true
    this.#somethingLeft = false
    const { searchJobs, store } = this.#parts
    if (taskId !== undefined) unpauseJobs(this.#parts, requireTask(store, taskId))
    const open = taskId === undefined ? searchJobs.open() : searchJobs.openOfTask(taskId)
    const left = open.filter((job) => searchJobs.mayTake(job) || searchJobs.isOurs(job))
    const rows = left
      .filter((job) => !this.#active.has(job.id))
      .flatMap((job) => store.searches.get(searchJobs.payloadOf(job).search_id) ?? [])
    for (const row of rows) this.#take(row).catch(() => undefined)
    this.#startHeart()
    return rows.length + this.#citations.resume(taskId)
  }

  /**
   * REQ 3.6.1: a person passed a login or a challenge. Each query that waited for it is asked again: what was read is
   * in the graph and costs nothing, the page that was refused is now read. Without `now` it is left to the next server.
   */
  revisit(searchIds: readonly string[], now: boolean): readonly string[] {
    const { store, searchJobs } = this.#parts
    const rows = searchIds.flatMap((id) => store.searches.get(id) ?? []).filter((row) => row.status !== 'running')
    const queries = new Map(rows.map((row) => [`${row.task_id} ${row.query}`, row]))
    return [...queries.values()].flatMap((row) => {
      const task = requireTask(store, row.task_id)
      if (budgetSpent(budgetOf(store, task)) !== null || sameSearch(this.#parts, task.id, row.query, row.options))
        return []
      const again = beginSearch(this.#parts, task, row.query, row.options)
      if (now) this.#take(again).catch(() => undefined)
      else searchJobs.release(jobIdOf(again.id))
      return [again.id]
    })
  }

  /** A call begins; the returned function ends it. What was parked for want of calls goes on (REQ 2.1.5). */
  attend(): () => void {
    const wasSilent = this.#presence.isSilent()
    this.#presence.enter()
    if (wasSilent || this.#somethingLeft || this.#citations.somethingLeft) this.resume()
    return () => this.#presence.leave()
  }

  /** Running searches stop at the next safe point and wait for whoever opens the home next. */
  async close(): Promise<void> {
    this.#closed = true
    this.#park('Lyra is shutting down')
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, CLOSE_MS)
    // What does not stop in time keeps its lease, which ends with this process.
    await Promise.race([Promise.allSettled([...this.#queues.values(), this.#citations.close()]), late])
    clearTimeout(timer)
    if (this.#heart !== null) clearInterval(this.#heart)
  }

  /** Waits for everything that is under way in a task, citations included. */
  async settle(taskId: string): Promise<void> {
    await this.#queues.get(taskId)?.catch(() => undefined)
    await this.#citations.settled(taskId)
  }

  /**
   * Before a task is stopped, its searches may finish while the caller would wait; then, or at once when cancelled,
   * they end.
   */
  async stop(taskId: string, { cancel }: Pick<StopRequest, 'cancel'>): Promise<void> {
    const { settings, searchJobs, waiting } = this.#parts
    const until = waiting.now() + (cancel ? 0 : settings.task.wait_seconds * 1000)
    const someoneWorks = () =>
      this.#citations.isWorking(taskId) ||
      searchJobs.openOfTask(taskId).some((job) => this.#active.has(job.id) || !searchJobs.mayTake(job))
    while (waiting.now() < until && someoneWorks()) await waiting.sleep(TURN_MS)
    await this.cancel(taskId, 'The task was stopped')
  }

  /**
   * REQ 3.2.2: puts the searches of a task aside, in every process, until it is resumed or searched again; how many
   * jobs.
   */
  async pause(taskId: string): Promise<number> {
    const paused = pauseJobs(this.#parts, requireTask(this.#parts.store, taskId))
    const why = new Parked('the task is paused')
    for (const { search } of this.#active.values()) if (search.taskId === taskId) search.controller.abort(why)
    this.#citations.stop(why, taskId)
    await this.settle(taskId)
    return paused
  }

  /** Ends the open searches of a task and their citations, in every process; what they saved stays. */
  async cancel(taskId: string, reason: string): Promise<void> {
    const { store, clock, searchJobs, scheduler } = this.#parts
    for (const { search } of this.#active.values()) {
      if (search.taskId === taskId) search.controller.abort(new LyraError('CANCELLED', reason))
    }
    this.#citations.stop(new LyraError('CANCELLED', reason), taskId)
    scheduler.cancel(taskId, new LyraError('CANCELLED', reason))
    await this.settle(taskId)
    store.write(() => {
      searchJobs.unpauseOfTask(taskId)
      this.#citations.cancelOfTask(taskId)
      for (const payload of searchJobs.cancelOfTask(taskId, isoTime(clock))) {
        const row = store.searches.get(payload.search_id)
        if (row !== null) endSearch(this.#parts, row, 'CANCELLED', payload)
      }
    })
  }

  /** This process works on the search, or waits for the one that does. */
  #take(row: SearchRow, stopAt?: StopPoint): Promise<void> {
    const jobId = jobIdOf(row.id)
    const known = this.#active.get(jobId)
    if (known !== undefined) return known.work
    const active: ActiveSearch = {
      jobId,
      taskId: row.task_id,
      controller: new AbortController(),
      listeners: new Set(),
      ...(stopAt === undefined ? {} : { stopAt }),
      running: false,
    }
    const before = this.#queues.get(row.task_id) ?? Promise.resolve()
    const work = before
      .catch(() => undefined)
      .then(() => this.#run(row, active))
      .finally(() => {
        this.#active.delete(jobId)
        this.#citations.wake(row.task_id)
      })
    this.#queues.set(row.task_id, work)
    this.#active.set(jobId, { search: active, work })
    work.catch(() => undefined)
    this.#startHeart()
    return work
  }

  #startHeart(): void {
    this.#heart ??= setInterval(() => this.#beat(), Math.max(100, this.#leaseMs / 3)).unref()
  }

  async #run(row: SearchRow, active: ActiveSearch): Promise<void> {
    try {
      if (!(await this.#turn(row, active))) return
      const owner = { taskId: row.task_id, causeId: row.cause_id }
      await this.#parts.scheduler.onBehalf(owner, () => workThrough(this.#parts, row, active))
    } catch (error) {
      this.#parts.log.info('search_left', {
        search_id: row.id,
        reason: error instanceof Error ? error.name : 'unknown',
      })
      if (error instanceof Parked) this.#parts.searchJobs.release(active.jobId)
      if (error instanceof LyraError && error.code === 'STORE_UNAVAILABLE') this.#somethingLeft = true
      throw error
    }
  }

  /** True when the job is this process's to do; false when it was done meanwhile. */
  async #turn(row: SearchRow, active: ActiveSearch): Promise<boolean> {
    const { searchJobs, clock, waiting } = this.#parts
    for (;;) {
      const { signal } = active.controller
      if (signal.aborted) throw signal.reason
      const job = searchJobs.openJob(active.jobId)
      if (job === null) return false
      if (!searchJobs.isOurs(job) && searchJobs.mayTake(job)) searchJobs.take(job)
      if (searchJobs.start(active.jobId, isoTime(clock))) return true
      await this.#finishOlder(row, active)
      this.#citations.wake(row.task_id)
      await waiting.sleep(TURN_MS, signal)
    }
  }

  /** An older search of the task that nobody works on holds this one up: it is done first. */
  async #finishOlder(row: SearchRow, active: ActiveSearch): Promise<void> {
    const { searchJobs, store } = this.#parts
    const [oldest] = searchJobs.openOfTask(row.task_id)
    if (oldest === undefined || oldest.id === active.jobId) return
    if (!searchJobs.isOurs(oldest) && !searchJobs.mayTake(oldest)) return
    const older = store.searches.get(searchJobs.payloadOf(oldest).search_id)
    if (older === null || !(searchJobs.isOurs(oldest) || searchJobs.take(oldest))) return
    await this.#run(older, { ...active, jobId: oldest.id }).catch((error: unknown) => {
      if (error instanceof Parked) throw error
    })
  }

  #beat(): void {
    try {
      const held = this.#parts.searchJobs.beat()
      this.#citations.keep(held)
      for (const { search } of this.#active.values()) {
        if (search.running && !held.has(search.jobId)) search.controller.abort(new LeaseLost(search.jobId))
      }
    } catch (error) {
      this.#parts.log.warn('lease_not_renewed', { reason: error instanceof Error ? error.message : 'unknown' })
    }
    if (this.#presence.isSilent()) this.#park('the client is silent')
    else if (this.#takesOver && !this.#somethingLeft && !this.#citations.somethingLeft) this.#lookAround()
  }

  #lookAround(): void {
    try {
      this.resume()
    } catch (error) {
      this.#parts.log.warn('take_over_failed', { reason: error instanceof Error ? error.message : 'unknown' })
    }
  }

  #park(why: string): void {
    for (const { search } of this.#active.values()) search.controller.abort(new Parked(why))
    this.#citations.stop(new Parked(why))
  }
}
