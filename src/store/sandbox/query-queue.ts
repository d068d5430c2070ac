import { type Clock, systemClock } from '../../domain/clock.ts'
import { LyraError } from '../../domain/errors.ts'

interface QueryQueueOptions {
  /** Queries that run at the same time; a second one does not wait behind a long one. */
  readonly concurrency: number
  readonly mostWaiting: number
  readonly clock?: Clock
}

export interface QueryQueue {
  /**
   * Waits for a place, at most as long as the query may take in all; answers how long it waited. What `unready` names,
   * processes that are still starting, is not held against the query.
   */
  enter(deadlineMs: number, unready: () => Promise<unknown>): Promise<number>
  /** Hands the place to the next in line. */
  leave(): void
  readonly waiting: number
  /** Lets everyone in line go on: they find the sandbox closed. */
  close(): void
}

export function createQueryQueue({ concurrency, mostWaiting, clock = systemClock }: QueryQueueOptions): QueryQueue {
  const line: (() => void)[] = []
  let running = 0

  const leaveLine = (place: () => void) => {
    const at = line.indexOf(place)
    if (at >= 0) line.splice(at, 1)
    return at >= 0
  }

  return {
    enter: async (deadlineMs, unready) => {
      if (running < concurrency) {
        running += 1
        return 0
      }
      if (line.length >= mostWaiting)
        throw new LyraError('TIMEOUT', `${line.length} queries are waiting already; this one was not taken in`, {
          hint: 'Send queries one after another, or fewer at a time',
        })
      const { promise, resolve } = Promise.withResolvers<void>()
      const called = new AbortController()
      line.push(resolve)
      let since = Number.POSITIVE_INFINITY
      const limit = unready().then(() => {
        since = clock.now()
        return clock.sleep(deadlineMs, called.signal)
      })
      limit.catch(() => {})
      await Promise.race([promise, limit])
      if (leaveLine(resolve))
        throw new LyraError('TIMEOUT', `the query waited ${deadlineMs} ms behind others and was not run`, {
          hint: 'Send queries one after another, or raise timeout_ms',
        })
      called.abort()
      return Math.max(0, clock.now() - since)
    },
    leave: () => {
      const next = line.shift()
      if (next === undefined) running -= 1
      else next()
    },
    get waiting() {
      return line.length
    },
    close: () => {
      for (const wake of line.splice(0)) wake()
    },
  }
}
