import type { UsedLens } from '../../domain/search-scope.ts'
import type { ResearchParts } from '../parts.ts'

interface ChosenEngines {
  /** Undefined: the weights choose. */
  readonly engines: readonly string[] | undefined
  readonly warnings: readonly string[]
}

/** The engines of a lens, unless the search names its own; those that this home does not have are said. */
export function lensEngines(
  { webSearch }: Pick<ResearchParts, 'webSearch'>,
  lens: UsedLens | undefined,
  named: readonly string[] | undefined,
): ChosenEngines {
  if (named !== undefined || lens === undefined || lens.engines.length === 0) return { engines: named, warnings: [] }
  const there = lens.engines.filter((name) => webSearch.engines.includes(name))
  const missing = lens.engines.filter((name) => !there.includes(name))
  const warnings = missing.map((name) => `lens ${lens.name}: there is no engine ${name} here`)
  return { engines: there.length === 0 ? undefined : there, warnings }
}

/** Only the academic sources that the lens names are searched; without a lens, or where it names none, all are. */
export function withLensSources<T extends Pick<ResearchParts, 'sources'>>(deps: T, lens: UsedLens | undefined): T {
  const wanted = lens?.sources ?? null
  if (wanted === null || wanted.length === 0) return deps
  return { ...deps, sources: deps.sources.filter(({ name }) => wanted.includes(name)) }
}
