import { isoTime } from '../../domain/clock.ts'
import { type ErrorCode, LyraError } from '../../domain/errors.ts'
import type { SearchRow, Task } from '../../domain/task.ts'
import { requireTask } from '../../store/require-task.ts'
import { isStoreFailure, LeaseLost } from '../../work/interruptions.ts'
import type { JobHandler, JobOf } from '../../work/job-handler.ts'
import { stopwatch } from '../../work/stopwatch.ts'
import { budgetOf, budgetSpent, pageAllowance, unsatisfiedQueries } from '../budget.ts'
import { queueCitations } from '../citation-queue.ts'
import type { ConductorParts } from '../conductor-parts.ts'
import { searchDocuments } from '../documents/search-documents.ts'
import { pauseBlockedTask } from '../pause.ts'
import { runPipeline } from '../pipeline.ts'
import { callScope } from '../scope/left-out.ts'
import type { SearchCall } from '../search-call.ts'
import { endSearch } from '../search-end.ts'
import { stopRequest, stopTask } from '../tasks.ts'
import { type SearchPayload, searchPayload } from './payloads.ts'
import { ReplayStop, type StopPoint } from './stop-point.ts'

export interface SearchProgress {
  readonly done: number
  readonly total: number
  readonly message: string
}

export type ProgressListener = (progress: SearchProgress) => void

type SearchJob = JobOf<SearchPayload>

/** Steps of a search besides its pages, for a progress bar that rarely jumps back. */
const EXPECTED_STEPS = 20
/** Nothing can be done now, through no fault of the caller, so the task waits (REQ 2.1.5, 8.3). */
const PAUSING: readonly ErrorCode[] = ['ALL_ENGINES_BLOCKED']

/** Searches as a kind of work: the pipeline from its first stage, or from where it was left, to its end. */
export class SearchHandler implements JobHandler<SearchPayload> {
  readonly name = 'search'
  readonly label = 'The search'
  readonly payload = searchPayload
  /** A replay of a search that ended early ends there, too. */
  readonly stopPoints = new Map<string, StopPoint>()
  readonly #parts: ConductorParts
  readonly #listeners = new Map<string, Set<ProgressListener>>()

  constructor(parts: ConductorParts) {
    this.#parts = parts
  }

  /** Reports the search's steps until the returned function is called. */
  listen(searchId: string, listener: ProgressListener): () => void {
    const listeners = this.#listeners.get(searchId) ?? new Set()
    this.#listeners.set(searchId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(searchId)
    }
  }

  mayRun(): boolean {
    return true
  }

  async run(job: SearchJob, control: AbortController): Promise<'done'> {
    const { store, embedder, clock, jobs, settings, holdModel } = this.#parts
    const row = this.#rowOf(job)
    const task = requireTask(store, row.task_id)
    const { pages, outOfBudget } = this.#decidePages(task, row, job)
    const ended = new AbortController()
    const signal = AbortSignal.any([control.signal, timeLeft(this.#parts, task), ended.signal])
    const tell = this.#teller(row.id, pages)
    const worked = stopwatch(clock, settings.replay !== '')
    const charge = () => store.tasks.addSeconds(task.id, worked())
    const letGoOfModel = holdModel?.()
    try {
      const stopAt = this.stopPoints.get(row.id)
      const halt = stopAt === undefined ? null : new ReplayStop(stopAt, (why) => control.abort(why))
      const [queryVector] = await embedder.embed([row.query], signal)
      const memo = jobs.stageMemo(job.id)
      const deps = { ...(halt?.parts(this.#parts) ?? this.#parts), memo: halt?.memo(memo) ?? memo }
      const call: SearchCall = {
        taskId: task.id,
        searchId: row.id,
        query: row.query,
        causeId: row.cause_id,
        authPriority: row.options.auth_priority,
        update: row.options.revalidate,
        scope: callScope(row.options),
        signal,
        progress: (message) => {
          // Time is charged step by step, so that a killed process has paid for what it did.
          charge()
          tell(message)
        },
      }
      const search = { call, task, row, queryVector: queryVector ?? null, pageBudget: pages, outOfBudget }
      await runSearch(deps, search, (left) => {
        halt?.beforeEnd()
        charge()
        jobs.finish(job.id, 'done', null, isoTime(clock))
        queueCitations(this.#parts, row, { ...left, outOfBudget })
        stopWhenSpent(this.#parts, task.id)
      })
      tell(null)
      return 'done'
    } catch (error) {
      const failure = signal.aborted ? signal.reason : error
      if (!isStoreFailure(failure) && !(failure instanceof LeaseLost)) charge()
      // Pages still being fetched are abandoned.
      ended.abort(failure)
      throw failure
    } finally {
      this.stopPoints.delete(row.id)
      letGoOfModel?.()
    }
  }

  fail(job: SearchJob, failure: unknown): LyraError {
    const { store, log, clock, jobs } = this.#parts
    const row = this.#rowOf(job)
    const told = asLyraError(failure)
    const { code } = told
    const error = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)
    log.error('search_failed', { search_id: row.id, code, error })
    try {
      store.write(() => {
        if (PAUSING.includes(code)) {
          // The search waits with its task and retries the refused sources; pages already read are in the graph.
          jobs.forgetStages(job.id)
          jobs.pauseOfTask(row.task_id)
          return pauseBlockedTask(this.#parts, row, told)
        }
        const reached = jobs.stagesOf(job.id)
        jobs.finish(job.id, code === 'CANCELLED' ? 'cancelled' : 'failed', code, isoTime(clock))
        endSearch(this.#parts, row, code, reached)
        if (code === 'BUDGET_EXHAUSTED') stopTask(this.#parts, row.task_id, stopRequest('budget_exhausted'))
      })
    } catch (problem) {
      if (!(problem instanceof LeaseLost))
        log.error('search_end_not_kept', { search_id: row.id, error: String(problem) })
    }
    if (code !== 'BUDGET_EXHAUSTED') return told
    const open = unsatisfiedQueries(store.searches.ofTask(row.task_id))
    return new LyraError(code, told.message, { details: { unsatisfied_queries: open } })
  }

  parked(job: SearchJob, reason: string): void {
    this.#note(this.#rowOf(job), 'search_parked', { reason })
  }

  cancelled(job: SearchJob): void {
    endSearch(this.#parts, this.#rowOf(job), 'CANCELLED', this.#parts.jobs.stagesOf(job.id))
  }

  /** The search's page allowance, decided once: pages it read before a crash must not reduce it. */
  #decidePages(task: Task, row: SearchRow, job: SearchJob): { readonly pages: number; readonly outOfBudget: boolean } {
    const { store, settings, jobs } = this.#parts
    const { pages: decided, out_of_budget: outOfBudget = false } = job.payload
    if (decided !== undefined) {
      this.#note(row, 'search_resumed', { stages: jobs.stagesOf(job.id).length, stalled: job.stalled })
      return { pages: decided, outOfBudget }
    }
    const left = budgetOf(store, task).pages_left
    const allowance = pageAllowance(store.searches.ofTask(task.id), row, settings.task.search_pages)
    const pages = Math.min(allowance.pages, left)
    store.write(() => {
      store.events.decide({
        kind: 'page_allowance',
        taskId: task.id,
        inputs: { search_id: row.id, pages_left: left, ...allowance.inputs },
        outcome: { pages },
        causeId: row.cause_id,
      })
      jobs.save(job, { pages, out_of_budget: pages >= left })
    })
    return { pages, outOfBudget: pages >= left }
  }

  #teller(searchId: string, pages: number): (message: string | null) => void {
    let done = 0
    return (message) => {
      done += 1
      const total = message === null ? done : Math.max(done + 1, pages + EXPECTED_STEPS)
      for (const listener of this.#listeners.get(searchId) ?? []) listener({ done, total, message: message ?? 'Done' })
    }
  }

  #rowOf({ payload }: SearchJob): SearchRow {
    const row = this.#parts.store.searches.get(payload.search_id)
    if (row === null) throw new LyraError('NOT_FOUND', `There is no search ${payload.search_id}`)
    return row
  }

  #note(row: SearchRow, kind: string, data: Readonly<Record<string, unknown>>): void {
    const { events } = this.#parts.store
    events.append({ kind, taskId: row.task_id, subjectType: 'search', subjectId: row.id, data, causeId: row.cause_id })
  }
}

/** On the web, or in files of the user alone. */
const runSearch: typeof runPipeline = (deps, search, atEnd) =>
  search.row.options.documents === undefined ? runPipeline(deps, search, atEnd) : searchDocuments(deps, search, atEnd)

function timeLeft({ store }: Pick<ConductorParts, 'store'>, task: Task): AbortSignal {
  const { time_limit_seconds: limit, time_used_seconds: used } = budgetOf(store, task)
  return AbortSignal.timeout(Math.max(1, Math.round((limit - used) * 1000)))
}

/** REQ 2.1.5, 8.3: a task without budget is stopped, and says which queries it leaves unsatisfied. */
function stopWhenSpent(parts: Pick<ConductorParts, 'store' | 'clock' | 'trust'>, taskId: string): void {
  if (budgetSpent(budgetOf(parts.store, requireTask(parts.store, taskId))) === null) return
  stopTask(parts, taskId, stopRequest('budget_exhausted'))
}

function asLyraError(error: unknown): LyraError {
  if (error instanceof LyraError) return error
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new LyraError('BUDGET_EXHAUSTED', 'The task has used its time')
  return new LyraError('PIPELINE_ERROR', 'A stage of the search failed', { cause: error })
}
