import type { z } from 'zod'
import type { JobRow } from '../store/jobs.ts'

/** A persisted job whose payload was checked against the schema of its kind. */
export type JobOf<P> = Omit<JobRow, 'payload'> & { readonly payload: P }

/**
 * A kind of work for the leased loop. Methods are written as methods on purpose: the loop holds kinds of different
 * payloads in one list, and hands to each only what its own schema has read.
 *
 *     const letters: JobHandler<{ to: string }> = {
 *       name: 'letter', label: 'The letter', payload: z.object({ to: z.string() }),
 *       mayRun: () => true,
 *       run: async (job, { signal }) => {
 *         await send(job.payload.to, signal)
 *         queue.finish(job.id, 'done', null, now())
 *         return 'done'
 *       },
 *       fail: (job, failure) => { queue.finish(job.id, 'failed', 'PIPELINE_ERROR', now()); return failure },
 *       parked: () => {}, cancelled: () => {},
 *     }
 */
export interface JobHandler<P> {
  /** As the job rows have it. */
  readonly name: string
  /** The subject of a sentence about it: 'The search'. */
  readonly label: string
  readonly payload: z.ZodType<P>
  /** False while the job waits for something that job order does not express, as in a replay. */
  mayRun(job: JobOf<P>): boolean
  /**
   * From its first stage, or from where it was left, to its end, which it writes itself (`JobQueue.finish`), in one
   * transaction with its results. 'later': it let go of its turn, for a job that goes first.
   */
  run(job: JobOf<P>, control: AbortController): Promise<'done' | 'later'>
  /** The run failed or was cancelled: ends the job, or leaves it open on purpose. Returns the error for its callers. */
  fail(job: JobOf<P>, failure: unknown): unknown
  /** The job was parked; runs in the transaction that releases it. */
  parked(job: JobOf<P>, why: string): void
  /** Its task is cancelled; runs in the transaction that ends the job, while its stages still exist. */
  cancelled(job: JobOf<P>): void
}

/** A job with the kind that can do it. */
export interface RoutedJob {
  readonly kind: JobHandler<unknown>
  readonly job: JobOf<unknown>
}

/** Null when no handler can parse the payload: jobs of another version are left alone. */
export function routeJob(kinds: readonly JobHandler<unknown>[], row: JobRow | null): RoutedJob | null {
  const kind = kinds.find(({ name }) => name === row?.kind)
  if (row === null || kind === undefined) return null
  const read = kind.payload.safeParse(row.payload)
  return read.success ? { kind, job: { ...row, payload: read.data } } : null
}
