import type { Clock } from '../domain/clock.ts'
import type { Random } from '../domain/random.ts'

export interface Spacing {
  /** Least time after the end of the lane's last request, and a random addition between the two bounds. */
  readonly minMs: number
  readonly jitterMs: readonly [number, number]
}

export const NO_SPACING: Spacing = { minMs: 0, jitterMs: [0, 0] }

/** REQ 4.3: one request at a time per lane (domain or API host), spaced; a ceiling over all lanes. */
export interface Pace {
  run<T>(lane: string, spacing: Spacing, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

interface Lane {
  tail: Promise<void>
  lastEnd: number
}

export function createPace(options: {
  readonly concurrency: number
  readonly clock: Clock
  readonly random: Random
}): Pace {
  const { clock, random } = options
  const lanes = new Map<string, Lane>()
  const slots = createSlots(options.concurrency)

  return {
    async run(name, spacing, work, signal) {
      const lane = lanes.get(name) ?? { tail: Promise.resolve(), lastEnd: Number.NEGATIVE_INFINITY }
      lanes.set(name, lane)
      const before = lane.tail
      const { promise, resolve: leave } = Promise.withResolvers<void>()
      lane.tail = promise
      let sent = false
      try {
        await orAborted(before, signal)
        const [low, high] = spacing.jitterMs
        const due = lane.lastEnd + spacing.minMs + low + (high - low) * random.next()
        const wait = due - clock.now()
        if (wait > 0) await clock.sleep(wait, signal)
        return await slots.hold(() => {
          sent = true
          return work()
        }, signal)
      } finally {
        if (sent) lane.lastEnd = clock.now()
        // Whoever gives up while queueing still leaves after the one before.
        void before.then(leave)
      }
    },
  }
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
