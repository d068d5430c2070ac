import type { TestContext } from 'node:test'
import { z } from 'zod'
import { systemClock } from '../../src/domain/clock.ts'
import { seededIds } from '../../src/domain/ids.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { type OpenedStore, openStore } from '../../src/store/open-store.ts'
import type { JobHandler, JobOf } from '../../src/work/job-handler.ts'
import { JobQueue } from '../../src/work/job-queue.ts'
import { LeasedLoop } from '../../src/work/leased-loop.ts'
import { createScheduler } from '../../src/work/scheduler.ts'
import { AT, aTask } from '../research/rows.ts'
import { migratedFile } from '../store/migrated-copy.ts'

const payload = z.object({ note: z.string() })
type Toy = z.infer<typeof payload>
type ToyJob = JobOf<Toy>

export interface ToyOptions {
  readonly path?: string
  readonly owner?: string
  readonly silentMs?: number
  readonly onRun?: (job: ToyJob, control: AbortController, queue: JobQueue) => Promise<'done' | 'later'>
  readonly onFail?: (job: ToyJob, failure: unknown) => void
}

/** The real store, queue and loop; jobs that only tell what became of them. */
export function openToyLoop(t: TestContext, options: ToyOptions = {}) {
  const store = openStore({
    path: options.path ?? migratedFile(),
    clock: systemClock,
    ids: seededIds(options.owner ?? 'toy'),
    viewFolders: [],
    terms: null,
  })
  const lease = { owner: options.owner ?? 'here/1/1', leaseMs: 300, clock: systemClock }
  const queue = new JobQueue(store.jobs, lease, '')
  const told: string[] = []
  const kind: JobHandler<Toy> = {
    name: 'toy',
    label: 'The toy',
    payload,
    mayRun: () => true,
    run: async (job, control) => {
      told.push(`run ${job.payload.note}`)
      const end = (await options.onRun?.(job, control, queue)) ?? 'done'
      if (end === 'done') queue.finish(job.id, 'done', null, AT)
      return end
    },
    fail: (job, failure) => {
      told.push(`fail ${job.payload.note}`)
      options.onFail?.(job, failure)
      queue.finish(job.id, 'failed', 'PIPELINE_ERROR', AT)
      return failure
    },
    parked: (job) => void told.push(`parked ${job.payload.note}`),
    cancelled: (job) => void told.push(`cancelled ${job.payload.note}`),
  }
  const loop = new LeasedLoop({
    queue,
    kinds: [kind],
    scheduler: createScheduler({ network_client: 1, cpu_nlp: 1, queue_limit: 10 }, () => {}),
    write: store.write,
    clock: systemClock,
    waiting: systemClock,
    log: silentLogger,
    leaseMs: lease.leaseMs,
    silentMs: options.silentMs ?? 60_000,
  })
  t.after(async () => {
    await loop.close()
    store.close()
  })
  for (const id of ['task_1', 'task_2']) if (store.tasks.get(id) === null) store.tasks.insert({ ...aTask(), id })
  const add = (note: string, priority = 100, taskId = 'task_1') => {
    const id = `job_${note}`
    queue.add({ id, task_id: taskId, kind: 'toy', priority, payload: { note }, created_at: AT, cause_id: 'cause_1' })
    return { id, attach: () => loop.attach(taskId, id) }
  }
  return { store, queue, loop, told, add, states: () => statesOf(store) }
}

function statesOf(store: OpenedStore): readonly string[] {
  return store.db
    .prepare('SELECT id, state, lease_owner FROM jobs ORDER BY rowid')
    .all()
    .map(({ id, state, lease_owner: owner }) => `${id} ${state}${owner === null ? '' : ` by ${owner}`}`)
}
