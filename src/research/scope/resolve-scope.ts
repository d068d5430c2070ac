import { domainToASCII } from 'node:url'
import { primaryLanguage } from '../../domain/language-tag.ts'
import { type GivenScope, isEmptyScope, type SearchScope, type UsedLens } from '../../domain/search-scope.ts'
import { type Lens, requireLens } from './lens-files.ts'
import { claimantOf, type Organisation } from './organisations.ts'

/** What names in a scope stand for. */
export interface ScopeTables {
  readonly lenses: readonly Lens[]
  readonly organisations: readonly Organisation[]
}

/**
 * What a search leaves out: exclusions of the task and of the search together; of language, kinds and lens those of the
 * search, else those of the task. The tables are read only where a name has to be looked up. Undefined: nothing.
 */
export function resolveScope(
  tables: () => ScopeTables,
  task: GivenScope,
  search: GivenScope = {},
): SearchScope | undefined {
  const both = <T>(one: readonly T[] = [], other: readonly T[] = []) => [...new Set([...one, ...other])]
  const domains = both(task.exclude_domains, search.exclude_domains).map(hostName)
  const claimants = both(task.exclude_own_pages_of, search.exclude_own_pages_of)
  const language = primaryLanguage(search.language ?? task.language ?? null)
  const kinds = search.kinds ?? task.kinds
  const lens = search.lens ?? task.lens
  const scope: SearchScope = {
    ...(domains.length === 0 ? {} : { exclude_domains: domains }),
    ...(claimants.length === 0 ? {} : { own: claimants.map((name) => claimantOf(tables().organisations, name)) }),
    ...(language === undefined ? {} : { language }),
    ...(kinds === undefined ? {} : { kinds }),
    ...(lens === undefined ? {} : { lens: usedLens(requireLens(tables().lenses, lens)) }),
  }
  return isEmptyScope(scope) ? undefined : scope
}

/** Names outside ASCII are compared as they are asked for. */
function hostName(domain: string): string {
  const ascii = domainToASCII(domain.toLowerCase().replace(/^www\./, ''))
  return ascii === '' ? domain.toLowerCase() : ascii
}

function usedLens({ name, domains, strict, engines, sources, category, queries }: Lens): UsedLens {
  return {
    ...{ name, engines, queries },
    domains: domains.map(hostName),
    // A lens without domains has nothing to hold results against.
    strict: strict && domains.length > 0,
    sources: sources ?? null,
    category: category ?? null,
  }
}
