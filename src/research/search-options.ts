import type { GivenScope, SearchScope } from '../domain/search-scope.ts'
import type { SearchOptions, Task } from '../domain/task.ts'
import type { ResearchParts } from './parts.ts'
import { recogniseSeed } from './pivots/recognise-seed.ts'
import { resolveScope } from './scope/resolve-scope.ts'
import { withPeriod } from './search-period.ts'

/** As a caller gives them: names of lenses and organisations are not looked up yet. */
export type AskedOptions = Omit<SearchOptions, 'scope' | 'targets_only'> & { readonly scope?: GivenScope | undefined }

interface Asked {
  /** Undefined: only the targets are read. */
  readonly query: string | undefined
  readonly options: AskedOptions
  /** Of a replay: what the recorded search left out. */
  readonly recorded?: SearchScope | undefined
}

/** Everything that decides what a search reads, so that it can be resumed, repeated and replayed by its row. */
export function wholeOptions(
  parts: Pick<ResearchParts, 'scopeTables' | 'clock' | 'store' | 'records' | 'entityOf'>,
  task: Task,
  { query, options, recorded }: Asked,
): SearchOptions {
  const { scope: given, period = task.scope.period, targets, pivot_from: from, ...others } = options
  const scope = recorded ?? resolveScope(parts.scopeTables, task.scope, given)
  const whole: SearchOptions = {
    ...others,
    ...(targets === undefined ? {} : { targets: targets.map(withoutPassword) }),
    ...(from === undefined ? {} : { pivot_from: pivotOf(parts, from) }),
    ...(period === undefined ? {} : { period }),
    ...(query === undefined ? { targets_only: true } : {}),
    ...(scope === undefined ? {} : { scope }),
  }
  return withPeriod(query ?? '', whole, parts.clock)
}

function pivotOf({ store, records, entityOf }: Parameters<typeof wholeOptions>[0], from: string): string {
  return recogniseSeed({ store, pivots: records?.pivots ?? [], entityOf }, from)
}

/** An address with a password inside is refused; the password is not kept with the refusal. */
function withoutPassword(target: string): string {
  return target.replace(/^(\s{0,20}https?:[/\\]{0,10})[^/\\?#\s]{1,500}@/i, '$1***@')
}
