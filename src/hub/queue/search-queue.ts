import type { PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Logger } from '../../domain/log.ts'
import type { HubConnection, Sql } from '../connection.ts'
import { closeBoss, onBoss, openBoss, QUEUE_SCHEMA, SEARCHES } from './boss.ts'

/** A search that this worker holds. */
export interface HeldSearch {
  readonly id: number
  readonly taskId: string
  /** Of pg-boss: which job, which attempt at it (the lease: one that is over changes nothing), and how many it has. */
  readonly job: { readonly id: string; readonly retryCount: number; readonly retryLimit: number }
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

/**
 * The queue as a worker sees it: pg-boss takes, leases and retries; hub.searches tells people of it, written in the
 * same transaction. Jobs are locked before searches, always.
 */
export interface SearchQueue extends AsyncDisposable {
  /** Name of this worker; no other has it. */
  readonly worker: string
  /** The next search whose turn it is; null: there is none. */
  take(): Promise<HeldSearch | null>
  /** A heartbeat. */
  renew(held: HeldSearch): Promise<LeaseState>
  /** Back to the queue after a while, or failed where it was tried often enough or no retry helps. */
  giveBack(held: HeldSearch, error: string, retry: boolean): Promise<void>
  /** Back at once and without counting the attempt: the worker is told to stop. */
  release(held: HeldSearch): Promise<void>
  cancelled(held: HeldSearch): Promise<void>
  /** The search is done, as a part of the transaction that publishes it; false: the lease is lost, nothing may stay. */
  complete(sql: Sql, held: HeldSearch, answer: string | null): Promise<boolean>
  /** Number of searches that are not ended. */
  open(): Promise<number>
  /** Looks now for workers that were not heard of. */
  supervise(): Promise<void>
}

const heldRow = z.object({
  id: z.number(),
  task_id: z.string(),
  attempts: z.number(),
  cancel_asked: z.boolean(),
  use_case: z.enum(['search', 'feedback']),
  query: z.string(),
  options: z.record(z.string(), z.unknown()),
  question: z.string(),
  config: z.record(z.string(), z.unknown()),
  generation: z.number(),
  bundle_sha256: z.string().nullable(),
})
const jobData = z.object({ search: z.number() })

const TAKE = `UPDATE hub.searches SET state = 'running', worker = $2, claim = $3, attempts = attempts + 1,
    started_at = coalesce(started_at, clock_timestamp()), error = NULL
  FROM hub.tasks t WHERE t.id = task_id AND searches.id = $1 AND state IN ('queued', 'running')
  RETURNING searches.id, task_id, attempts, cancel_asked, use_case, query, options,
    t.question, t.config, t.generation, t.bundle_sha256`
const MINE = `id = $1 AND worker = $2 AND claim = $3 AND state = 'running'`
const LOOK = `SELECT cancel_asked FROM hub.searches WHERE ${MINE}`
const BACK = `UPDATE hub.searches SET state = 'queued', error = $4, attempts = attempts - $5 WHERE ${MINE}`
const END = `UPDATE hub.searches SET state = $4, error = coalesce($5, error), answer = $6,
    finished_at = clock_timestamp() WHERE ${MINE}`
/** Their workers were not heard of, and pg-boss has taken them back. */
const LOST = `SELECT s.id, s.job, s.worker, s.claim, s.attempts, s.cancel_asked, j.state AS job_state
  FROM hub.searches s JOIN ${QUEUE_SCHEMA}.job j ON j.name = '${SEARCHES}' AND j.id = s.job
  WHERE s.state = 'running' AND j.state IN ('retry', 'failed')`
const lostRow = z.object({
  id: z.number(),
  job: z.string(),
  worker: z.string().nullable(),
  claim: z.number().nullable(),
  attempts: z.number(),
  cancel_asked: z.boolean(),
  job_state: z.enum(['retry', 'failed']),
})
const OPEN = `SELECT count(*) AS n FROM hub.searches WHERE state IN ('queued', 'running')`

/** Longest text of an error that the queue keeps. */
const LONGEST_ERROR = 2000
/** After a fault a search waits 10 s, 40 s, 90 s ... */
const PAUSE_SECONDS = 10

export async function openSearchQueue(
  hub: HubConnection,
  { name, log }: { readonly name: string; readonly log: Logger },
): Promise<SearchQueue> {
  const boss = await openBoss(hub, {
    ...{ install: false, supervise: true },
    onError: (error) => log.warn('queue_error', { message: error instanceof Error ? error.message : String(error) }),
  })
  return {
    ...takingFrom(boss, hub, name),
    ...settlingIn(boss, hub, name),
    worker: name,
    open: async () => (await hub.rows(z.object({ n: z.number() }), OPEN))[0]?.n ?? 0,
    supervise: () => boss.supervise(SEARCHES),
    [Symbol.asyncDispose]: () => closeBoss(boss),
  }
}

type Acts = Omit<SearchQueue, 'worker' | 'open' | 'supervise' | typeof Symbol.asyncDispose>

function takingFrom(boss: PgBoss, hub: HubConnection, worker: string): Pick<Acts, 'take' | 'renew'> {
  /** Undefined: the one whose turn it was has ended, another may be there. */
  const tryTake = (sql: Sql) => takeOne(boss, sql, worker)
  return {
    take: async () => {
      for (const lost of await hub.rows(lostRow, LOST)) await hub.transaction((sql) => settleLost(boss, sql, lost))
      for (;;) {
        const held = await hub.transaction(tryTake)
        if (held !== undefined) return held
      }
    },
    renew: async (held) => {
      if (!isDone(await boss.touch(SEARCHES, held.job))) return 'lost'
      return lookAt(hub, held, worker)
    },
  }
}

async function takeOne(boss: PgBoss, sql: Sql, worker: string): Promise<HeldSearch | null | undefined> {
  const db = onBoss(sql)
  const [job] = await boss.fetch<unknown>(SEARCHES, { db, includeMetadata: true })
  if (job === undefined) return null
  const { search } = jobData.parse(job.data)
  const [row] = await sql.rows(heldRow, TAKE, [search, worker, job.retryCount])
  if (row === undefined) {
    await boss.deleteJob(SEARCHES, job, { db })
    return undefined
  }
  const { question, config, generation, bundle_sha256: bundleSha256 } = row
  const held: HeldSearch = {
    ...{ id: row.id, taskId: row.task_id, attempt: row.attempts },
    job: { id: job.id, retryCount: job.retryCount, retryLimit: job.retryLimit },
    ...{ useCase: row.use_case, query: row.query, options: row.options },
    task: { question, config, generation, bundleSha256 },
  }
  if (!row.cancel_asked) return held
  await boss.cancel(SEARCHES, job, { db })
  await end(sql, held, worker, { state: 'cancelled' })
  return undefined
}

async function settleLost(boss: PgBoss, sql: Sql, lost: z.infer<typeof lostRow>): Promise<void> {
  const { id, job, worker, claim, attempts } = lost
  const db = onBoss(sql)
  const mine = [id, worker, claim]
  if (!lost.cancel_asked && lost.job_state === 'retry') {
    await sql.run(BACK, [...mine, 'The worker was lost', 0])
    return
  }
  // A failed job would hold back the searches after it.
  if (lost.cancel_asked) await boss.cancel(SEARCHES, job, { db })
  else if (!isDone(await boss.deleteJob(SEARCHES, job, { db }))) return
  const [state, error] = lost.cancel_asked ? ['cancelled', null] : ['failed', `The worker was lost, ${attempts} times`]
  await sql.run(END, [...mine, state, error, null])
}

function settlingIn(
  boss: PgBoss,
  hub: HubConnection,
  worker: string,
): Pick<Acts, 'giveBack' | 'release' | 'cancelled' | 'complete'> {
  /** Only by who has the lease: nothing happens otherwise. */
  const ifHeld = (held: HeldSearch, act: (sql: Sql, state: 'held' | 'cancel_asked') => Promise<void>) =>
    hub.transaction(async (sql) => {
      const state = await lookAt(sql, held, worker)
      if (state !== 'lost') await act(sql, state)
    })
  return {
    giveBack: (held, error, retry) =>
      ifHeld(held, async (sql, state) => {
        const told = error.replaceAll('\u0000', '').slice(0, LONGEST_ERROR)
        if (state === 'cancel_asked') await endCancelled(boss, sql, held, worker)
        else if (!retry || !(await tryAgain(boss, sql, held, told))) {
          const ended = await boss.deleteJob(SEARCHES, held.job.id, { db: onBoss(sql) })
          if (isDone(ended)) await end(sql, held, worker, { state: 'failed', error: told })
        } else await sql.run(BACK, [...mineOf(held, worker), told, 0])
      }),
    release: (held) =>
      ifHeld(held, async (sql) => {
        const db = onBoss(sql)
        if (!isDone(await boss.cancel(SEARCHES, held.job, { db }))) return
        await boss.resume(SEARCHES, held.job.id, { db })
        // The attempt that was broken off is not one of those it has.
        const options = { id: held.job.id, retryLimit: held.job.retryLimit + 1, db }
        await boss.update({ name: SEARCHES, options })
        await sql.run(BACK, [...mineOf(held, worker), null, 1])
      }),
    cancelled: (held) => ifHeld(held, (sql) => endCancelled(boss, sql, held, worker)),
    complete: async (sql, held, answer) => {
      const completed = await boss.complete(SEARCHES, held.job, null, { db: onBoss(sql) })
      return isDone(completed) && (await end(sql, held, worker, { state: 'done', answer })) === 1
    },
  }
}

const mineOf = ({ id, job }: HeldSearch, worker: string) => [id, worker, job.retryCount]

const responseShape = z.object({ affected: z.number() })

/** Whether pg-boss found the job as it was named: with an attempt that is over it finds none. */
function isDone(response: object): boolean {
  return responseShape.parse(response).affected === 1
}

async function lookAt(sql: Sql, held: HeldSearch, worker: string): Promise<LeaseState> {
  const [row] = await sql.rows(z.object({ cancel_asked: z.boolean() }), LOOK, mineOf(held, worker))
  if (row === undefined) return 'lost'
  return row.cancel_asked ? 'cancel_asked' : 'held'
}

/** Counted by pg-boss and put off; false: it was tried often enough, or the lease is lost. */
async function tryAgain(boss: PgBoss, sql: Sql, held: HeldSearch, message: string): Promise<boolean> {
  const db = onBoss(sql)
  if (!isDone(await boss.fail(SEARCHES, held.job, { message }, { db }))) return false
  const startAfter = held.attempt ** 2 * PAUSE_SECONDS
  return (await boss.update({ name: SEARCHES, options: { id: held.job.id, startAfter, db } })).updated === 1
}

async function endCancelled(boss: PgBoss, sql: Sql, held: HeldSearch, worker: string): Promise<void> {
  const ended = await boss.cancel(SEARCHES, held.job, { db: onBoss(sql) })
  if (isDone(ended)) await end(sql, held, worker, { state: 'cancelled' })
}

function end(
  sql: Sql,
  held: HeldSearch,
  worker: string,
  { state, error, answer }: { readonly state: string; readonly error?: string; readonly answer?: string | null },
): Promise<number> {
  return sql.run(END, [...mineOf(held, worker), state, error ?? null, answer ?? null])
}
