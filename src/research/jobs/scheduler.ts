import { LyraError } from '../../domain/errors.ts'
import type { JobSlot } from '../../store/jobs.ts'
import { SlotQueue } from './slot-queue.ts'

/** REQ 3.2.2: the larger goes first. */
export const PRIORITIES = {
  serp: 100,
  prefetch: 90,
  extract: 80,
  embed: 70,
  rerank: 60,
  llm_fast: 50,
  llm_slow: 40,
} as const
export type WorkKind = keyof typeof PRIORITIES

export interface WorkRequest {
  readonly kind: WorkKind
  readonly slot: JobSlot
  /** With it, no other work for the same domain runs meanwhile. */
  readonly domain?: string | undefined
  readonly taskId?: string | undefined
  /** From its start, not from when it was asked for. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface SlotCounts {
  readonly running: number
  readonly queued: number
  readonly capacity: number
}

export interface Scheduler {
  /** Waits for a place and runs; past the time-out the caller gets TIMEOUT, the place is free when the work has really ended. */
  run<T>(request: WorkRequest, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Back-pressure: resolves when the slot's queue is short enough for more. */
  room(slot: JobSlot): Promise<void>
  /** What waits of the task keeps waiting; what runs goes on. */
  pause(taskId: string): void
  resume(taskId: string): void
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

interface Entry {
  readonly request: WorkRequest
  readonly priority: number
  readonly order: number
  readonly domain: string | null
  wanted: boolean
  begin(): void
  /** Whoever gives up, waiting or running, is answered at once. */
  abort(reason: unknown): void
}

export function createScheduler(sizes: SlotSizes): Scheduler {
  // Each of the two has one place and excludes the other: together they have one place.
  const exclusive = new SlotQueue<Entry>(1)
  const queues: Readonly<Record<JobSlot, SlotQueue<Entry>>> = {
    gpu: exclusive,
    browser_headful: exclusive,
    network_client: new SlotQueue<Entry>(sizes.network_client),
    cpu_nlp: new SlotQueue<Entry>(sizes.cpu_nlp),
  }
  const paused = new Map<string, Entry[]>()
  const live = new Map<string, Set<Entry>>()
  const wantRoom = new Map<SlotQueue<Entry>, (() => void)[]>()
  const finished = { done: 0, timed_out: 0, failed: 0 }
  let order = 0

  function dispatch(queue: SlotQueue<Entry>): void {
    for (let entry = queue.next(); entry !== undefined; entry = queue.next()) {
      const held = entry.request.taskId === undefined ? undefined : paused.get(entry.request.taskId)
      if (held === undefined) {
        entry.begin()
        continue
      }
      held.push(entry)
      queue.finished(entry)
    }
    if (queue.queued >= sizes.queue_limit) return
    for (const go of wantRoom.get(queue) ?? []) go()
    wantRoom.delete(queue)
  }

  async function perform<T>(
    entry: Entry,
    controller: AbortController,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { kind, timeoutMs } = entry.request
    const late = () => entry.abort(new LyraError('TIMEOUT', `${kind} took longer than ${Number(timeoutMs) / 1000} s`))
    const timer = timeoutMs === undefined ? undefined : setTimeout(late, timeoutMs)
    try {
      const result = await work(controller.signal)
      controller.signal.throwIfAborted()
      finished.done += 1
      return result
    } catch (error) {
      const { reason } = controller.signal
      const timedOut = controller.signal.aborted && reason instanceof LyraError && reason.code === 'TIMEOUT'
      finished[timedOut ? 'timed_out' : 'failed'] += 1
      throw controller.signal.aborted ? reason : error
    } finally {
      clearTimeout(timer)
    }
  }

  function run<T>(request: WorkRequest, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal, taskId } = request
    if (signal?.aborted) return Promise.reject(signal.reason)
    const queue = queues[request.slot]
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    // Made at the start only: thousands may wait.
    let controller: AbortController | null = null
    order += 1
    const entry: Entry = {
      request,
      priority: PRIORITIES[request.kind],
      order,
      domain: request.domain ?? null,
      wanted: true,
      begin: () => {
        entry.wanted = false
        controller = new AbortController()
        void perform(entry, controller, work)
          .finally(() => {
            leave()
            queue.finished(entry)
            dispatch(queue)
          })
          .then(resolve, reject)
      },
      abort: (reason) => {
        if (entry.wanted) leave()
        entry.wanted = false
        controller?.abort(reason)
        reject(reason)
      },
    }
    const onAbort = () => entry.abort(signal?.reason)
    const leave = () => {
      signal?.removeEventListener('abort', onAbort)
      if (taskId !== undefined) live.get(taskId)?.delete(entry)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    if (taskId !== undefined) live.set(taskId, (live.get(taskId) ?? new Set()).add(entry))
    queue.push(entry)
    dispatch(queue)
    return promise
  }

  return {
    run,
    room: (slot) => {
      const queue = queues[slot]
      if (queue.queued < sizes.queue_limit) return Promise.resolve()
      return new Promise((resolve) => wantRoom.set(queue, [...(wantRoom.get(queue) ?? []), resolve]))
    },
    pause: (taskId) => {
      if (!paused.has(taskId)) paused.set(taskId, [])
    },
    resume: (taskId) => {
      const held = paused.get(taskId) ?? []
      paused.delete(taskId)
      for (const entry of held) queues[entry.request.slot].push(entry)
      for (const queue of new Set(Object.values(queues))) dispatch(queue)
    },
    cancel: (taskId, reason) => {
      for (const entry of [...(live.get(taskId) ?? [])]) entry.abort(reason)
      live.delete(taskId)
    },
    counts: () => ({
      gpu_or_headful: countsOf(exclusive),
      network_client: countsOf(queues.network_client),
      cpu_nlp: countsOf(queues.cpu_nlp),
    }),
    finished,
  }
}

function countsOf({ running, queued, capacity }: SlotQueue<Entry>): SlotCounts {
  return { running, queued, capacity }
}
