import { type Clock, elapsedMs, isoTime } from '../domain/clock.ts'
import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import type { EngineHealth, EngineHealthStore, EventStore } from '../store/types.ts'
import { afterAttempt, beginProbe, closedCircuit, freshHealth, openFor, wasDemoted } from './circuit-breaker.ts'
import type { Engine, EngineTable } from './engine-table.ts'
import { createEngineTuning } from './engine-tuning.ts'
import type { EngineReport } from './types.ts'

export interface Cause {
  readonly taskId: string | null
  readonly causeId: string
}

/**
 * Keeps what is known of each engine, and writes every change of circuit, weight and pace into the event log (REQ 4.6).
 */
export interface EngineMonitor {
  of(engine: Engine): EngineHealth
  /** Before a request: an open circuit whose time is over becomes half-open. */
  probe(engine: Engine, cause: Cause): EngineHealth
  learn(engine: Engine, before: EngineHealth, answer: EngineReport, elapsedMs: number, cause: Cause): void
  /** What it was refused for is over: the next search asks it. */
  closeCircuit(engine: Engine, cause: Cause): void
  intervalFactor(engine: Engine): number
  /** REQ 4.6: also updates parameters between requests, every `cycle_seconds`. */
  cycle(): void
  /** The same when the interval has passed, for processes too short-lived for a timer. */
  cycleIfDue(): void
}

/** Smaller weight changes are stored but not logged. */
const TOLD_WEIGHT = 0.005
const CYCLE: Cause = { taskId: null, causeId: 'cycle' }

export function createEngineMonitor(options: {
  readonly table: EngineTable
  readonly health: Pick<EngineHealthStore, 'get' | 'save' | 'all'>
  readonly events: Pick<EventStore, 'append'>
  readonly settings: Settings['engines']
  readonly clock: Clock
  readonly log: Logger
}): EngineMonitor {
  const { table, health, events, settings, clock, log } = options
  const tuning = createEngineTuning({ settings, clock, events })
  let lastCycle = clock.now()

  const of = (engine: Engine) => health.get(engine.name) ?? freshHealth(engine.name, engine.weight)

  function tell(kind: string, engine: string, data: Readonly<Record<string, unknown>>, cause: Cause): string {
    return events.append({ kind, ...cause, subjectType: 'engine', subjectId: engine, data })
  }

  function change(from: EngineHealth, to: EngineHealth, reason: string, cause: Cause): EngineHealth {
    if (from === to) return to
    let causeId = cause.causeId
    if (from.state !== to.state) {
      const { open_until } = to
      causeId = tell('engine.circuit', to.engine, { from: from.state, to: to.state, reason, open_until }, cause)
    }
    if (Math.abs(from.weight - to.weight) >= TOLD_WEIGHT)
      tell('engine.weight', to.engine, { from: rounded(from.weight), to: rounded(to.weight), reason }, cause)
    health.save(to, isoTime(clock), causeId)
    return to
  }

  function probe(engine: Engine, cause: Cause): EngineHealth {
    const known = of(engine)
    return openFor(known, clock.now()) > 0 ? known : change(known, beginProbe(known), 'its rest is over', cause)
  }

  function cycle(): void {
    lastCycle = clock.now()
    for (const { engine: name } of health.all()) {
      const engine = table.find((entry) => entry.name === name)
      if (engine === undefined) continue
      const known = probe(engine, CYCLE)
      // A change suppressed by the hold time is applied once the hold is over.
      const wanted = { ...known, weight: engine.weight * known.success_rate_24h }
      const weight = tuning.weight(known, wanted, engine.weight)
      const settled = weight === known.weight ? known : { ...known, weight }
      change(known, settled, `success of ${rounded(known.success_rate_24h)} over the long average`, CYCLE)
      tuning.settle(settled, CYCLE)
    }
  }

  return {
    of,
    probe,
    learn(engine, before, answer, elapsedMs, cause) {
      const attempt = { outcome: answer.outcome, elapsedMs, at: clock.now() }
      const judged = afterAttempt(before, attempt, engine.weight, settings)
      const after = { ...judged, weight: tuning.weight(before, judged, engine.weight) }
      tuning.settle(after, cause)
      change(before, after, answer.reason ?? answer.outcome, cause)
      if (!wasDemoted(before, after)) return
      log.warn('engine.demoted', { engine: after.engine, weight: after.weight })
      const { weight, success_rate_24h } = after
      tell('engine.demoted', after.engine, { weight, success_rate_24h, reason: answer.reason }, cause)
    },
    closeCircuit(engine, cause) {
      const known = health.get(engine.name)
      if (known !== null) change(known, closedCircuit(known), 'a person passed its challenge', cause)
    },
    intervalFactor(engine) {
      tuning.restore(of(engine), CYCLE)
      return tuning.intervalFactor(engine.name)
    },
    cycle,
    cycleIfDue() {
      if (elapsedMs(lastCycle, clock.now()) >= settings.cycle_seconds * 1000) cycle()
    },
  }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
