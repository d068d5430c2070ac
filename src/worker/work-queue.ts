import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../domain/clock.ts'
import { ERROR_TABLE, LyraError } from '../domain/errors.ts'
import type { Logger } from '../domain/log.ts'
import type { HubConnection } from '../hub/connection.ts'
import { hubLanes } from '../hub/hub-lanes.ts'
import { type PublishOptions, publishSearch } from '../hub/publish.ts'
import { type HeldSearch, openSearchQueue, type SearchQueue } from '../hub/queue/search-queue.ts'
import { type Observation, type RunPhase, type SearchOutcome, UNOBSERVED } from './observation.ts'
import { runSearch, type SearchRun } from './run-search.ts'

export interface WorkerOptions extends Pick<SearchRun, 'bundles' | 'folder' | 'open' | 'openLyra' | 'signal'> {
  readonly hub: HubConnection
  /** Words of the texts that are published, for the full text of the hub. */
  readonly terms?: () => Promise<NonNullable<PublishOptions['terms']>>
  /** No other worker has this name. */
  readonly name: string
  /** A worker that is not heard of for this long has lost its search. */
  readonly leaseMs: number
  /** Ends when nothing is queued and nothing is under way. */
  readonly untilEmpty: boolean
  readonly clock: Clock
  readonly log: Logger
  readonly onSearch?: (told: SearchTold) => void
  readonly observation?: Observation
}

export interface SearchTold {
  readonly search: number
  readonly task: string
  readonly outcome: SearchOutcome
}

/** Heartbeats in one lease: two may be lost. */
const BEATS = 3
/** A notice wakes the worker; this is for retries whose time has come, and for leases that ran out. */
const LOOK_AGAIN_MS = 2000

/** Takes searches one after the other until it is told to stop; returns what became of how many. */
export async function workOffQueue(options: WorkerOptions): Promise<Readonly<Partial<Record<SearchOutcome, number>>>> {
  const { hub, name, folder, signal, log, observation = UNOBSERVED } = options
  const own = ownFolder(folder)
  const waiting = createWaiting(options.clock, signal)
  await using queue = await untilAnswered(options, signal, () => openSearchQueue(hub, { name, log }))
  await using _listening = await untilAnswered(options, signal, () => hub.listen('hub_searches', waiting.wake))
  using _folder = { [Symbol.dispose]: () => rmSync(own, { recursive: true, force: true }) }
  const outcomes: Partial<Record<SearchOutcome, number>> = {}
  while (!signal.aborted) {
    const held = await queue.take().catch((error: unknown) => void whileAway(error, log))
    if (held !== undefined) observation.heard()
    if (held !== null && held !== undefined) {
      const outcome = await observation.search(held, (phase) =>
        workOn({ ...options, observation, folder: own }, queue, held, phase),
      )
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      options.onSearch?.({ search: held.id, task: held.taskId, outcome })
      continue
    }
    if (held === null && options.untilEmpty && (await isEmpty(queue, log))) break
    await waiting.turn(LOOK_AGAIN_MS)
  }
  return outcomes
}

async function isEmpty(queue: SearchQueue, log: Logger): Promise<boolean> {
  return (await queue.open().catch((error: unknown) => void whileAway(error, log))) === 0
}

/** A folder for this process; those of workers that were killed go: their searches are the queue's. */
function ownFolder(parent: string): string {
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(parent)) {
    const pid = /^worker-(\d+)-/u.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true })
  }
  return mkdtempSync(join(parent, `worker-${process.pid}-`))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function createWaiting(clock: Clock, signal: AbortSignal) {
  let wake = () => {}
  let woken = false
  return {
    wake: () => {
      woken = true
      wake()
    },
    /** Until a notice, the time or the end of the worker. */
    turn: async (ms: number): Promise<void> => {
      const rest = new AbortController()
      const end = () => rest.abort()
      signal.addEventListener('abort', end, { once: true })
      wake = end
      if (woken || signal.aborted) end()
      await clock.sleep(ms, rest.signal).catch(() => undefined)
      woken = false
      wake = () => {}
      signal.removeEventListener('abort', end)
    },
  }
}

/** The hub may be started again, or the network away: the worker waits for it. */
function whileAway(error: unknown, log: Logger): void {
  if (!(error instanceof LyraError) || error.code !== 'HUB_UNAVAILABLE') throw error
  log.warn('hub_away', { message: error.message })
}

const [CANCEL, LOST] = [new Error('the search was cancelled'), new Error('the lease of the search is lost')]

async function workOn(
  options: WorkerOptions,
  queue: SearchQueue,
  held: HeldSearch,
  phase: RunPhase,
): Promise<SearchOutcome> {
  const { hub, bundles, name, signal, log } = options
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])
  const beating = heartbeat(options, queue, held, stop)
  try {
    const run = { ...options, held, phase, signal: stopped, lanes: (leaseMs: number) => hubLanes(hub, name, leaseMs) }
    const terms = await options.terms?.()
    const published = await runSearch(run, (bundle, told) =>
      untilAnswered(options, stopped, () => publishSearch(hub, bundles, queue, held, bundle, { told, terms })),
    )
    return published.outcome
  } catch (error) {
    if (stop.signal.reason === LOST) return 'lease_lost'
    const given = await settle(queue, held, error, {
      cancelled: stop.signal.reason === CANCEL,
      stopped: signal.aborted,
    })
      // Where it cannot be told, the lease runs out, and the queue finds the search by itself.
      .catch((failure: unknown) => {
        whileAway(failure, log)
        return 'lease_lost' as const
      })
    log.warn('search_not_published', { search: held.id, outcome: given, message: String(error) })
    return given
  } finally {
    beating.stop()
  }
}

async function settle(
  queue: SearchQueue,
  held: HeldSearch,
  error: unknown,
  why: { readonly cancelled: boolean; readonly stopped: boolean },
): Promise<SearchOutcome> {
  if (why.cancelled) {
    await queue.cancelled(held)
    return 'cancelled'
  }
  if (why.stopped) {
    await queue.release(held)
    return 'given_back'
  }
  const known = error instanceof LyraError
  const retry = !known || ERROR_TABLE[error.code].retry === 'later'
  await queue.giveBack(held, known ? `${error.code}: ${error.message}` : String(error), retry)
  return retry ? 'given_back' : 'failed'
}

/** A publication is the same however often it is asked for, so a lost answer is asked for again. */
async function untilAnswered<T>(
  { clock, log }: Pick<WorkerOptions, 'clock' | 'log'>,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      whileAway(error, log)
      await clock.sleep(LOOK_AGAIN_MS / 4, signal)
    }
  }
}

const TRIES = 3

/** At the start: a hub that has just cut the connection is asked again; an address that is wrong is told soon. */
export async function fewTimes<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left -= 1)
    try {
      return await work()
    } catch (error) {
      if (left === 0 || !(error instanceof LyraError) || error.code !== 'HUB_UNAVAILABLE') throw error
      await clock.sleep(LOOK_AGAIN_MS / 4)
    }
}

/** Keeps the lease; ends the search where it is lost, or where somebody cancelled it. */
function heartbeat(
  { leaseMs, log, observation }: WorkerOptions,
  queue: SearchQueue,
  held: HeldSearch,
  stop: AbortController,
): { readonly stop: () => void } {
  let lastHeard = performance.now()
  let asking = false
  const timer = setInterval(() => {
    // A hub that is slow to answer is asked once, not many times.
    if (asking) return
    asking = true
    const answered = queue.renew(held).finally(() => {
      asking = false
    })
    answered.then(
      (state) => {
        lastHeard = performance.now()
        observation?.heard()
        if (state === 'lost') stop.abort(LOST)
        else if (state === 'cancel_asked') stop.abort(CANCEL)
      },
      (error: unknown) => {
        log.warn('heartbeat_failed', { search: held.id, message: String(error) })
        // By then another worker may have it.
        if (performance.now() - lastHeard > leaseMs) stop.abort(LOST)
      },
    )
  }, leaseMs / BEATS)
  return { stop: () => clearInterval(timer) }
}
