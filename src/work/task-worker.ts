import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Clock, isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { Logger } from '../domain/log.ts'
import type { JobRow } from '../store/jobs.ts'
import { isStoreFailure, LeaseLost, Parked } from './interruptions.ts'
import { type JobKind, type KnownJob, knownJob } from './job-kind.ts'
import type { JobQueue } from './job-queue.ts'
import type { Scheduler } from './scheduler.ts'

/** How often a job that waits for another process looks whether its turn has come: a person does not notice it. */
const TURN_MS = 200
/** LYRA 6.2: a job that brings the process down every time must not do so for ever. */
const MOST_STALLED = 10

export interface WorkerParts {
  readonly queue: JobQueue
  readonly kinds: readonly JobKind<unknown>[]
  readonly scheduler: Pick<Scheduler, 'onBehalf'>
  /** One transaction. */
  readonly write: <T>(work: () => T) => T
  readonly clock: Clock
  /** Real time, also in a replay: leases and patience are between processes and people. */
  readonly waiting: Clock
  readonly log: Logger
  /** Hears that a full disk or a locked database stopped the work on a task. */
  readonly onStoreFailure: () => void
}

/** A job that somebody here cares for. */
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
 * Works off the jobs of one task in this process, one at a time and in the order of their turns, until nothing is left
 * that this process could do and nobody here waits for what another one does.
 */
export class TaskWorker {
  readonly done: Promise<void>
  readonly #parts: WorkerParts
  readonly #taskId: string
  readonly #attached = new Map<string, Attached>()
  readonly #stop = new AbortController()
  #running: string | null = null
  #ended = false

  /** Begins when the worker before it, which was told to stop, has ended. */
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

  /** A job whose lease this process has lost is not worked on any more. */
  keep(held: ReadonlySet<string>): void {
    const jobId = this.#running
    if (jobId !== null && !held.has(jobId)) this.#interrupt(jobId, new LeaseLost(jobId))
  }

  #attach(jobId: string): Attached {
    const known = this.#attached.get(jobId)
    if (known !== undefined) return known
    const { promise: done, resolve, reject } = Promise.withResolvers<void>()
    // Whoever does not wait for it does not have to hear of its failure.
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
        // At once: whoever adds a job from here on has to find no open worker.
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
      // Whoever waited for it is answered before the next one begins.
      await nextTurn()
    }
  }

  /** The job whose turn it is, started; or whether there is something to wait for. */
  #turn(): KnownJob | 'wait' | 'nothing' {
    const { queue, kinds, clock } = this.#parts
    const ready = this.#openJobs().filter((row) => {
      const known = queue.isOfThisArchive(row) ? knownJob(kinds, row) : null
      return known?.kind.mayRun(known.job) === true
    })
    const [first] = ready
    if (first !== undefined && queue.claim(first) && queue.start(first.id, isoTime(clock))) {
      const started = knownJob(kinds, queue.find(first.id))
      if (started !== null) return started
    }
    return this.#attached.size > 0 || ready.some((row) => queue.isFree(row)) ? 'wait' : 'nothing'
  }

  #openJobs(): readonly JobRow[] {
    const { queue } = this.#parts
    const open = queue.open(this.#taskId)
    // Left by a process that died, or by a full disk: back to the queue, where they hold up no job that goes first.
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
  async #end(known: KnownJob, attached: Attached, work: Promise<'done' | 'later'>): Promise<void> {
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

  /** A job that could not even be ended is not begun again at once. */
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
      const known = knownJob(this.#parts.kinds, this.#parts.queue.find(jobId))
      attached.reject(known === null ? reason : this.#settle(known, reason))
    } catch (error) {
      attached.reject(error)
    }
  }

  /** What becomes of a job that did not come to its end here; returns what its callers are told. */
  #settle({ kind, job }: KnownJob, failure: unknown): unknown {
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

  /** Nothing can be read or ended, most likely for want of disk: the leases stay, and the next call tries again. */
  #breakOff(failure: unknown): void {
    const { log, onStoreFailure } = this.#parts
    this.#ended = true
    if (isStoreFailure(failure)) onStoreFailure()
    else if (!this.#stop.signal.aborted) log.error('jobs_stopped', { error: String(failure) })
    for (const { reject } of this.#attached.values()) reject(failure)
    this.#attached.clear()
  }

  /** Nobody works on them here any more: another process may. */
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
