import { isoTime } from '../domain/clock.ts'
import { type ErrorCode, LyraError } from '../domain/errors.ts'
import type { SearchRow, Task } from '../domain/task.ts'
import { requireTask } from '../store/require-task.ts'
import { stopwatch } from '../work/stopwatch.ts'
import { budgetOf, budgetSpent, pageAllowance, unsatisfiedQueries } from './budget.ts'
import { queueCitations } from './citation-queue.ts'
import type { ConductorParts, SearchHooks } from './conductor.ts'
import { LeaseLost, Parked, type SearchPayload } from './jobs/search-jobs.ts'
import { Halt, type StopPoint } from './jobs/stop-point.ts'
import { runPipeline } from './pipeline.ts'
import type { SearchCall } from './search-call.ts'
import { endSearch } from './search-end.ts'
import { stopTask } from './tasks.ts'

/** A search in this process: how to stop it and who wants to hear of it. */
export interface ActiveSearch {
  readonly jobId: string
  readonly taskId: string
  readonly controller: AbortController
  readonly listeners: Set<NonNullable<SearchHooks['onProgress']>>
  readonly stopAt?: StopPoint
  /** Its stages run here, under this process's lease. */
  running: boolean
}

/** Steps of a search besides its pages, for a progress bar that rarely jumps back. */
const EXPECTED_STEPS = 20

/** The leased job from its first stage, or from where it was left, to its end. */
export async function workThrough(parts: ConductorParts, row: SearchRow, active: ActiveSearch): Promise<void> {
  const { store, embedder, clock, searchJobs } = parts
  const task = requireTask(store, row.task_id)
  const payload = firstStart(parts, task, row, active.jobId)
  const wanted = payload.pages ?? 0
  const ended = new AbortController()
  const signal = AbortSignal.any([active.controller.signal, timeLeft(parts, task), ended.signal])
  const tell = teller(active, wanted)
  const worked = stopwatch(clock, parts.settings.replay !== '')
  const charge = () => store.tasks.addSeconds(task.id, worked())
  const letGoOfModel = parts.holdModel?.()
  active.running = true
  try {
    if ((payload.stalled ?? 0) > MOST_STALLED)
      throw new LyraError('PIPELINE_ERROR', `The search ended ${MOST_STALLED} times at the same stage`)
    const halt = active.stopAt === undefined ? null : new Halt(active.stopAt, (why) => active.controller.abort(why))
    const [queryVector] = await embedder.embed([row.query], signal)
    const memo = searchJobs.memo(active.jobId, payload)
    const deps = { ...(halt?.parts(parts) ?? parts), memo: halt?.memo(memo) ?? memo }
    const call: SearchCall = {
      taskId: task.id,
      searchId: row.id,
      query: row.query,
      causeId: row.cause_id,
      signal,
      progress: (message) => {
        // Time is paid step by step: a killed process has paid for what it did.
        charge()
        tell(message)
      },
    }
    const outOfBudget = payload.out_of_budget ?? false
    const search = { call, task, row, queryVector: queryVector ?? null, pageBudget: wanted, outOfBudget }
    await runPipeline(deps, search, (left) => {
      halt?.beforeEnd()
      charge()
      searchJobs.finish(active.jobId, 'done', null, isoTime(clock))
      const order = parts.citationSteps === undefined ? 'as it comes' : 'as recorded'
      queueCitations(deps, searchJobs.ofKind('citations'), row, { ...left, outOfBudget }, order)
      stopWhenSpent(parts, task.id)
    })
    tell(null)
  } catch (error) {
    const failure = signal.aborted ? signal.reason : error
    const told = asLyraError(failure)
    if (told.code !== 'STORE_UNAVAILABLE' && !(failure instanceof LeaseLost)) charge()
    // Pages still under way are nobody's now.
    ended.abort(failure)
    settleFailure(parts, row, active.jobId, failure)
    if (told.code !== 'BUDGET_EXHAUSTED') throw told
    const open = unsatisfiedQueries(store.searches.ofTask(task.id))
    throw new LyraError(told.code, told.message, { details: { unsatisfied_queries: open } })
  } finally {
    active.running = false
    letGoOfModel?.()
  }
}

/** Pages before this search, decided once: its own pages, read before a crash, must not shrink what is left for it. */
function firstStart(parts: ConductorParts, task: Task, row: SearchRow, jobId: string): SearchPayload {
  const { store, settings, searchJobs } = parts
  const job = searchJobs.openJob(jobId)
  if (job === null) throw new LeaseLost(jobId)
  const payload = searchJobs.payloadOf(job)
  if (payload.pages !== undefined) return startAgain(parts, task, row, jobId, payload)
  const left = budgetOf(store, task).pages_left
  const allowance = pageAllowance(store.searches.ofTask(task.id), row, settings.task.search_pages)
  const pages = Math.min(allowance.pages, left)
  const decided = { ...payload, pages, out_of_budget: pages >= left }
  store.write(() => {
    store.events.decide({
      kind: 'page_allowance',
      taskId: task.id,
      inputs: { search_id: row.id, pages_left: left, ...allowance.inputs },
      outcome: { pages },
      causeId: row.cause_id,
    })
    searchJobs.save(jobId, decided)
  })
  return decided
}

/** A search that brings the process down every time must not do so for ever. */
const MOST_STALLED = 10

function startAgain(
  { store, searchJobs }: ConductorParts,
  task: Task,
  row: SearchRow,
  jobId: string,
  payload: SearchPayload,
): SearchPayload {
  const stalled = (payload.stalled ?? 0) + 1
  const again = { ...payload, stalled }
  store.write(() => {
    store.events.append({
      kind: 'search_resumed',
      taskId: task.id,
      subjectType: 'search',
      subjectId: row.id,
      data: { stages: Object.keys(payload.stages ?? {}).length, stalled },
      causeId: row.cause_id,
    })
    searchJobs.save(jobId, again)
  })
  return again
}

function teller({ listeners }: ActiveSearch, wanted: number): (message: string | null) => void {
  let done = 0
  return (message) => {
    done += 1
    const total = message === null ? done : Math.max(done + 1, wanted + EXPECTED_STEPS)
    for (const listener of listeners) listener({ done, total, message: message ?? 'Done' })
  }
}

function timeLeft({ store }: ConductorParts, task: Task): AbortSignal {
  const { time_limit_seconds: limit, time_used_seconds: used } = budgetOf(store, task)
  return AbortSignal.timeout(Math.max(1, Math.round((limit - used) * 1000)))
}

/** REQ 2.1.5, 8.3: a task without budget is stopped, and says which queries it leaves unsatisfied. */
function stopWhenSpent(parts: ConductorParts, taskId: string): void {
  if (budgetSpent(budgetOf(parts.store, requireTask(parts.store, taskId))) === null) return
  stopTask(parts, taskId, 'budget_exhausted')
}

function settleFailure(parts: ConductorParts, row: SearchRow, jobId: string, failure: unknown): void {
  const { store, log, clock, searchJobs } = parts
  if (failure instanceof LeaseLost) return
  if (failure instanceof Parked) {
    // Put aside on purpose: that is no sign of trouble.
    const job = searchJobs.openJob(jobId)
    if (job === null) return
    store.write(() => {
      searchJobs.save(jobId, { ...searchJobs.payloadOf(job), stalled: 0 })
      store.events.append({
        kind: 'search_parked',
        taskId: row.task_id,
        subjectType: 'search',
        subjectId: row.id,
        data: { reason: failure.message },
        causeId: row.cause_id,
      })
    })
    return
  }
  const { code } = asLyraError(failure)
  log.error('search_failed', {
    search_id: row.id,
    code,
    error: failure instanceof Error ? (failure.stack ?? failure.message) : String(failure),
  })
  // A full disk or a locked database is no verdict on the search: the job stays, the next call goes on with it.
  if (code === 'STORE_UNAVAILABLE') return
  try {
    const job = searchJobs.openJob(jobId)
    const payload = job === null ? null : searchJobs.payloadOf(job)
    store.write(() => {
      if (payload !== null && PAUSING.includes(code)) {
        // It waits with its task, and asks again those who refused; what was read is in the graph.
        searchJobs.save(jobId, { ...payload, stages: {}, stalled: 0 })
        searchJobs.pauseOfTask(row.task_id)
        return pauseTask(parts, row, asLyraError(failure))
      }
      searchJobs.finish(jobId, code === 'CANCELLED' ? 'cancelled' : 'failed', code, isoTime(clock))
      endSearch(parts, row, code, payload)
      if (code === 'BUDGET_EXHAUSTED') stopTask(parts, row.task_id, 'budget_exhausted')
    })
  } catch (error) {
    if (!(error instanceof LeaseLost)) log.error('search_end_not_kept', { search_id: row.id, error: String(error) })
  }
}

/** Nothing more can be done now, and it is nobody's mistake: the task waits (REQ 2.1.5, 8.3). */
const PAUSING: readonly ErrorCode[] = ['ALL_ENGINES_BLOCKED']

function pauseTask({ store, clock, notify }: ConductorParts, row: SearchRow, failure: LyraError): void {
  store.tasks.setStatus(row.task_id, 'paused', isoTime(clock))
  store.events.append({
    kind: 'task_paused',
    taskId: row.task_id,
    subjectType: 'task',
    subjectId: row.task_id,
    data: { code: failure.code, reason: failure.message },
    causeId: row.cause_id,
  })
  notify('warning', `Task ${row.task_id} is paused: ${failure.message}`)
}

function asLyraError(error: unknown): LyraError {
  if (error instanceof LyraError) return error
  if (error instanceof LeaseLost) return new LyraError('CANCELLED', error.message)
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new LyraError('BUDGET_EXHAUSTED', 'The task has used its time')
  return new LyraError('PIPELINE_ERROR', 'A stage of the search failed', { cause: error })
}
