import { z } from 'zod'
import { fields, json, word } from './columns.ts'
import { finishedStages } from './finished-stages.ts'
import { insertInto, type Statements } from './statements.ts'

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'paused'] as const
export type JobState = (typeof JOB_STATES)[number]
export const JOB_SLOTS = ['gpu', 'browser_headful', 'network_client', 'cpu_nlp'] as const
export type JobSlot = (typeof JOB_SLOTS)[number]

const jobRow = z.object({
  id: z.string(),
  task_id: z.string().nullable(),
  kind: z.string(),
  priority: z.number(),
  slot: word(JOB_SLOTS),
  state: word(JOB_STATES),
  payload: json(fields),
  /** Starts since a stage was last finished, besides the first. */
  stalled: z.number(),
  lease_owner: z.string().nullable(),
  lease_until: z.string().nullable(),
  error: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  cause_id: z.string(),
})
export type JobRow = z.infer<typeof jobRow>

/**
 * Jobs that outlive a process (REQ 3.2.2). A job is worked on under a lease; every change names the holder, so that a
 * process whose lease was taken over can no longer change it.
 */
export interface JobStore {
  /** Queued, already leased to the process that asked for it. */
  add(job: NewJob): void
  get(id: string): JobRow | null
  /** Queued and running ones, oldest first. */
  open(): readonly JobRow[]
  openOfTask(taskId: string): readonly JobRow[]
  /**
   * Takes over the lease from `before` (null: from nobody); false when another process was faster. A running job
   * returns to the queue, where it does not block a job of higher priority.
   */
  take(id: string, lease: Lease, before: string | null): boolean
  /** Extends every lease of the owner; returns the open jobs it still holds. */
  beat(lease: Lease): readonly string[]
  /**
   * Queued to running; false while another job of the task has precedence, or when the lease is lost. A restart counts
   * as stalled until a stage is finished.
   */
  start(id: string, owner: string, at: string): boolean
  /** False when the lease is lost. */
  savePayload(id: string, owner: string, payload: Readonly<Record<string, unknown>>): boolean
  /** What a stage came to, as JSON; false when the lease is lost. */
  finishStage(id: string, owner: string, stage: { name: string; value: unknown; at: string }): boolean
  /** In the order they were finished. */
  stagesOf(id: string): ReadonlyMap<string, unknown>
  /** The job begins anew with its next start; false when the lease is lost. */
  forgetStages(id: string, owner: string): boolean
  /** Its stages go with it. */
  finish(id: string, owner: string, end: { state: JobState; error: string | null; at: string }): boolean
  /** Returns the job to the queue for the next process. It was parked on purpose, so it does not count as stalled. */
  release(id: string, owner: string): boolean
  /** Releases all open jobs of the task, whoever holds them, until they are unpaused; returns their number. */
  pauseOfTask(taskId: string): number
  unpauseOfTask(taskId: string): number
  counts(): Readonly<Record<string, number>>
}

export interface Lease {
  readonly owner: string
  readonly until: string
}

export type NewJob = Omit<JobRow, 'state' | 'stalled' | 'error' | 'started_at' | 'finished_at'>

const COLUMNS = Object.keys(jobRow.shape)
const OPEN = "state IN ('queued', 'running')"
/**
 * One job of a task at a time over all processes: none starts while another runs, while one of higher priority waits,
 * or while an older one of the same priority is open.
 */
const ITS_TURN = `NOT EXISTS (SELECT 1 FROM jobs other WHERE other.task_id = jobs.task_id AND other.id <> jobs.id
  AND other.state IN ('queued', 'running') AND (other.state = 'running' OR other.priority > jobs.priority
    OR (other.priority = jobs.priority AND other.rowid < jobs.rowid)))`

export function jobStore(sql: Statements): JobStore {
  const stages = finishedStages(sql)
  /** The holder made progress: the job is not stalled. */
  const moved = (id: string, owner: string) =>
    sql.run(`UPDATE jobs SET stalled = 0 WHERE id = :id AND lease_owner = :owner AND ${OPEN}`, { id, owner }) === 1
  const list = (where: string, params = {}) =>
    sql.all(`SELECT * FROM jobs WHERE ${where} ORDER BY rowid`, params).map((row) => jobRow.parse(row))
  return {
    add: (job) => {
      sql.run(insertInto('jobs', COLUMNS), {
        ...job,
        payload: JSON.stringify(job.payload),
        state: 'queued',
        stalled: 0,
        error: null,
        started_at: null,
        finished_at: null,
      })
    },
    get: (id) => list('id = :id', { id })[0] ?? null,
    open: () => list(OPEN),
    openOfTask: (taskId) => list(`${OPEN} AND task_id = :taskId`, { taskId }),
    take: (id, { owner, until }, before) =>
      sql.run(
        `UPDATE jobs SET state = 'queued', lease_owner = :owner, lease_until = :until
         WHERE id = :id AND ${OPEN} AND lease_owner IS :before`,
        { id, owner, until, before },
      ) === 1,
    beat: ({ owner, until }) =>
      sql.write(() => {
        sql.run(`UPDATE jobs SET lease_until = :until WHERE lease_owner = :owner AND ${OPEN}`, { owner, until })
        return list(`lease_owner = :owner AND ${OPEN}`, { owner }).map((job) => job.id)
      }),
    start: (id, owner, at) =>
      sql.run(
        `UPDATE jobs SET state = 'running', stalled = stalled + (started_at IS NOT NULL),
           started_at = coalesce(started_at, :at)
         WHERE id = :id AND lease_owner = :owner AND ${OPEN} AND ${ITS_TURN}`,
        { id, owner, at },
      ) === 1,
    savePayload: (id, owner, payload) =>
      sql.run(`UPDATE jobs SET payload = :payload WHERE id = :id AND lease_owner = :owner AND ${OPEN}`, {
        id,
        owner,
        payload: JSON.stringify(payload),
      }) === 1,
    finishStage: (id, owner, { name, value, at }) =>
      sql.write(() => {
        if (!moved(id, owner)) return false
        stages.save(id, name, value, at)
        return true
      }),
    stagesOf: (id) => stages.ofJob(id),
    forgetStages: (id, owner) =>
      sql.write(() => {
        if (!moved(id, owner)) return false
        stages.dropOfJob(id)
        return true
      }),
    finish: (id, owner, { state, error, at }) =>
      sql.write(() => {
        const ended = sql.run(
          `UPDATE jobs SET state = :state, error = :error, finished_at = :at, lease_owner = NULL, lease_until = NULL
           WHERE id = :id AND lease_owner = :owner AND ${OPEN}`,
          { id, owner, state, error, at },
        )
        if (ended === 1) stages.dropOfJob(id)
        return ended === 1
      }),
    release: (id, owner) =>
      sql.run(
        `UPDATE jobs SET state = 'queued', stalled = 0, lease_owner = NULL, lease_until = NULL
         WHERE id = :id AND lease_owner = :owner AND ${OPEN}`,
        { id, owner },
      ) === 1,
    pauseOfTask: (taskId) =>
      sql.run(
        `UPDATE jobs SET state = 'paused', stalled = 0, lease_owner = NULL, lease_until = NULL
         WHERE task_id = :taskId AND ${OPEN}`,
        { taskId },
      ),
    unpauseOfTask: (taskId) =>
      sql.run("UPDATE jobs SET state = 'queued' WHERE task_id = :taskId AND state = 'paused'", { taskId }),
    counts: () =>
      Object.fromEntries(
        sql
          .all('SELECT state, count(*) AS n FROM jobs GROUP BY state ORDER BY state')
          .map((row) => [String(row.state), Number(row.n)]),
      ),
  }
}
