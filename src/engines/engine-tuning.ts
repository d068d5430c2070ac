import type { Clock } from '../domain/clock.ts'
import type { Settings } from '../domain/settings.ts'
import { createHysteresis } from '../net/hysteresis.ts'
import type { EngineHealth, EventStore } from '../store/types.ts'

/** How an engine's health affects its request rate and weight (REQ 3.1.4, 4.6). */
export interface EngineTuning {
  /** Factor on the least time between two requests. */
  intervalFactor(engine: string): number
  /** After a request: the bounded new weight; its direction may not reverse before the hold time is over. */
  weight(before: EngineHealth, after: EngineHealth, tableWeight: number): number
  settle(health: EngineHealth, cause: { readonly taskId: string | null; readonly causeId: string }): void
  /** Levels live in memory and their metrics in the database, so the first call after a start restores them. */
  restore(health: EngineHealth, cause: { readonly taskId: string | null; readonly causeId: string }): void
}

/** Lower bound of the weight, as a share of the configured one, so that an engine can always recover. */
const LEAST_SHARE = 0.05

/**
 * Factors on an engine's request interval. It doubles when more than half of the last hour's requests failed, and
 * relaxes below a fifth; the gap between the two keeps it from swinging.
 */
const PACE = { levels: [1, 2, 4], raiseAbove: 0.5, lowerBelow: 0.2 }

export function createEngineTuning(options: {
  readonly settings: Pick<Settings['engines'], 'hold_seconds'>
  readonly clock: Clock
  readonly events: Pick<EventStore, 'append'>
}): EngineTuning {
  const { settings, clock, events } = options
  const holdMs = settings.hold_seconds * 1000
  const pace = createHysteresis({ ...PACE, holdMs })
  const turns = new Map<string, { readonly up: boolean; readonly at: number }>()
  const seen = new Set<string>()

  const tuning: EngineTuning = {
    intervalFactor: (engine) => pace.level(engine),
    weight(before, after, tableWeight) {
      const wanted = Math.min(Math.max(after.weight, tableWeight * LEAST_SHARE), tableWeight)
      if (wanted === before.weight) return wanted
      const up = wanted > before.weight
      const last = turns.get(after.engine)
      const now = clock.now()
      if (last !== undefined && last.up !== up && now - last.at < holdMs) return before.weight
      turns.set(after.engine, { up, at: now })
      return wanted
    },
    settle(health, { taskId, causeId }) {
      seen.add(health.engine)
      const change = pace.note(health.engine, 1 - health.success_rate_1h, clock.now())
      if (change === null) return
      events.append({
        kind: 'engine.pace',
        taskId,
        subjectType: 'engine',
        subjectId: health.engine,
        data: { parameter: 'interval_factor', ...change, success_rate_1h: health.success_rate_1h },
        causeId,
      })
    },
    restore(health, cause) {
      if (!seen.has(health.engine)) tuning.settle(health, cause)
    },
  }
  return tuning
}
