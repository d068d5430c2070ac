import type { Claim } from '../../domain/claim.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import type { TrustLevel } from '../../domain/trust.ts'
import type { EvidenceEdge, Store } from '../../store/types.ts'
import type { TrustSource } from '../domain-trust.ts'
import { ownPagesIn } from './own-pages.ts'
import { sourceGroup } from './source-group.ts'

/** A claim with everything that decides its fate. */
export interface ClaimNode {
  readonly claim: Claim
  readonly fragment: Fragment
  readonly page: Page
  readonly group: string
  readonly evidence: readonly WeighedEdge[]
  /** Set on a claimant's own page: the claim has no other source yet (`exclude_own_pages_of`). */
  readonly own_of?: string
}

/** An edge, with the claimant whose own page it comes from where the task asks for that. */
export type WeighedEdge = EvidenceEdge & { readonly own_of?: string }

export interface GraphParts {
  readonly store: Store
  readonly trust: TrustSource
}

/** Loading a task starts from its claims (GRAPH 1.2). */
export function loadTaskGraph({ store }: Pick<GraphParts, 'store'>, taskId: string): readonly ClaimNode[] {
  return withEvidence(store, store.claims.ofTask(taskId))
}

export function loadClaims({ store }: Pick<GraphParts, 'store'>, claimIds: readonly string[]): readonly ClaimNode[] {
  return withEvidence(store, store.claims.many(claimIds))
}

function withEvidence(store: Store, claims: readonly Claim[]): readonly ClaimNode[] {
  const fragments = byId(store.fragments.many([...new Set(claims.map((claim) => claim.source_fragment_id))]))
  const pages = byId(store.pages.many([...new Set([...fragments.values()].map((fragment) => fragment.page_id))]))
  const evidence = store.edges.evidenceOf(claims.map((claim) => claim.id))
  const ownPages = ownPagesIn(store)
  return claims.flatMap((claim) => {
    const fragment = fragments.get(claim.source_fragment_id)
    const page = fragment === undefined ? undefined : pages.get(fragment.page_id)
    if (fragment === undefined || page === undefined) return []
    const own = (url: string) => ownedBy(ownPages(claim.task_id, url))
    const edges = (evidence.get(claim.id) ?? []).map((edge) => ({ ...edge, ...own(edge.page.url) }))
    return [{ claim, fragment, page, group: sourceGroup(page, fragment), evidence: edges, ...own(page.url) }]
  })
}

function ownedBy(name: string | null): { readonly own_of?: string } {
  return name === null ? {} : { own_of: name }
}

function byId<T extends { readonly id: string }>(rows: readonly T[]): ReadonlyMap<string, T> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** A retraction or correction notice repeats what it is about; that is no support (LYRA 5.4). */
function tellsOfAnother(page: Page): boolean {
  const about = page.paper_metadata?.notice_of
  return Array.isArray(about) && about.length > 0
}

/**
 * The trust level at the time of the dispute: blocking a source later must not change how the dispute is classified.
 */
export function trustBeforeBlock({ store, trust }: GraphParts, page: Page): TrustLevel {
  const { level, source } = trust.ofPage(page)
  if (level !== 'BLOCKED' || source !== 'verification') return level
  return store.domains.get(page.domain)?.original_trust_level ?? level
}

type CountedPart = Pick<WeighedEdge, 'page' | 'fragment' | 'relation' | 'own_of'>

/**
 * Evidence of a retracted paper, a blocked domain or a fragment a person called irrelevant does not count, nor does
 * what a claimant says for itself; what it says against itself does.
 */
export function counts(parts: Pick<GraphParts, 'trust'>, edge: CountedPart): boolean {
  return exclusionReason(parts, edge) === null
}

export function exclusionReason({ trust }: Pick<GraphParts, 'trust'>, edge: CountedPart): string | null {
  if (edge.page.is_retracted) return 'its paper was retracted'
  if (edge.fragment.is_irrelevant) return 'a person called it irrelevant'
  if (edge.relation === 'supports' && tellsOfAnother(edge.page)) return 'it is a notice about another paper'
  if (edge.relation === 'supports' && edge.own_of !== undefined) return `it is ${edge.own_of}'s own page`
  return trust.ofPage(edge.page).level === 'BLOCKED' ? 'its domain is blocked' : null
}
