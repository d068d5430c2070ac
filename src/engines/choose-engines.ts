import { LyraError } from '../domain/errors.ts'
import type { EngineHealth } from '../store/types.ts'
import { openFor } from './circuit-breaker.ts'
import type { Engine, EngineTable } from './engine-table.ts'

export interface Chosen {
  /** In the table's order. */
  readonly engines: readonly Engine[]
  readonly unknown: readonly string[]
}

interface Choice {
  readonly named: readonly string[] | undefined
  readonly defaults: readonly string[]
  readonly health: (engine: string) => EngineHealth | null
  readonly now: number
}

/**
 * Named engines are taken as named. Otherwise the defaults, and for every default whose circuit is open, or whose
 * weight has fallen under half of its own, the heaviest other engine stands in (REQ 3.1.1 failover); last-mile engines
 * never do. An engine that lost weight is still asked, or it could not regain it.
 */
export function chooseEngines(table: EngineTable, choice: Choice): Chosen {
  const named = choice.named !== undefined && choice.named.length > 0
  const names = new Set((named ? choice.named : choice.defaults).map((name) => name.trim().toLowerCase()))
  const unknown = [...names].filter((name) => !table.some((engine) => engine.name === name))
  if (!named) for (const engine of standIns(table, names, choice)) names.add(engine.name)
  return { engines: table.filter((engine) => names.has(engine.name)), unknown }
}

/** Below this share of its own weight an engine does not do its part. */
const LEAST_SHARE = 0.5

function standIns(table: EngineTable, names: ReadonlySet<string>, choice: Choice): readonly Engine[] {
  const fails = (engine: Engine) => {
    const health = choice.health(engine.name)
    return health !== null && (openFor(health, choice.now) > 0 || health.weight < engine.weight * LEAST_SHARE)
  }
  const missing = table.filter((engine) => names.has(engine.name) && fails(engine)).length
  if (missing === 0) return []
  const weight = (engine: Engine) => choice.health(engine.name)?.weight ?? engine.weight
  return table
    .filter((engine) => !names.has(engine.name) && engine.daily_limit === undefined && !fails(engine))
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, missing)
}

/** Before anything is asked: a mistyped engine is the caller's to mend, not a search with one engine less. */
export function requireKnownEngines(
  names: readonly string[],
  known: readonly string[],
  code: 'INVALID_PARAMS' | 'INVALID_CONFIG',
): void {
  const unknown = names.map((name) => name.trim().toLowerCase()).filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const what = code === 'INVALID_CONFIG' ? 'engines.default: no engine is called' : 'no engine is called'
  const named = unknown.map((name) => `"${name.slice(0, 40)}"`).join(', ')
  throw new LyraError(code, `${what} ${named}; known: ${known.join(', ')}`)
}
