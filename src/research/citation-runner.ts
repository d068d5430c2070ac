import { isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { JobRow } from '../store/jobs.ts'
import { type ChaseState, followStep, nextStep, openChase } from './citation-chase.ts'
import { CitationPlan } from './citation-plan.ts'
import type { ConductorParts } from './conductor.ts'
import { finishChase } from './finish-chase.ts'
import { LeaseLost, Parked, type SearchJobs } from './jobs/search-jobs.ts'
import type { SearchCall } from './search-call.ts'

/** How often a chase that has to wait looks whether its turn has come. */
const TURN_MS = 200
/** A chase that brings the process down every time must not do so for ever. */
const MOST_STALLED = 10

interface Loop {
  readonly controller: AbortController
  work: Promise<void>
  /** The job whose steps run here, under this process's lease. */
  jobId: string | null
}

/**
 * Follows the citations of finished searches, one job of a task at a time, whichever process left them. A search of the
 * task that waits goes first: the chase lets go at the next paper and goes on after it.
 */
export class CitationRunner {
  readonly #parts: ConductorParts
  readonly #jobs: SearchJobs
  readonly #plan: CitationPlan | null
  readonly #loops = new Map<string, Loop>()
  #closed = false
  /** A full disk or a locked database stopped a chase: the next call tries again. */
  somethingLeft = false

  constructor(parts: ConductorParts) {
    this.#parts = parts
    this.#jobs = parts.searchJobs.ofKind('citations')
    this.#plan = parts.citationSteps === undefined ? null : new CitationPlan(parts.store, parts.citationSteps)
  }

  wake(taskId: string): void {
    if (this.#closed || this.#loops.has(taskId) || !this.#hasWork(taskId)) return
    const loop: Loop = { controller: new AbortController(), work: Promise.resolve(), jobId: null }
    this.#loops.set(taskId, loop)
    loop.work = this.#workOff(taskId, loop)
      .catch((error: unknown) => this.#leave(error))
      .finally(() => {
        if (this.#loops.get(taskId) === loop) this.#loops.delete(taskId)
        if (!this.#loops.has(taskId)) this.#letGo(taskId)
      })
  }

  /** Goes on with what a crash, a shutdown or a silent client left; returns how many jobs there are. */
  resume(taskId?: string): number {
    this.somethingLeft = false
    const open = taskId === undefined ? this.#jobs.open() : this.#jobs.openOfTask(taskId)
    const left = open.filter((job) => this.#jobs.mayTake(job) || this.#jobs.isOurs(job))
    const idle = left.filter((job) => !this.#loops.has(job.task_id ?? ''))
    for (const job of left) this.wake(job.task_id ?? '')
    return idle.length
  }

  /** Resolves when nothing of the task is under way. */
  async settled(taskId: string): Promise<void> {
    await this.#loops.get(taskId)?.work
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#loops.values()].map((loop) => loop.work))
  }

  /** Somebody, here or in another process, works on the citations of the task. */
  isWorking(taskId: string): boolean {
    return (
      this.#loops.has(taskId) ||
      this.#jobs.openOfTask(taskId).some((job) => !this.#jobs.isOurs(job) && !this.#jobs.mayTake(job))
    )
  }

  stop(reason: LyraError, taskId?: string): void {
    for (const [id, loop] of this.#loops) if (taskId === undefined || id === taskId) loop.controller.abort(reason)
  }

  /** Leases that this process has lost are not worked on any more. */
  keep(held: ReadonlySet<string>): void {
    for (const { jobId, controller } of this.#loops.values())
      if (jobId !== null && !held.has(jobId)) controller.abort(new LeaseLost(jobId))
  }

  /** Within the caller's transaction: in every process; what was added stays. */
  cancelOfTask(taskId: string): void {
    const { store, clock } = this.#parts
    for (const { search_id: searchId } of this.#jobs.cancelOfTask(taskId, isoTime(clock))) {
      const causeId = store.searches.get(searchId)?.cause_id
      if (causeId !== undefined) this.#tell('citations_cancelled', taskId, searchId, {}, causeId)
    }
  }

  async #workOff(taskId: string, loop: Loop): Promise<void> {
    const { signal } = loop.controller
    for (;;) {
      signal.throwIfAborted()
      const job = this.#nextJob(taskId)
      if (job === null) {
        // At once: whoever queues another job from here on has to find no loop.
        this.#loops.delete(taskId)
        return
      }
      const ours = this.#isOurs(job)
      // Left by a process that died: back to the queue, where it holds up no search.
      if (ours && job.state === 'running') this.#jobs.release(job.id)
      else if (ours && this.#jobs.start(job.id, isoTime(this.#parts.clock)))
        await this.#parts.scheduler.onBehalf({ taskId, causeId: job.cause_id }, () => this.#work(job, loop))
      else await this.#parts.waiting.sleep(TURN_MS, signal)
    }
  }

  /** The oldest; in a replay with a recorded order, the one whose turn it was. */
  #nextJob(taskId: string): JobRow | null {
    const open = this.#jobs.openOfTask(taskId).filter((job) => this.#jobs.isOfThisArchive(job))
    if (this.#plan === null) return open[0] ?? null
    const due = this.#plan.due(taskId)
    return open.find((job) => this.#jobs.payloadOf(job).search_id === due) ?? null
  }

  /** Asked at the end of a search, which must not fail by it. */
  #hasWork(taskId: string): boolean {
    try {
      return this.#nextJob(taskId) !== null
    } catch (error) {
      this.#leave(error)
      return false
    }
  }

  #isOurs(job: JobRow): boolean {
    return this.#jobs.isOurs(job) || (this.#jobs.mayTake(job) && this.#jobs.take(job))
  }

  async #work(job: JobRow, loop: Loop): Promise<void> {
    const { signal } = loop.controller
    const letGoOfModel = this.#parts.holdModel?.()
    loop.jobId = job.id
    try {
      const { deps, call, search, start } = await this.#open(job, signal)
      let chase = start
      for (;;) {
        signal.throwIfAborted()
        const next = this.#nextStep(job, call, chase)
        if (next === 'later') return void this.#jobs.release(job.id)
        if (next === 'take in')
          return await finishChase(deps, call, search, chase, () => this.#finish(job, 'done', null))
        chase = await followStep(deps, call, chase, next.step)
      }
    } catch (error) {
      this.#settleFailure(job, signal.aborted ? signal.reason : error)
    } finally {
      loop.jobId = null
      letGoOfModel?.()
    }
  }

  #nextStep(job: JobRow, call: SearchCall, chase: ChaseState): { readonly step: string } | 'take in' | 'later' {
    const waiting = this.#parts.searchJobs.openOfTask(call.taskId).some((other) => other.priority > job.priority)
    const isNext = this.#plan === null ? !waiting : this.#plan.due(call.taskId) === call.searchId
    if (!isNext) return 'later'
    const step = this.#plan === null ? nextStep(this.#parts.settings.sources, chase) : this.#plan.take()
    return step === null ? 'take in' : { step }
  }

  async #open(job: JobRow, signal: AbortSignal) {
    const { store, embedder } = this.#parts
    const payload = this.#jobs.payloadOf(job)
    const row = store.searches.get(payload.search_id)
    const task = row === null ? null : store.tasks.get(row.task_id)
    if (row === null || task === null) throw new LyraError('NOT_FOUND', `There is no search ${payload.search_id}`)
    const stalled = (payload.stalled ?? 0) + 1
    if (stalled > MOST_STALLED)
      throw new LyraError('PIPELINE_ERROR', `Following the citations ended ${MOST_STALLED} times at the same paper`)
    this.#jobs.save(job.id, { ...payload, stalled })
    const [queryVector] = await embedder.embed([row.query], signal)
    const deps = { ...this.#parts, memo: this.#jobs.memo(job.id, payload) }
    const call: SearchCall = {
      taskId: task.id,
      searchId: row.id,
      query: row.query,
      causeId: job.cause_id,
      signal,
      progress: () => {},
    }
    const { papers = [], identifiers = [], kept = [], enriched: lookedUp = [] } = payload
    return {
      deps,
      call,
      search: { task, row, queryVector: queryVector ?? null, outOfBudget: payload.out_of_budget ?? false, kept },
      start: openChase(deps.memo, { papers, identifiers, lookedUp, warnings: row.warnings }),
    }
  }

  #finish(job: JobRow, state: 'done' | 'failed', error: string | null): void {
    this.#jobs.finish(job.id, state, error, isoTime(this.#parts.clock))
  }

  /** Returns where the next job can be worked on; throws where the loop has to end. */
  #settleFailure(job: JobRow, failure: unknown): void {
    const { store, log } = this.#parts
    const { search_id: searchId } = this.#jobs.payloadOf(job)
    const reason = failure instanceof Error ? failure.message : String(failure)
    log.info('citations_left', { search_id: searchId, reason })
    if (failure instanceof LeaseLost) throw failure
    if (failure instanceof Parked) {
      // Put aside on purpose: that is no sign of trouble.
      const open = this.#jobs.openJob(job.id)
      if (open !== null) this.#jobs.save(job.id, { ...this.#jobs.payloadOf(open), stalled: 0 })
      this.#jobs.release(job.id)
      throw failure
    }
    const code = failure instanceof LyraError ? failure.code : 'PIPELINE_ERROR'
    if (code === 'CANCELLED' || code === 'STORE_UNAVAILABLE') throw failure
    const row = store.searches.get(searchId)
    store.write(() => {
      this.#finish(job, 'failed', code)
      if (row === null) return
      store.searches.update({ ...row, warnings: [...row.warnings, `citations: not followed to the end (${code})`] })
      this.#tell('citations_failed', row.task_id, row.id, { code, reason }, job.cause_id)
    })
  }

  #tell(kind: string, taskId: string, subjectId: string, data: Record<string, unknown>, causeId: string): void {
    this.#parts.store.events.append({ kind, taskId, subjectType: 'search', subjectId, data, causeId })
  }

  /** Nobody works on them here any more: another process may. */
  #letGo(taskId: string): void {
    try {
      for (const job of this.#jobs.openOfTask(taskId)) if (this.#jobs.isOurs(job)) this.#jobs.release(job.id)
    } catch (error) {
      this.#leave(error)
    }
  }

  #leave(error: unknown): void {
    if (error instanceof LyraError && error.code === 'STORE_UNAVAILABLE') this.somethingLeft = true
    else if (!(error instanceof LeaseLost) && !(error instanceof LyraError))
      this.#parts.log.error('citations_stopped', { error: String(error) })
  }
}
