/** Time comes in through a parameter, so that a test or a replay can fix it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Waits; resolves early with a rejection when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export function isoTime(clock: Clock): string {
  return new Date(clock.now()).toISOString()
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const onAbort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      }, ms)
      signal?.addEventListener('abort', onAbort, { once: true })
    }),
}

/**
 * A clock for replay: starts where the archive ends and moves 1 ms a reading. Waits return at once and take no time, or
 * a replayed task would use up its budget on pauses that nobody needs.
 */
export function replayClock(startMs: number): Clock {
  let time = startMs
  return {
    now: () => {
      time += 1
      return time
    },
    sleep: async (_ms, signal) => signal?.throwIfAborted(),
  }
}

export const DAY_MS = 86_400_000

/**
 * Whether a time is still to come, and no further off than it was ever set: where the clock was set back since, a rest
 * of minutes would be one of hours, or of years.
 */
export function isPending(until: number, now: number, longestMs: number): boolean {
  return until > now && until - now <= longestMs
}

/** Time since `at`; endless where the clock was set back since, so that what was remembered then counts as old. */
export function elapsedMs(at: number, now: number): number {
  return now < at ? Number.POSITIVE_INFINITY : now - at
}

/** The year a date begins with: `2024-03` is of 2024; null where it begins with none. */
export function yearOf(date: string | null | undefined): number | null {
  const year = /^\d{4}/.exec(date ?? '')?.[0]
  return year === undefined ? null : Number(year)
}
