import type { z } from 'zod'
import type { JobRow } from '../store/jobs.ts'

/** A persisted job whose payload was checked against the schema of its kind. */
export type JobOf<P> = Omit<JobRow, 'payload'> & { readonly payload: P }

/**
 * A kind of work for the leased loop. Methods are written as methods on purpose: the loop holds kinds of different
 * payloads in one list, and hands to each only what its own schema has read.
 *
 *     const letters: JobKind<{ to: string }> = {
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
export interface JobKind<P> {
  /** As the job rows have it. */
  readonly name: string
  /** The subject of a sentence about it: 'The search'. */
  readonly label: string
  readonly payload: z.ZodType<P>
  /** False while it waits for something that the order of jobs does not know, as in a replay. */
  mayRun(job: JobOf<P>): boolean
  /**
   * From its first stage, or from where it was left, to its end, which it writes itself (`JobQueue.finish`), in one
   * transaction with its results. 'later': it let go of its turn, for a job that goes first.
   */
  run(job: JobOf<P>, control: AbortController): Promise<'done' | 'later'>
  /** The run failed, or was cancelled: ends the job, or leaves it open on purpose. Returns what callers are told. */
  fail(job: JobOf<P>, failure: unknown): unknown
  /** It was put aside in the middle; part of the transaction that releases it. */
  parked(job: JobOf<P>, why: string): void
  /** Its task is cancelled; part of the transaction that ends it. Its stages are still there. */
  cancelled(job: JobOf<P>): void
}

/** A job with the kind that can do it. */
export interface KnownJob {
  readonly kind: JobKind<unknown>
  readonly job: JobOf<unknown>
}

/** Null when no kind can read it: what another version wrote is left alone. */
export function knownJob(kinds: readonly JobKind<unknown>[], row: JobRow | null): KnownJob | null {
  const kind = kinds.find(({ name }) => name === row?.kind)
  if (row === null || kind === undefined) return null
  const read = kind.payload.safeParse(row.payload)
  return read.success ? { kind, job: { ...row, payload: read.data } } : null
}
