import type { EngineOutcome, EngineReport } from './types.ts'

/** What an engine answered when it answered nothing. */
export function engineReport(engine: string, outcome: EngineOutcome, reason: string | null): EngineReport {
  return { engine, outcome, reason, items: [], cached: false }
}
