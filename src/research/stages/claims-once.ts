import type { Claim } from '../../domain/claim.ts'
import type { Fragment } from '../../domain/page.ts'
import type { Store } from '../../store/types.ts'
import type { SearchCall } from '../search-call.ts'
import { type ExtractDeps, extractClaims } from './claims.ts'

interface ClaimsInput {
  /** Claims that this extraction has saved before a crash. */
  readonly isOwn: (claim: Claim) => boolean
  readonly kept: readonly Fragment[]
  readonly question: string
}

/** Claims are saved all at once: where there are some, the extraction is done. */
export async function claimsOnce(
  deps: ExtractDeps,
  call: SearchCall,
  { isOwn, kept, question }: ClaimsInput,
): Promise<{ readonly claims: readonly Claim[]; readonly warnings: readonly string[] }> {
  const saved = deps.store.claims.ofTask(call.taskId).filter(isOwn)
  return saved.length > 0 ? { claims: saved, warnings: [] } : extractClaims(deps, call, { kept, question })
}

/** A claim's edges are saved all at once, too: one of this cause means that the claim is judged. */
export function unjudgedBy({ edges }: Pick<Store, 'edges'>, { causeId }: SearchCall): (claim: Claim) => boolean {
  return (claim) => !edges.evidenceFor(claim.id).some((edge) => edge.cause_id === causeId)
}

export function fragmentsOf({ fragments }: Pick<Store, 'fragments'>, pageIds: readonly string[]): readonly Fragment[] {
  return pageIds.flatMap((pageId) => fragments.ofPage(pageId)).filter((fragment) => !fragment.is_irrelevant)
}
