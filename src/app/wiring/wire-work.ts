import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { systemClock } from '../../domain/clock.ts'
import { JobQueue } from '../../work/job-queue.ts'
import { ownerOfThisProcess } from '../../work/process-owner.ts'
import { createScheduler, type Scheduler } from '../../work/scheduler.ts'
import { logTimedOutWork } from '../log-timed-out-work.ts'
import type { WireInput } from './wire-input.ts'

export function wireScheduler({ settings, store, log }: WireInput): Scheduler {
  const sizes = {
    network_client: settings.net.concurrency,
    cpu_nlp: settings.jobs.cpu_slots || availableParallelism(),
    queue_limit: settings.jobs.queue_limit,
  }
  return createScheduler(sizes, logTimedOutWork(store, log))
}

/** Leases are between processes: in real time, also in a replay. */
export function wireJobs({ settings, store }: WireInput): JobQueue {
  const rule = { owner: ownerOfThisProcess(), leaseMs: settings.jobs.lease_seconds * 1000, clock: systemClock }
  return new JobQueue(store.jobs, rule, settings.replay === '' ? '' : resolve(settings.replay))
}
