import type { Clock } from '../domain/clock.ts'

/**
 * Seconds of work since the last reading, for the budget. Live they are monotonic, so that setting the clock forward
 * does not use up a task's time; in a replay they follow the replay's clock.
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
