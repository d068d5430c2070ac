import type { Clock } from '../domain/clock.ts'
import type { Settings } from '../domain/settings.ts'
import { createHysteresis } from '../net/hysteresis.ts'
import type { EngineHealth, EventStore } from '../store/types.ts'

/** What an engine's health means for how often and how gladly it is asked (REQ 3.1.4, 4.6). */
export interface EngineTuning {
  /** Factor on the least time between two requests. */
  intervalFactor(engine: string): number
  /** After a request: the weight to keep, bounded, and not turned around before its hold is over. */
  weight(before: EngineHealth, after: EngineHealth, tableWeight: number): number
  settle(health: EngineHealth, cause: { readonly taskId: string | null; readonly causeId: string }): void
  /** Dials live in memory, what they follow is in the database: the first look after a start sets them again. */
  restore(health: EngineHealth, cause: { readonly taskId: string | null; readonly causeId: string }): void
}

/** An engine is never forgotten: below this share of its own weight it does not fall. */
const LEAST_SHARE = 0.05

export function createEngineTuning(options: {
  readonly settings: Pick<Settings['engines'], 'hold_seconds'>
  readonly clock: Clock
  readonly events: Pick<EventStore, 'append'>
}): EngineTuning {
  const { settings, clock, events } = options
  const holdMs = settings.hold_seconds * 1000
  const pace = createHysteresis({ levels: [1, 2, 4], raiseAbove: 0.5, lowerBelow: 0.2, holdMs })
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
