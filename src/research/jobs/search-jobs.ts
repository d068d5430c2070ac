import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'
import { stableId } from '../../domain/ids.ts'
import type { SearchRow } from '../../domain/task.ts'
import type { JobRow, JobState, JobStore } from '../../store/jobs.ts'
import { isStale, type LeaseRule, leaseOf } from './lease.ts'
import { PRIORITIES } from './scheduler.ts'
import type { StageMemo } from './stage-memo.ts'

const KIND = 'search'

const payloadSchema = z.object({
  search_id: z.string(),
  /** The archive it runs from: a replayed search never goes on against the live web, nor the other way round. */
  replay: z.string(),
  /** Set when it first starts, so that a resumed search has the same pages before it. */
  pages: z.number().optional(),
  out_of_budget: z.boolean().optional(),
  stages: z.record(z.string(), z.unknown()).optional(),
  /** Starts since a stage was last finished. */
  stalled: z.number().optional(),
})
export type SearchPayload = z.infer<typeof payloadSchema>

/** The lease belongs to another process now: this one stops and touches nothing. */
export class LeaseLost extends Error {
  constructor(jobId: string) {
    super(`job ${jobId} belongs to another process now`)
    this.name = 'LeaseLost'
  }
}

export function jobIdOf(searchId: string): string {
  return stableId('job', searchId)
}

/** The persisted side of searches: one job each, leased to the process that works on it. */
export class SearchJobs {
  readonly #store: JobStore
  readonly #rule: LeaseRule
  readonly #replay: string

  constructor(store: JobStore, rule: LeaseRule, replay: string) {
    this.#store = store
    this.#rule = rule
    this.#replay = replay
  }

  add(row: SearchRow): string {
    const id = jobIdOf(row.id)
    const lease = leaseOf(this.#rule)
    this.#store.add({
      id,
      task_id: row.task_id,
      kind: KIND,
      priority: PRIORITIES.serp,
      slot: 'network_client',
      payload: { search_id: row.id, replay: this.#replay } satisfies SearchPayload,
      lease_owner: lease.owner,
      lease_until: lease.until,
      created_at: row.started_at,
      cause_id: row.cause_id,
    })
    return id
  }

  /** The job while it is open; null once it has ended. */
  openJob(id: string): JobRow | null {
    const job = this.#store.get(id)
    return job !== null && (job.state === 'queued' || job.state === 'running') ? job : null
  }

  openOfTask(taskId: string): readonly JobRow[] {
    return this.#store.openOfTask(taskId).filter(isSearch)
  }

  payloadOf(job: JobRow): SearchPayload {
    return payloadSchema.parse(job.payload)
  }

  isOurs(job: JobRow): boolean {
    return job.lease_owner === this.#rule.owner
  }

  open(): readonly JobRow[] {
    return this.#store.open().filter(isSearch)
  }

  /** Nobody works on it (a crash, a shutdown, a silent client), and it is of this archive, or of the live web. */
  mayTake(job: JobRow): boolean {
    return this.payloadOf(job).replay === this.#replay && isStale(job, this.#rule)
  }

  take(job: JobRow): boolean {
    return this.#store.take(job.id, leaseOf(this.#rule), job.lease_owner)
  }

  /** False while an older search of the task is open. */
  start(id: string, at: string): boolean {
    return this.#store.start(id, this.#rule.owner, at)
  }

  beat(): ReadonlySet<string> {
    return new Set(this.#store.beat(leaseOf(this.#rule)))
  }

  save(id: string, payload: SearchPayload): void {
    if (!this.#store.savePayload(id, this.#rule.owner, payload)) throw new LeaseLost(id)
  }

  finish(
    id: string,
    state: Extract<JobState, 'done' | 'failed' | 'cancelled'>,
    error: string | null,
    at: string,
  ): void {
    if (!this.#store.finish(id, this.#rule.owner, { state, error, at })) throw new LeaseLost(id)
  }

  release(id: string): void {
    this.#store.release(id, this.#rule.owner)
  }

  /** Also those of other processes: they notice at their next step that the job is no longer theirs. */
  cancelOfTask(taskId: string, at: string): readonly SearchPayload[] {
    const open = this.openOfTask(taskId)
    for (const job of open) {
      if (!this.isOurs(job)) this.#store.take(job.id, leaseOf(this.#rule), job.lease_owner)
      this.#store.finish(job.id, this.#rule.owner, { state: 'cancelled', error: 'CANCELLED', at })
    }
    return open.map((job) => this.payloadOf(job))
  }

  memo(id: string, payload: SearchPayload): StageMemo {
    const stages = { ...payload.stages }
    return {
      get: (key) => stages[key],
      set: (key, value) => {
        stages[key] = value
        this.save(id, { ...payload, stages, stalled: 0 })
      },
    }
  }
}

/** A payload that another version wrote and this one cannot read is left alone. */
function isSearch(job: JobRow): boolean {
  return job.kind === KIND && payloadSchema.safeParse(job.payload).success
}

/** A search that was put aside whole: nobody waits for it, the next call or process goes on with it. */
export class Parked extends LyraError {
  constructor(why: string) {
    super('CANCELLED', `The search is parked (${why}); it goes on with the next call`)
    this.name = 'Parked'
  }
}
