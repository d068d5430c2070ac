import { LyraError } from '../domain/errors.ts'
import type { Category } from '../domain/search-category.ts'
import type { EngineHealth } from '../store/types.ts'
import { openFor } from './circuit-breaker.ts'
import type { Engine, EngineTable } from './engine-table.ts'

export interface Chosen {
  /** In the table's order. */
  readonly engines: readonly Engine[]
  readonly unknown: readonly string[]
  /** No engine is of the category that was asked for; the defaults stand in. */
  readonly withoutCategory: boolean
}

interface Choice {
  readonly named: readonly string[] | undefined
  readonly category?: Category | undefined
  readonly defaults: readonly string[]
  readonly health: (engine: string) => EngineHealth | null
  readonly now: number
}

/**
 * Explicitly named engines are used as they are. Otherwise the defaults; a default whose circuit is open, or whose
 * weight fell below half, is complemented by the heaviest other engine (REQ 3.1.1 failover), never by a last-mile
 * engine. A demoted engine is still asked, or it could not recover. A category takes the place of the defaults: every
 * engine that is for it.
 */
export function chooseEngines(table: EngineTable, choice: Choice): Chosen {
  const named = choice.named !== undefined && choice.named.length > 0
  const { category } = choice
  const fitting = table.filter((engine) => category !== undefined && engine.category.includes(category))
  const usual = fitting.length === 0 || category === 'general' ? choice.defaults : fitting.map(({ name }) => name)
  const names = new Set((named ? choice.named : usual).map((name) => name.trim().toLowerCase()))
  const unknown = [...names].filter((name) => !table.some((engine) => engine.name === name))
  if (!named) for (const engine of standIns(table, names, choice)) names.add(engine.name)
  const withoutCategory = !named && category !== undefined && fitting.length === 0
  return { engines: table.filter((engine) => names.has(engine.name)), unknown, withoutCategory }
}

/** Below this share of its configured weight an engine gets a substitute. */
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

/** Checked up front: a mistyped engine name is an error, not a search with one engine fewer. */
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
