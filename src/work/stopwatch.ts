import type { Clock } from '../domain/clock.ts'

/**
 * Seconds of work since the last reading, for the budget. Live they are monotonic: a clock that is set forward by an
 * hour must not use up a task's time. In a replay they are the replay's own.
 */
export function stopwatch(clock: Clock, replaying: boolean): () => number {
  const now = replaying ? () => clock.now() : () => performance.now()
  let last = now()
  return () => {
    const read = now()
    const seconds = Math.max(0, read - last) / 1000
    last = read
    return seconds
  }
}
