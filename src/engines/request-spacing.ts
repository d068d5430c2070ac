import { type Clock, isoTime } from '../domain/clock.ts'

/** Share of the interval added at random, so that requests do not tick. */
const JITTER = 0.25

/**
 * How long to wait before the engine's next request; at most one interval, since a replay's clock may be earlier than
 * the last live use.
 */
export function engineWaitMs(lastUsedAt: string | null, intervalSeconds: number, random: number, now: number): number {
  if (lastUsedAt === null) return 0
  const interval = intervalSeconds * 1000 * (1 + JITTER * random)
  return Math.max(0, Math.min(Date.parse(lastUsedAt) + interval - now, interval))
}

/** Requests to each engine since midnight (UTC), of this process. */
export interface DailyCount {
  today(engine: string): number
  add(engine: string): void
}

export function createDailyCount(clock: Clock): DailyCount {
  const counts = new Map<string, { readonly day: string; readonly requests: number }>()
  const dayOf = () => isoTime(clock).slice(0, 10)
  function today(engine: string): number {
    const used = counts.get(engine)
    return used?.day === dayOf() ? used.requests : 0
  }
  return {
    today,
    add: (engine) => void counts.set(engine, { day: dayOf(), requests: today(engine) + 1 }),
  }
}
