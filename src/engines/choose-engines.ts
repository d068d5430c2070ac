import type { EngineHealth } from '../store/types.ts'
import { openFor } from './engine-health.ts'
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
 * Named engines are taken as named. Otherwise the defaults, and for every default whose circuit is open the heaviest other
 * engine stands in (REQ 3.1.1 failover); last-mile engines never do.
 */
export function chooseEngines(table: EngineTable, choice: Choice): Chosen {
  const named = choice.named !== undefined && choice.named.length > 0
  const names = new Set((named ? choice.named : choice.defaults).map((name) => name.trim().toLowerCase()))
  const unknown = [...names].filter((name) => !table.some((engine) => engine.name === name))
  if (!named) for (const engine of standIns(table, names, choice)) names.add(engine.name)
  return { engines: table.filter((engine) => names.has(engine.name)), unknown }
}

function standIns(table: EngineTable, names: ReadonlySet<string>, choice: Choice): readonly Engine[] {
  const isOpen = (engine: Engine) => {
    const health = choice.health(engine.name)
    return health !== null && openFor(health, choice.now) > 0
  }
  const open = table.filter((engine) => names.has(engine.name) && isOpen(engine)).length
  if (open === 0) return []
  const weight = (engine: Engine) => choice.health(engine.name)?.weight ?? engine.weight
  return table
    .filter((engine) => !names.has(engine.name) && engine.daily_limit === undefined && !isOpen(engine))
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, open)
}
