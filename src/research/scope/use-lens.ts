import type { UsedLens } from '../../domain/search-scope.ts'
import type { ResearchParts } from '../parts.ts'
import { type CallScope, wantsPapers } from './left-out.ts'

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

/** The paper indexes to search: those of the lens, none where the search wants no papers, undefined for the usual. */
export function indexesToSearch(scope: CallScope | undefined): readonly string[] | undefined {
  return wantsPapers(scope) ? (scope?.lens?.sources ?? undefined) : []
}
