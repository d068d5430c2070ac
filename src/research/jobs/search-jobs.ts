import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'
import { stableId } from '../../domain/ids.ts'
import type { SearchRow } from '../../domain/task.ts'
import { identifierList } from '../../domain/work.ts'
import type { JobRow, JobState, JobStore } from '../../store/jobs.ts'
import { isStale, type LeaseRule, leaseOf } from '../../work/lease.ts'
import { PRIORITIES } from '../../work/scheduler.ts'
import type { StageMemo } from './stage-memo.ts'

/** The search itself, and the citations of its papers, followed after it has answered (TRUST phase 5). */
export type SearchJobKind = 'search' | 'citations'

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
  /**
   * Citations: the papers to follow, the identifiers to look up before, the fragments that the answer was measured by,
   * and what was looked up already.
   */
  papers: z.array(z.object({ page_id: z.string(), work_id: z.string() })).optional(),
  identifiers: identifierList.optional(),
  kept: z.array(z.string()).optional(),
  enriched: z.array(z.string()).optional(),
})
export type SearchPayload = z.infer<typeof payloadSchema>

/** The lease belongs to another process now: this one stops and touches nothing. */
export class LeaseLost extends Error {
  constructor(jobId: string) {
    super(`job ${jobId} belongs to another process now`)
    this.name = 'LeaseLost'
  }
}

export function jobIdOf(searchId: string, kind: SearchJobKind = 'search'): string {
  return kind === 'search' ? stableId('job', searchId) : stableId('job', searchId, kind)
}

/** The persisted side of searches: one job of a kind each, leased to the process that works on it. */
export class SearchJobs {
  readonly #store: JobStore
  readonly #rule: LeaseRule
  readonly #replay: string
  readonly #kind: SearchJobKind

  constructor(store: JobStore, rule: LeaseRule, replay: string, kind: SearchJobKind = 'search') {
    this.#store = store
    this.#rule = rule
    this.#replay = replay
    this.#kind = kind
  }

  /** The same home, process and archive, for the other kind. */
  ofKind(kind: SearchJobKind): SearchJobs {
    return new SearchJobs(this.#store, this.#rule, this.#replay, kind)
  }

  add(row: SearchRow, priority: number = PRIORITIES.serp, more: Partial<SearchPayload> = {}): string {
    const id = jobIdOf(row.id, this.#kind)
    const lease = leaseOf(this.#rule)
    this.#store.add({
      id,
      task_id: row.task_id,
      kind: this.#kind,
      priority,
      slot: 'network_client',
      payload: { ...more, search_id: row.id, replay: this.#replay } satisfies SearchPayload,
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
    return this.#store.openOfTask(taskId).filter((job) => this.#isOne(job))
  }

  payloadOf(job: JobRow): SearchPayload {
    return payloadSchema.parse(job.payload)
  }

  isOurs(job: JobRow): boolean {
    return job.lease_owner === this.#rule.owner
  }

  open(): readonly JobRow[] {
    return this.#store.open().filter((job) => this.#isOne(job))
  }

  /** A replayed job never goes on against the live web, nor the other way round. */
  isOfThisArchive(job: JobRow): boolean {
    return this.payloadOf(job).replay === this.#replay
  }

  /** Nobody works on it (a crash, a shutdown, a silent client), and it is of this archive, or of the live web. */
  mayTake(job: JobRow): boolean {
    return this.isOfThisArchive(job) && isStale(job, this.#rule)
  }

  take(job: JobRow): boolean {
    return this.#store.take(job.id, leaseOf(this.#rule), job.lease_owner)
  }

  /** False while another job of the task goes first. */
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

  /** Of every kind and every process: who works on one notices at its next step that it is no longer theirs. */
  pauseOfTask(taskId: string): number {
    return this.#store.pauseOfTask(taskId)
  }

  unpauseOfTask(taskId: string): number {
    return this.#store.unpauseOfTask(taskId)
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

  /** A payload that another version wrote and this one cannot read is left alone. */
  #isOne(job: JobRow): boolean {
    return job.kind === this.#kind && payloadSchema.safeParse(job.payload).success
  }
}

/** A search that was put aside whole: nobody waits for it, the next call or process goes on with it. */
export class Parked extends LyraError {
  constructor(why: string) {
    super('CANCELLED', `The search is parked (${why}); it goes on with the next call`)
    this.name = 'Parked'
  }
}
