import type { Clock } from '../domain/clock.ts'
import type { Random } from '../domain/random.ts'

/** Who may send a request to a domain: between processes of one home (store), or workers of a team (hub). */
export interface Lanes {
  /** Acquires the lane and returns when its last request ended; null when another holds it. */
  take(lane: string, at: number): { readonly lastEnd: number } | null | Promise<{ readonly lastEnd: number } | null>
  /** Releases the lane without a request, or after one that ended at `end`. */
  leave(lane: string, end: number | null): void | Promise<void>
  /** The same lanes for what is asked before a page's own turn (robots.txt); absent: it needs no turn. */
  readonly errand?: Pick<Lanes, 'take' | 'leave'>
}

export interface Spacing {
  /** Least time after the end of the lane's last request, and a random addition between the two bounds. */
  readonly minMs: number
  readonly jitterMs: readonly [number, number]
}

export const NO_SPACING: Spacing = { minMs: 0, jitterMs: [0, 0] }

/**
 * REQ 4.3: one request at a time per lane (domain or API host), spaced, over all processes of a home; a ceiling over
 * all lanes.
 */
export interface RateLimiter {
  run<T>(lane: string, spacing: Spacing, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /**
   * What belongs to the turn of a page and comes before it. In a team it waits until no other worker asks the domain;
   * it has no spacing, the next request need not keep away from it, and inside a turn of this process it goes at once.
   */
  errand<T>(lane: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** Poll interval for a lane held by another process. */
const BUSY_MS = 200

interface Lane {
  tail: Promise<void>
  lastEnd: number
}

export function createRateLimiter(options: {
  readonly concurrency: number
  readonly clock: Clock
  readonly random: Random
  /** The lanes as other processes see them; null: this process is alone. */
  readonly lanes: Lanes | null
}): RateLimiter {
  const { clock, random, lanes: shared } = options
  const lanes = new Map<string, Lane>()
  /** Lanes that a request of this process holds, and those that an errand of it does. */
  const [holding, away] = [new Set<string>(), new Set<string>()]
  const slots = createSlots(options.concurrency)

  /** Holds the lane on return. A waiting request holds nothing, so the first one due goes first. */
  async function turnOf(name: string, lane: Lane, spaceMs: number, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      const now = clock.now()
      const taken = shared === null ? { lastEnd: lane.lastEnd } : await shared.take(name, now)
      const wait = taken === null ? BUSY_MS : Math.min(now, Math.max(lane.lastEnd, taken.lastEnd)) + spaceMs - now
      if (wait <= 0) return
      if (taken !== null) await giveUp(name, null)
      await clock.sleep(wait, signal)
      if (shared === null) return
    }
  }

  /**
   * A locked database must not fail the request: the lease expires by itself, and this process keeps the lane until
   * then.
   */
  async function giveUp(name: string, end: number | null): Promise<void> {
    try {
      await shared?.leave(name, end)
    } catch {}
  }

  return {
    async run(name, spacing, work, signal) {
      const lane = lanes.get(name) ?? { tail: Promise.resolve(), lastEnd: Number.NEGATIVE_INFINITY }
      lanes.set(name, lane)
      const before = lane.tail
      const { promise, resolve: leave } = Promise.withResolvers<void>()
      lane.tail = promise
      let [held, sent] = [false, false]
      try {
        await orAborted(before, signal)
        const [low, high] = spacing.jitterMs
        await turnOf(name, lane, spacing.minMs + low + (high - low) * random.next(), signal)
        held = true
        holding.add(name)
        return await slots.hold(() => {
          sent = true
          return work()
        }, signal)
      } finally {
        if (held) holding.delete(name)
        if (sent) lane.lastEnd = clock.now()
        // A cancelled request still waits for its predecessor before it leaves the queue, so that the order is kept.
        // The next one here takes the lane under the same name: it must not be given up under its hands.
        const givenUp = held ? giveUp(name, sent ? lane.lastEnd : null) : undefined
        void Promise.all([before, givenUp]).then(() => leave())
      }
    },
    async errand(name, work, signal) {
      const turns = shared?.errand
      while (turns !== undefined && !holding.has(name)) {
        if (!away.has(name)) {
          away.add(name)
          try {
            if ((await turns.take(name, clock.now())) !== null)
              return await work().finally(() => leaveErrand(turns, name))
          } finally {
            away.delete(name)
          }
        }
        await clock.sleep(BUSY_MS, signal)
      }
      return work()
    },
  }
}

/** Where it cannot be told, the lease of the lane runs out. */
async function leaveErrand(turns: Pick<Lanes, 'leave'>, name: string): Promise<void> {
  try {
    await turns.leave(name, null)
  } catch {}
}

function createSlots(count: number) {
  let free = count
  const waiting: (() => void)[] = []
  function release(): void {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
  return {
    async hold<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      if (free > 0) free -= 1
      else {
        const turn = new Promise<void>((resolve) => waiting.push(resolve))
        await orAborted(turn, signal).catch((error) => {
          void turn.then(release)
          throw error
        })
      }
      try {
        signal?.throwIfAborted()
        return await work()
      } finally {
        release()
      }
    },
  }
}

async function orAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return promise
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
