import type { SearchAnswer } from '../api/search.ts'
import type { CutOff } from '../api/stop-task.ts'
import { isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { SearchScope } from '../domain/search-scope.ts'
import type { SearchOptions, SearchRow, Task } from '../domain/task.ts'
import { requireTask } from '../store/require-task.ts'
import { Parked } from '../work/interruptions.ts'
import { LeasedLoop } from '../work/leased-loop.ts'
import { budgetOf, budgetSpent, requireBudget } from './budget.ts'
import type { ConductorParts } from './conductor-parts.ts'
import { CitationHandler } from './jobs/citation-handler.ts'
import { citationPayload, searchJobId } from './jobs/payloads.ts'
import { type ProgressListener, SearchHandler } from './jobs/search-handler.ts'
import type { StopPoint } from './jobs/stop-point.ts'
import { pauseJobs, unpauseJobs } from './pause.ts'
import { answeredSearch, openSearch } from './same-search.ts'
import { answerSearch } from './search-answer.ts'
import { beginSearch } from './search-begin.ts'
import { type AskedOptions, wholeOptions } from './search-options.ts'
import type { StopRequest } from './tasks.ts'
import { tellWaiting } from './tell-waiting.ts'
import { waitWithTimeout } from './wait-with-timeout.ts'

export interface SearchHooks {
  readonly signal?: AbortSignal
  readonly onProgress?: ProgressListener
  /** A replay of a search that ended early ends there, too. */
  readonly stopAt?: StopPoint
  /** The search belongs to this update: engines and pages are asked again. */
  readonly update?: string
  /** A replay leaves out what the recorded search left out, whatever the files say now. */
  readonly scope?: SearchScope
}

/** Poll interval while a task that is being stopped waits for its searches. */
const STOP_POLL_MS = 200
/** How long work that was told to end may take to do so before whoever stopped it is answered. */
const MOST_UNWINDING_MS = 1000

/** The searches of a home and the citations that follow them: two kinds of work for the leased loop. */
export class Conductor {
  readonly #parts: ConductorParts
  readonly #searches: SearchHandler
  readonly #loop: LeasedLoop
  /** Searches begun here whose answer nobody has got: `fresh` asks for no newer one. */
  readonly #unheard = new Set<string>()

  constructor(parts: ConductorParts) {
    this.#parts = parts
    this.#searches = new SearchHandler(parts)
    this.#loop = new LeasedLoop({
      queue: parts.jobs,
      kinds: [this.#searches, new CitationHandler(parts)],
      scheduler: parts.scheduler,
      write: parts.store.write,
      clock: parts.clock,
      waiting: parts.waiting,
      log: parts.log,
      leaseMs: parts.settings.jobs.lease_seconds * 1000,
      silentMs: parts.settings.human.silent_seconds * 1000,
    })
  }

  /** Without a query only what `targets` names is read, for the question of the task. */
  async search(
    taskId: string,
    given: string | undefined,
    wanted: AskedOptions,
    hooks: SearchHooks,
  ): Promise<SearchAnswer> {
    const task = requireTask(this.#parts.store, taskId)
    const query = given ?? task.query
    const whole = wholeOptions(this.#parts, task, { query: given, options: wanted, recorded: hooks.scope })
    const options = { ...whole, ...(hooks.update === undefined ? {} : { revalidate: hooks.update }) }
    const asked = { taskId, query, options }
    const answered = answeredSearch(this.#parts, asked)
    if (answered !== null && (options.fresh !== true || this.#unheard.has(answered.id)))
      return this.#answer(answered.id)
    unpauseJobs(this.#parts, task)
    // A client that lost its connection asks again and is attached to its running or interrupted search.
    const row = openSearch(this.#parts, asked) ?? this.#begin(task, query, options)
    if (hooks.stopAt !== undefined) this.#searches.stopPoints.set(row.id, hooks.stopAt)
    const { done, interrupt } = this.#loop.attach(taskId, searchJobId(row.id))
    const stopListening = this.#listen(row, hooks.onProgress)
    const waitMs = (options.wait_seconds ?? this.#parts.settings.task.wait_seconds) * 1000
    try {
      await waitWithTimeout(done, waitMs, hooks.signal, interrupt)
    } finally {
      stopListening()
    }
    return this.#answer(row.id)
  }

  #begin(task: Task, query: string, options: SearchOptions): SearchRow {
    requireBudget(this.#parts.store, task)
    const row = beginSearch(this.#parts, task, query, options)
    this.#unheard.add(row.id)
    return row
  }

  #listen(row: SearchRow, listener: ProgressListener | undefined): () => void {
    if (listener === undefined) return () => {}
    const over = new AbortController()
    const stopListening = this.#searches.listen(row.id, listener)
    // Its trouble, if it has any, is that of the search itself, which says so.
    tellWaiting(this.#parts, row, listener, over.signal).catch(() => undefined)
    return () => {
      stopListening()
      over.abort()
    }
  }

  #answer(searchId: string): SearchAnswer {
    const answer = answerSearch(this.#parts, searchId)
    if (answer.status !== 'running' && answer.status !== 'queued') this.#unheard.delete(searchId)
    return answer
  }

  /** Resumes jobs left by a crash, a shutdown, a pause or a silent client, of one task or of all; returns how many. */
  resume(taskId?: string): number {
    if (taskId !== undefined) unpauseJobs(this.#parts, requireTask(this.#parts.store, taskId))
    return this.#loop.resume(taskId)
  }

  /**
   * REQ 3.6.1: a person passed a login or a challenge. Each waiting query runs again: pages already read cost nothing,
   * and the refused page is read now. Without `now` it is left to the next server.
   */
  revisit(searchIds: readonly string[], now: boolean): readonly string[] {
    const { store, jobs } = this.#parts
    const rows = searchIds.flatMap((id) => store.searches.get(id) ?? []).filter((row) => row.status !== 'running')
    const queries = new Map(rows.map((row) => [`${row.task_id} ${row.query}`, row]))
    return [...queries.values()].flatMap((row) => {
      const task = requireTask(store, row.task_id)
      const asked = { taskId: task.id, query: row.query, options: row.options }
      if (budgetSpent(budgetOf(store, task)) !== null || openSearch(this.#parts, asked)) return []
      const again = beginSearch(this.#parts, task, row.query, row.options)
      if (now) this.#loop.attach(task.id, searchJobId(again.id))
      else jobs.release(searchJobId(again.id))
      return [again.id]
    })
  }

  /**
   * Marks the begin of a client call; the returned function marks its end. Jobs parked while no client was active
   * resume (REQ 2.1.5).
   */
  beginCall(): () => void {
    return this.#loop.beginCall()
  }

  close(): Promise<void> {
    return this.#loop.close()
  }

  /** Waits for everything that is under way in a task, citations included. */
  settle(taskId: string): Promise<void> {
    return this.#loop.settle(taskId)
  }

  /** LYRA 3.7: ends the work of a task at once, or after it could finish; what was cut off. */
  async stop(taskId: string, { finishFirst }: Pick<StopRequest, 'finishFirst'>): Promise<CutOff> {
    const { settings, waiting } = this.#parts
    const until = waiting.now() + (finishFirst ? settings.task.wait_seconds * 1000 : 0)
    while (waiting.now() < until && this.#loop.isWorking(taskId)) await waiting.sleep(STOP_POLL_MS)
    return this.cancel(taskId, 'The task was stopped')
  }

  /**
   * REQ 3.2.2: pauses the searches of a task in every process until it is resumed or searched again; returns the number
   * of jobs.
   */
  async pause(taskId: string): Promise<number> {
    const paused = pauseJobs(this.#parts, requireTask(this.#parts.store, taskId))
    this.#loop.stop(new Parked('the task is paused'), taskId)
    await this.#loop.settle(taskId)
    return paused
  }

  /**
   * Ends the open searches of a task and their citations, in every process; what they saved stays. Work that does not
   * hear of it in time is ended without it: its job is taken from it, and it can write no end of its own.
   */
  async cancel(taskId: string, reason: string): Promise<CutOff> {
    const { clock, scheduler, store, waiting } = this.#parts
    const open = store.searches.ofTask(taskId).filter(({ status }) => status === 'running')
    const cancelled = new LyraError('CANCELLED', reason)
    this.#loop.stop(cancelled, taskId)
    scheduler.cancel(taskId, cancelled)
    await Promise.race([this.#loop.settle(taskId), waiting.sleep(MOST_UNWINDING_MS)])
    const ended = this.#loop.cancel(taskId, isoTime(clock))
    const queryOf = (searchId: string) => store.searches.get(searchId)?.query ?? []
    return {
      searches: open.filter(({ id }) => store.searches.get(id)?.error === 'CANCELLED').map(({ query }) => query),
      citations_of: ended.flatMap(({ kind, payload }) =>
        kind === 'citations' ? queryOf(citationPayload.parse(payload).search_id) : [],
      ),
    }
  }
}
