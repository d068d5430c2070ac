import { AsyncLocalStorage } from 'node:async_hooks'
import type { JobSlot } from '../store/jobs.ts'
import { BackPressure } from './back-pressure.ts'
import { ScheduledWork, type WorkEnd } from './scheduled-work.ts'
import { SlotQueue } from './slot-queue.ts'
import type { WorkOwner, WorkRequest } from './work-request.ts'

export interface SlotCounts {
  readonly running: number
  readonly queued: number
  readonly capacity: number
}

export interface Scheduler {
  /**
   * Waits for the slot and runs; after the time-out the caller gets TIMEOUT, but the slot stays taken until the work
   * has ended.
   */
  run<T>(request: WorkRequest, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /**
   * Back-pressure: resolves when the slot's queue is short enough for one more, and is then followed by `run`; rejects
   * as soon as the signal is aborted.
   */
  room(slot: JobSlot, signal: AbortSignal | undefined): Promise<void>
  /** Work requested inside belongs to this task and cause unless the request names others. */
  onBehalf<T>(owner: WorkOwner, work: () => Promise<T>): Promise<T>
  /** On whose behalf the caller works. */
  owner(): WorkOwner | undefined
  /** What waits is refused, what runs is aborted. */
  cancel(taskId: string, reason: unknown): void
  counts(): Readonly<Record<'gpu_or_headful' | 'network_client' | 'cpu_nlp', SlotCounts>>
  readonly finished: { readonly done: number; readonly timed_out: number; readonly failed: number }
}

export interface SlotSizes {
  readonly network_client: number
  readonly cpu_nlp: number
  /** A slot's queue longer than this makes `room` wait. */
  readonly queue_limit: number
}

/** `onLate` is called for work that exceeds its time-out. */
export function createScheduler(sizes: SlotSizes, onLate: (request: WorkRequest) => void): Scheduler {
  // These two slots exclude each other, so they share one queue of capacity one.
  const exclusive = new SlotQueue<ScheduledWork>(1)
  const queues: Readonly<Record<JobSlot, SlotQueue<ScheduledWork>>> = {
    gpu: exclusive,
    browser_headful: exclusive,
    network_client: new SlotQueue<ScheduledWork>(sizes.network_client),
    cpu_nlp: new SlotQueue<ScheduledWork>(sizes.cpu_nlp),
  }
  const all = [...new Set(Object.values(queues))]
  const running = new Set<ScheduledWork>()
  const pressure = new Map(all.map((queue) => [queue, new BackPressure(queue, sizes.queue_limit)]))
  const owners = new AsyncLocalStorage<WorkOwner | undefined>()
  const finished = { done: 0, timed_out: 0, failed: 0 }
  let order = 0

  function dispatch(queue: SlotQueue<ScheduledWork>): void {
    for (let work = queue.next(); work !== undefined; work = queue.next()) {
      running.add(work)
      work.begin(left, owners)
    }
    pressure.get(queue)?.grant()
  }

  function left(work: ScheduledWork, end: WorkEnd): void {
    finished[end] += 1
    running.delete(work)
    const queue = queues[work.request.slot]
    queue.finished(work)
    if (end === 'timed_out') onLate(work.request)
    dispatch(queue)
  }

  function run<T>(asked: WorkRequest, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const owner = owners.getStore()
    const request = owned(asked, owner)
    const queue = queues[request.slot]
    pressure.get(queue)?.returned()
    if (request.signal?.aborted) {
      // The room it was granted is the next producer's.
      pressure.get(queue)?.grant()
      return Promise.reject(request.signal.reason)
    }
    order += 1
    const entry = new ScheduledWork(request, order, owner, work)
    queue.push(entry as ScheduledWork)
    dispatch(queue)
    return entry.promise
  }

  return {
    run,
    room: (slot, signal) => pressure.get(queues[slot])?.room(signal) ?? Promise.resolve(),
    onBehalf: (owner, work) => owners.run(owner, work),
    owner: () => owners.getStore(),
    cancel: (taskId, reason) => {
      const everywhere = [...running, ...all.flatMap((queue) => queue.waiting())]
      for (const entry of everywhere) if (entry.request.taskId === taskId) entry.abort(reason)
    },
    counts: () => ({
      gpu_or_headful: countsOf(exclusive),
      network_client: countsOf(queues.network_client),
      cpu_nlp: countsOf(queues.cpu_nlp),
    }),
    finished,
  }
}

function owned(asked: WorkRequest, owner: WorkOwner | undefined): WorkRequest {
  if (owner === undefined) return asked
  return { ...asked, taskId: asked.taskId ?? owner.taskId, causeId: asked.causeId ?? owner.causeId }
}

function countsOf({ running, queued, capacity }: SlotQueue<ScheduledWork>): SlotCounts {
  return { running, queued, capacity }
}
