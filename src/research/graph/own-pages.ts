import type { Claimant } from '../../domain/search-scope.ts'
import type { Store } from '../../store/types.ts'
import { ownerOf } from '../scope/organisations.ts'

/** Says whose own page an address is, where a search of the task asked that such pages corroborate nothing. */
export type OwnPages = (taskId: string, url: string) => string | null

/** The claimants that any search of a task named hold for all its evidence: it is one graph. */
export function ownPagesIn({ searches }: Pick<Store, 'searches'>): OwnPages {
  const known = new Map<string, readonly Claimant[]>()
  const claimantsOf = (taskId: string) => {
    const before = known.get(taskId)
    if (before !== undefined) return before
    const named = searches.ofTask(taskId).flatMap(({ options }) => options.scope?.own ?? [])
    known.set(taskId, named)
    return named
  }
  return (taskId, url) => {
    const claimants = claimantsOf(taskId)
    return claimants.length === 0 ? null : (ownerOf(claimants, url)?.name ?? null)
  }
}
