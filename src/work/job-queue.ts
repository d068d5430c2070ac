import { z } from 'zod'
import { isoTime } from '../domain/clock.ts'
import type { JobRow, JobState, JobStore, NewJob } from '../store/jobs.ts'
import { LeaseLost } from './interruptions.ts'
import { isStale, type LeaseRule, leaseOf } from './lease.ts'
import type { StageCheckpoints } from './stage-checkpoints.ts'

/** In every payload: the archive the job runs from; empty on the live web. */
const archived = z.object({ replay: z.string() })

type Fields = Readonly<Record<string, unknown>>

/**
 * The persisted jobs of a home, as one process sees them: it adds jobs under its own lease, takes over orphaned ones,
 * and changes only what it holds.
 */
export class JobQueue {
  readonly #store: JobStore
  readonly #rule: LeaseRule
  readonly #replay: string

  constructor(store: JobStore, rule: LeaseRule, replay: string) {
    this.#store = store
    this.#rule = rule
    this.#replay = replay
  }

  add(job: Omit<NewJob, 'slot' | 'lease_owner' | 'lease_until'>): void {
    const { owner, until } = leaseOf(this.#rule)
    const payload = { ...job.payload, replay: this.#replay }
    this.#store.add({ ...job, payload, slot: 'network_client', lease_owner: owner, lease_until: until })
  }

  /** Open jobs in the order of their turns: the more urgent first, then the older. */
  open(taskId?: string): readonly JobRow[] {
    const open = taskId === undefined ? this.#store.open() : this.#store.openOfTask(taskId)
    return open.toSorted((one, other) => other.priority - one.priority)
  }

  /** The job while it is open; null once it has ended, or is paused. */
  find(id: string): JobRow | null {
    const job = this.#store.get(id)
    return job !== null && (job.state === 'queued' || job.state === 'running') ? job : null
  }

  isOurs(job: JobRow): boolean {
    return job.lease_owner === this.#rule.owner
  }

  /** A replayed job never goes on against the live web, nor the other way round. */
  isOfThisArchive(job: JobRow): boolean {
    return archived.safeParse(job.payload).data?.replay === this.#replay
  }

  /** Held by this process, or orphaned (by a crash, a shutdown or a silent client), and of this archive. */
  isFree(job: JobRow): boolean {
    return this.isOfThisArchive(job) && (this.isOurs(job) || isStale(job, this.#rule))
  }

  /** Another waiting job of the same task has precedence. */
  isOutranked(job: Pick<JobRow, 'task_id' | 'priority'>): boolean {
    return this.#store.openOfTask(job.task_id ?? '').some((other) => other.priority > job.priority)
  }

  /** True when this process holds the lease, or could take it. */
  claim(job: JobRow): boolean {
    return this.isOurs(job) || (this.isFree(job) && this.#store.take(job.id, leaseOf(this.#rule), job.lease_owner))
  }

  /** Takes over the lease, whoever holds it, and requeues the job; the old holder stops at its next step. */
  seize(job: Pick<JobRow, 'id' | 'lease_owner'>): boolean {
    return this.#store.take(job.id, leaseOf(this.#rule), job.lease_owner)
  }

  /** False while another job of the task goes first. */
  start(id: string, at: string): boolean {
    return this.#store.start(id, this.#rule.owner, at)
  }

  /** The heartbeat: extends the leases of this process; returns the open jobs it still holds. */
  beat(): ReadonlySet<string> {
    return new Set(this.#store.beat(leaseOf(this.#rule)))
  }

  /** Adds to the payload. */
  save({ id }: { readonly id: string }, more: Fields): void {
    const before = this.#store.get(id)?.payload
    if (!this.#store.savePayload(id, this.#rule.owner, { ...before, ...more })) throw new LeaseLost(id)
  }

  finish(
    id: string,
    state: Extract<JobState, 'done' | 'failed' | 'cancelled'>,
    error: string | null,
    at: string,
  ): void {
    if (!this.#store.finish(id, this.#rule.owner, { state, error, at })) throw new LeaseLost(id)
  }

  /** Back to the queue, on purpose; false when it was not ours. */
  release(id: string): boolean {
    return this.#store.release(id, this.#rule.owner)
  }

  /** For every process: a worker notices at its next step that it lost the job. */
  pauseOfTask(taskId: string): number {
    return this.#store.pauseOfTask(taskId)
  }

  unpauseOfTask(taskId: string): number {
    return this.#store.unpauseOfTask(taskId)
  }

  /** Read once and cached: only the holder writes the stages of a job. */
  stageMemo(id: string): StageCheckpoints {
    const known = new Map(this.#store.stagesOf(id))
    return {
      get: (key) => known.get(key),
      set: (key, value) => {
        const stage = { name: key, value, at: isoTime(this.#rule.clock) }
        if (!this.#store.finishStage(id, this.#rule.owner, stage)) throw new LeaseLost(id)
        known.set(key, value)
      },
    }
  }

  /** Names of what the job has finished, in that order. */
  stagesOf(id: string): readonly string[] {
    return [...this.#store.stagesOf(id).keys()]
  }

  forgetStages(id: string): void {
    if (!this.#store.forgetStages(id, this.#rule.owner)) throw new LeaseLost(id)
  }
}
