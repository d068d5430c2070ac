import type { LyraError } from '../domain/errors.ts'
import type { JobRow } from '../store/jobs.ts'
import { ClientActivity } from './client-activity.ts'
import { Parked } from './interruptions.ts'
import { type RoutedJob, routeJob } from './job-handler.ts'
import { type AttachedJob, TaskWorker, type WorkerParts } from './task-worker.ts'

/** A client that closes the server waits a few seconds before killing it, so jobs must park within this time. */
const CLOSE_MS = 5000
/** A lease survives two late heartbeats. */
const BEATS_A_LEASE = 3
/** Lower bound for the heartbeat interval, for tests with millisecond leases. */
const LEAST_BEAT_MS = 100

export interface LeasedLoopParts extends Omit<WorkerParts, 'onStoreFailure'> {
  readonly leaseMs: number
  /** After this long without a call everything is parked (REQ 2.1.5). */
  readonly silentMs: number
}

/**
 * Does the persisted jobs of a home: one at a time per task, over all processes, under a lease that a heartbeat keeps.
 * A job goes on after its caller stopped waiting, and after its process died, in whichever process comes next.
 */
export class LeasedLoop {
  readonly #parts: LeasedLoopParts
  readonly #workers = new Map<string, TaskWorker>()
  readonly #presence: ClientActivity
  #heart: NodeJS.Timeout | null = null
  #closed = false
  /** In a server: with every heartbeat, orphaned jobs of other processes are taken over. */
  #takesOver = false
  /** A full disk or a locked database stopped a job; the next call retries it. */
  #somethingLeft = false

  constructor(parts: LeasedLoopParts) {
    this.#parts = parts
    this.#presence = new ClientActivity(parts.waiting, parts.silentMs)
  }

  /** This process works on the job, or waits for the one that does. */
  attach(taskId: string, jobId: string): AttachedJob {
    this.#startHeart()
    return this.#workerOf(taskId).attach(jobId)
  }

  /** Resumes jobs left by a crash, a shutdown or a silent client, of one task or of all; returns how many. */
  resume(taskId?: string): number {
    if (this.#closed) return 0
    if (taskId === undefined) this.#takesOver = true
    this.#somethingLeft = false
    this.#startHeart()
    const left = this.#known(taskId).filter(({ kind, job }) => kind.mayRun(job))
    return left.filter(({ job }) => {
      const worker = job.task_id === null ? null : this.#workerOf(job.task_id)
      if (worker === null || worker.has(job.id)) return false
      worker.attach(job.id)
      return true
    }).length
  }

  /**
   * Marks the begin of a client call; the returned function marks its end. Jobs parked while no client was active
   * resume (REQ 2.1.5).
   */
  beginCall(): () => void {
    const wasSilent = this.#presence.isSilent()
    this.#presence.enter()
    if (wasSilent || this.#somethingLeft) this.resume()
    return () => this.#presence.leave()
  }

  /** Releases everything that runs or waits here, of one task or of all, with this reason. */
  stop(reason: LyraError, taskId?: string): void {
    for (const [id, worker] of this.#workers) if (taskId === undefined || id === taskId) worker.stop(reason)
  }

  /** Resolves when nothing of the task is under way here. */
  async settle(taskId: string): Promise<void> {
    await this.#workers.get(taskId)?.done
  }

  /** Somebody, here or in another process, works on a job of the task. */
  isWorking(taskId: string): boolean {
    return this.#workers.has(taskId) || this.#parts.queue.open(taskId).some((row) => !this.#parts.queue.isFree(row))
  }

  /** Ends the open jobs of a task, in every process, at the time given, and returns them; what they saved stays. */
  cancel(taskId: string, at: string): readonly JobRow[] {
    const { queue, kinds, write } = this.#parts
    return write(() => {
      queue.unpauseOfTask(taskId)
      return queue.open(taskId).filter((row) => {
        const known = routeJob(kinds, row)
        if (known === null || !queue.seize(row)) return false
        known.kind.cancelled(known.job)
        queue.finish(row.id, 'cancelled', 'CANCELLED', at)
        return true
      })
    })
  }

  /** Running jobs stop at the next safe point and wait for whoever opens the home next. */
  async close(): Promise<void> {
    this.#closed = true
    this.stop(new Parked('Lyra is shutting down'))
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, CLOSE_MS)
    // A job that does not stop in time keeps its lease, which expires with this process.
    await Promise.race([Promise.all([...this.#workers.values()].map(({ done }) => done)), late])
    clearTimeout(timer)
    if (this.#heart !== null) clearInterval(this.#heart)
  }

  /** Jobs that this process could do. */
  #known(taskId?: string): readonly RoutedJob[] {
    const { queue, kinds } = this.#parts
    return queue.open(taskId).flatMap((row) => (queue.isFree(row) ? (routeJob(kinds, row) ?? []) : []))
  }

  #workerOf(taskId: string): TaskWorker {
    const before = this.#workers.get(taskId)
    if (before?.isOpen) return before
    const onStoreFailure = () => {
      this.#somethingLeft = true
    }
    const worker = new TaskWorker({ ...this.#parts, onStoreFailure }, taskId, before?.done)
    this.#workers.set(taskId, worker)
    worker.done.then(() => {
      if (this.#workers.get(taskId) === worker) this.#workers.delete(taskId)
    })
    return worker
  }

  #startHeart(): void {
    const everyMs = Math.max(LEAST_BEAT_MS, this.#parts.leaseMs / BEATS_A_LEASE)
    this.#heart ??= setInterval(() => this.#beat(), everyMs).unref()
  }

  #beat(): void {
    const { queue, log } = this.#parts
    try {
      const held = queue.beat()
      for (const worker of this.#workers.values()) worker.keep(held)
    } catch (error) {
      log.warn('lease_not_renewed', { reason: error instanceof Error ? error.message : 'unknown' })
    }
    try {
      if (this.#presence.isSilent()) this.stop(new Parked('the client is silent'))
      else if (this.#takesOver && !this.#somethingLeft) this.resume()
    } catch (error) {
      log.warn('take_over_failed', { reason: error instanceof Error ? error.message : 'unknown' })
    }
  }
}
