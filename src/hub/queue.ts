import { z } from 'zod'
import type { HubConnection } from './connection.ts'

/** A search that this worker holds. */
export interface HeldSearch {
  readonly id: number
  readonly taskId: string
  readonly token: string
  /** The call that is to be made; the options of a search, the whole input of another. */
  readonly useCase: 'search' | 'feedback'
  readonly query: string
  readonly options: Readonly<Record<string, unknown>>
  readonly attempt: number
  readonly task: {
    readonly question: string
    readonly config: Readonly<Record<string, unknown>>
    /** Bundles so far; 0: nobody has searched yet. */
    readonly generation: number
    readonly bundleSha256: string | null
  }
}

export type LeaseState = 'held' | 'cancel_asked' | 'lost'

/** The queue as a worker sees it. Every act names the token of the lease: who has lost it changes nothing. */
export interface SearchQueue {
  /** The next search whose turn it is; null: there is none. */
  take(): Promise<HeldSearch | null>
  /** A heartbeat. */
  renew(held: HeldSearch): Promise<LeaseState>
  /** Back to the queue after a while, or failed where it was tried often enough or no retry helps. */
  giveBack(held: HeldSearch, error: string, retry: boolean): Promise<void>
  /** Back at once and without counting the attempt: the worker is told to stop. */
  release(held: HeldSearch): Promise<void>
  cancelled(held: HeldSearch): Promise<void>
  /** Searches that are not ended; of those `ready`, a worker can take one now. */
  open(): Promise<{ readonly open: number; readonly ready: number }>
}

const heldRow = z
  .object({
    id: z.number(),
    task_id: z.string(),
    lease_token: z.string(),
    use_case: z.enum(['search', 'feedback']),
    query: z.string(),
    options: z.record(z.string(), z.unknown()),
    attempts: z.number(),
    question: z.string(),
    config: z.record(z.string(), z.unknown()),
    generation: z.number(),
    bundle_sha256: z.string().nullable(),
  })
  .transform(
    (row): HeldSearch => ({
      id: row.id,
      taskId: row.task_id,
      token: row.lease_token,
      useCase: row.use_case,
      query: row.query,
      options: row.options,
      attempt: row.attempts,
      task: {
        question: row.question,
        config: row.config,
        generation: row.generation,
        bundleSha256: row.bundle_sha256,
      },
    }),
  )

/** A lease that ran out: its worker is gone, or cut off. Cancelled meanwhile, or tried often enough, it ends. */
const END_LOST = `UPDATE hub.searches SET
    state = CASE WHEN cancel_asked THEN 'cancelled' ELSE 'failed' END,
    error = CASE WHEN cancel_asked THEN error ELSE 'The worker was lost, ' || attempts || ' times' END,
    lease_token = NULL, lease_until = NULL, finished_at = clock_timestamp()
  WHERE state = 'running' AND lease_until < clock_timestamp() AND (cancel_asked OR attempts >= max_attempts)`
const READY = `((s.state = 'queued' AND s.not_before <= clock_timestamp())
    OR (s.state = 'running' AND s.lease_until < clock_timestamp()))
  AND NOT EXISTS (SELECT 1 FROM hub.searches before
    WHERE before.task_id = s.task_id AND before.id < s.id AND before.state IN ('queued', 'running'))`
const TAKE = `UPDATE hub.searches SET state = 'running', worker = $1, attempts = attempts + 1,
    lease_token = gen_random_uuid(), lease_until = clock_timestamp() + $2 * interval '1 millisecond',
    started_at = coalesce(started_at, clock_timestamp()), error = NULL
  FROM hub.tasks t
  WHERE t.id = task_id AND searches.id = (SELECT s.id FROM hub.searches s WHERE ${READY}
    ORDER BY s.id LIMIT 1 FOR UPDATE OF s SKIP LOCKED)
  RETURNING searches.id, task_id, lease_token, use_case, query, options, attempts,
    t.question, t.config, t.generation, t.bundle_sha256`
const HELD = `id = $1 AND lease_token = $2 AND state = 'running'`
const RENEW = `UPDATE hub.searches SET lease_until = clock_timestamp() + $3 * interval '1 millisecond'
  WHERE ${HELD} RETURNING cancel_asked`
/** Waits 10 s, 40 s, 90 s ... */
const GIVE_BACK = `UPDATE hub.searches SET error = $3, lease_token = NULL, lease_until = NULL,
    state = CASE WHEN cancel_asked THEN 'cancelled' WHEN $4 AND attempts < max_attempts THEN 'queued' ELSE 'failed' END,
    finished_at = CASE WHEN $4 AND attempts < max_attempts AND NOT cancel_asked THEN NULL ELSE clock_timestamp() END,
    not_before = clock_timestamp() + attempts * attempts * interval '10 seconds'
  WHERE ${HELD}`
const RELEASE = `UPDATE hub.searches SET state = 'queued', attempts = attempts - 1,
    lease_token = NULL, lease_until = NULL WHERE ${HELD}`
const CANCELLED = `UPDATE hub.searches SET state = 'cancelled', lease_token = NULL, lease_until = NULL,
    finished_at = clock_timestamp() WHERE ${HELD}`
const OPEN = `SELECT count(*) AS open, count(*) FILTER (WHERE ${READY}) AS ready
  FROM hub.searches s WHERE state IN ('queued', 'running')`

/** Longest text of an error that the queue keeps. */
const LONGEST_ERROR = 2000

export function searchQueue(
  hub: HubConnection,
  worker: { readonly name: string; readonly leaseMs: number },
): SearchQueue {
  return {
    take: async () => {
      await hub.run(END_LOST)
      return (await hub.rows(heldRow, TAKE, [worker.name, worker.leaseMs]))[0] ?? null
    },
    renew: async ({ id, token }) => {
      const [row] = await hub.rows(z.object({ cancel_asked: z.boolean() }), RENEW, [id, token, worker.leaseMs])
      if (row === undefined) return 'lost'
      return row.cancel_asked ? 'cancel_asked' : 'held'
    },
    giveBack: async ({ id, token }, error, retry) => {
      await hub.run(GIVE_BACK, [id, token, error.replaceAll('\u0000', '').slice(0, LONGEST_ERROR), retry])
    },
    release: async ({ id, token }) => void (await hub.run(RELEASE, [id, token])),
    cancelled: async ({ id, token }) => void (await hub.run(CANCELLED, [id, token])),
    open: async () => {
      const [row] = await hub.rows(z.object({ open: z.number(), ready: z.number() }), OPEN)
      return row ?? { open: 0, ready: 0 }
    },
  }
}
