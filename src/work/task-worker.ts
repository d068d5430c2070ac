import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Clock, isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { Logger } from '../domain/log.ts'
import type { JobRow } from '../store/jobs.ts'
import { isStoreFailure, LeaseLost, Parked } from './interruptions.ts'
import { type JobHandler, type RoutedJob, routeJob } from './job-handler.ts'
import type { JobQueue } from './job-queue.ts'
import type { Scheduler } from './scheduler.ts'

/** Poll interval of a job that waits for another process; too short for a person to notice. */
const TURN_MS = 200
/** LYRA 6.2: a job that crashes the process every time must not do so forever. */
const MOST_STALLED = 10

export interface WorkerParts {
  readonly queue: JobQueue
  readonly kinds: readonly JobHandler<unknown>[]
  readonly scheduler: Pick<Scheduler, 'onBehalf'>
  /** One transaction. */
  readonly write: <T>(work: () => T) => T
  readonly clock: Clock
  /** Real time even in a replay, because leases and waiting concern processes and people. */
  readonly waiting: Clock
  readonly log: Logger
  /** Called when a full disk or a locked database stops the work on a task. */
  readonly onStoreFailure: () => void
}

/** A job that a caller in this process waits for. */
export interface AttachedJob {
  /** Its end, in whichever process, or its failure here. */
  readonly done: Promise<void>
  /** Ends this one job, whether it runs or waits. */
  interrupt(reason: LyraError): void
}

interface Attached extends AttachedJob {
  readonly control: AbortController
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * Runs the jobs of one task in this process, one at a time and in order, until none is left that it could run and no
 * caller here waits for a job of another process.
 */
export class TaskWorker {
  readonly done: Promise<void>
  readonly #parts: WorkerParts
  readonly #taskId: string
  readonly #attached = new Map<string, Attached>()
  readonly #stop = new AbortController()
  #running: string | null = null
  #ended = false

  /** Starts after the previous worker, which was told to stop, has ended. */
  constructor(parts: WorkerParts, taskId: string, before: Promise<void> = Promise.resolve()) {
    this.#parts = parts
    this.#taskId = taskId
    this.done = before.then(() => this.#workOff()).catch((failure: unknown) => this.#breakOff(failure))
  }

  /** Takes more jobs; a worker that has stopped does not. */
  get isOpen(): boolean {
    return !this.#ended && !this.#stop.signal.aborted
  }

  has(jobId: string): boolean {
    return this.#attached.has(jobId)
  }

  attach(jobId: string): AttachedJob {
    return this.#attach(jobId)
  }

  /** Everything of the task, running or waiting. */
  stop(reason: LyraError): void {
    this.#stop.abort(reason)
    for (const jobId of this.#attached.keys()) this.#interrupt(jobId, reason)
    this.#letGo()
  }

  /** A job whose lease was lost is no longer worked on. */
  keep(held: ReadonlySet<string>): void {
    const jobId = this.#running
    if (jobId !== null && !held.has(jobId)) this.#interrupt(jobId, new LeaseLost(jobId))
  }

  #attach(jobId: string): Attached {
    const known = this.#attached.get(jobId)
    if (known !== undefined) return known
    const { promise: done, resolve, reject } = Promise.withResolvers<void>()
    // A caller that does not wait must not see an unhandled rejection.
    done.catch(() => undefined)
    const interrupt = (reason: LyraError) => this.#interrupt(jobId, reason)
    const attached = { done, interrupt, control: new AbortController(), resolve, reject }
    this.#attached.set(jobId, attached)
    return attached
  }

  async #workOff(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      const turn = this.#turn()
      if (turn === 'nothing') {
        // Synchronously: a job added from here on must not find this worker open.
        this.#ended = true
        return this.#letGo()
      }
      if (turn === 'wait') {
        await this.#parts.waiting.sleep(TURN_MS, signal).catch(() => undefined)
        continue
      }
      const { kind, job } = turn
      const attached = this.#attach(job.id)
      const owner = { taskId: this.#taskId, causeId: job.cause_id }
      this.#running = job.id
      const work = this.#parts.scheduler.onBehalf(owner, async () => {
        if (job.stalled <= MOST_STALLED) return kind.run(job, attached.control)
        throw new LyraError('PIPELINE_ERROR', `${kind.label} ended ${MOST_STALLED} times at the same stage`)
      })
      await this.#end(turn, attached, work)
      // Callers of this job are answered before the next one begins.
      await nextTurn()
    }
  }

  /** The job whose turn it is, started; or whether there is something to wait for. */
  #turn(): RoutedJob | 'wait' | 'nothing' {
    const { queue, kinds, clock } = this.#parts
    const ready = this.#openJobs().filter((row) => {
      const known = queue.isOfThisArchive(row) ? routeJob(kinds, row) : null
      return known?.kind.mayRun(known.job) === true
    })
    const [first] = ready
    if (first !== undefined && queue.claim(first) && queue.start(first.id, isoTime(clock))) {
      const started = routeJob(kinds, queue.find(first.id))
      if (started !== null) return started
    }
    return this.#attached.size > 0 || ready.some((row) => queue.isFree(row)) ? 'wait' : 'nothing'
  }

  #openJobs(): readonly JobRow[] {
    const { queue } = this.#parts
    const open = queue.open(this.#taskId)
    // Orphaned by a dead process or a full disk: requeued, so that they do not block jobs of higher priority.
    const left = open.filter((row) => row.state === 'running' && queue.isFree(row))
    const requeued = left.filter((row) => queue.seize(row)).length > 0
    const rows = requeued ? queue.open(this.#taskId) : open
    for (const [jobId, { resolve }] of this.#attached) {
      if (rows.some(({ id }) => id === jobId)) continue
      this.#attached.delete(jobId)
      resolve()
    }
    return rows
  }

  /** Waits for the end of a job and tells whoever cares for it. */
  async #end(known: RoutedJob, attached: Attached, work: Promise<'done' | 'later'>): Promise<void> {
    const { control, resolve, reject } = attached
    const { id } = known.job
    try {
      if ((await work) === 'later') this.#parts.queue.release(id)
      resolve()
    } catch (error) {
      const failure = control.signal.aborted ? control.signal.reason : error
      reject(this.#settle(known, failure))
      if (this.#isLeftRunning(id)) throw failure
    } finally {
      this.#running = null
      this.#attached.delete(id)
    }
  }

  /** A job that could not be ended is not restarted at once. */
  #isLeftRunning(jobId: string): boolean {
    const row = this.#parts.queue.find(jobId)
    return row !== null && row.state === 'running' && this.#parts.queue.isOurs(row)
  }

  #interrupt(jobId: string, reason: LyraError): void {
    const attached = this.#attached.get(jobId)
    if (attached === undefined) return
    if (jobId === this.#running) {
      attached.control.abort(reason)
      return
    }
    this.#attached.delete(jobId)
    try {
      const known = routeJob(this.#parts.kinds, this.#parts.queue.find(jobId))
      attached.reject(known === null ? reason : this.#settle(known, reason))
    } catch (error) {
      attached.reject(error)
    }
  }

  /** Handles a job that did not finish here; returns the error for its callers. */
  #settle({ kind, job }: RoutedJob, failure: unknown): unknown {
    const { queue, log, write } = this.#parts
    const reason = failure instanceof Error ? failure.message : String(failure)
    log.info('job_left', { kind: kind.name, job_id: job.id, reason })
    if (failure instanceof LeaseLost || isStoreFailure(failure)) return failure
    try {
      if (!(failure instanceof Parked)) return kind.fail(job, failure)
      write(() => {
        if (queue.release(job.id) && job.state === 'running') kind.parked(job, failure.message)
      })
    } catch (error) {
      log.error('job_end_not_kept', { kind: kind.name, job_id: job.id, error: String(error) })
    }
    return failure
  }

  /** Nothing can be read or ended, most likely because the disk is full: leases stay, and the next call retries. */
  #breakOff(failure: unknown): void {
    const { log, onStoreFailure } = this.#parts
    this.#ended = true
    if (isStoreFailure(failure)) onStoreFailure()
    else if (!this.#stop.signal.aborted) log.error('jobs_stopped', { error: String(failure) })
    for (const { reject } of this.#attached.values()) reject(failure)
    this.#attached.clear()
  }

  /** No longer worked on here, so another process may take them. */
  #letGo(): void {
    const { queue, log } = this.#parts
    try {
      for (const row of queue.open(this.#taskId))
        if (queue.isOurs(row) && row.id !== this.#running) queue.release(row.id)
    } catch (error) {
      log.warn('leases_not_released', { reason: error instanceof Error ? error.message : String(error) })
    }
  }
}
