import type { SearchAnswer } from '../api/search.ts'
import type { SearchRow } from '../domain/task.ts'
import type { EvidenceEdge, Store } from '../store/types.ts'
import type { DomainTrust, TrustSource } from './domain-trust.ts'
import { type ClaimNode, counts } from './graph/task-graph.ts'
import { type QueryStances, queryStances } from './stages/judge-query.ts'

type Refutation = SearchAnswer['refutations'][number]
type Passage = Pick<EvidenceEdge, 'page' | 'fragment'>

interface Against extends Passage {
  readonly rationale: string
  readonly confidence: number
  /** The claim that it refutes, where it speaks against one that says what the query says. */
  readonly node?: ClaimNode
}

/**
 * REQ 3.1.7.5: everything of the task that speaks against what the query of a refuting search says, newest first, of
 * one day the strongest. A passage speaks against it when it was judged so, when it refutes a claim that agrees with
 * the query, or when it supports a claim that does not. One that was judged to support the query is none of them.
 */
export function refutationsOf(
  { store, trust }: { readonly store: Store; readonly trust: DomainTrust },
  row: SearchRow,
  nodes: readonly ClaimNode[],
): readonly Refutation[] {
  const parts = { trust: trust.reading() }
  const stances = queryStances(store, row.id)
  const found =
    stances === null || saysNothing(stances)
      ? againstNearClaims(store, row, nodes, stances)
      : againstQuery(store, nodes, stances)
  const counted = found.filter((one) => counts(parts, { ...one, relation: 'refutes' }))
  return strongestOfEach(counted)
    .sort(newestFirst)
    .map((one) => shown(parts.trust, one))
}

/** Words that state nothing, or of which the task has read nothing: nothing speaks for or against them. */
export function saysNothing({ fragments, claims }: QueryStances): boolean {
  return ![...fragments.values(), ...claims.values()].some(({ relation }) => relation !== 'neutral')
}

/** Without a statement of its own a query is about the claims near to it; those of a search of before were all. */
function againstNearClaims(
  { searches }: Pick<Store, 'searches'>,
  row: SearchRow,
  nodes: readonly ClaimNode[],
  stances: QueryStances | null,
): readonly Against[] {
  const pages = new Set(searches.pagesOf(row.id).map((page) => page.page_id))
  return nodes
    .filter(({ claim }) => stances === null || stances.claims.has(claim.id))
    .flatMap((node) => edgesOf(node, 'refutes').map((edge) => ({ ...edge, node })))
    .filter(({ page }) => pages.has(page.id))
}

function againstQuery(store: Store, nodes: readonly ClaimNode[], stances: QueryStances): readonly Against[] {
  const said = ({ claim }: ClaimNode) => stances.claims.get(claim.id)
  const direct = store.fragments
    .many([...stances.fragments.values()].filter(({ relation }) => relation === 'refutes').map(({ id }) => id))
    .flatMap((fragment): readonly Against[] => {
      const page = store.pages.get(fragment.page_id)
      const verdict = stances.fragments.get(fragment.id)
      if (page === null || verdict === undefined) return []
      const rationale = fragment.text_content.slice(verdict.start, verdict.end)
      return [{ page, fragment, rationale, confidence: verdict.confidence }]
    })
  const refuting = nodes
    .filter((node) => said(node)?.relation === 'supports')
    .flatMap((node) => edgesOf(node, 'refutes').map((edge) => ({ ...edge, node })))
  const opposing = nodes
    .filter((node) => said(node)?.relation === 'refutes')
    .flatMap((node) => [ownWords(node, said(node)?.confidence ?? 0), ...edgesOf(node, 'supports')])
  return [...direct, ...refuting, ...opposing].filter(
    ({ fragment }) => stances.fragments.get(fragment.id)?.relation !== 'supports',
  )
}

function ownWords({ claim, fragment, page }: ClaimNode, confidence: number): Against {
  return { page, fragment, rationale: fragment.text_content.slice(claim.span_start, claim.span_end), confidence }
}

function edgesOf({ evidence }: ClaimNode, relation: 'supports' | 'refutes'): readonly Against[] {
  return evidence
    .filter((edge) => edge.relation === relation)
    .map(({ page, fragment, rationale, nli_confidence }) => ({
      ...{ page, fragment, rationale: rationale ?? '', confidence: nli_confidence ?? 0 },
    }))
}

/** One entry a passage, and one for copies of it; that it refutes a claim of the task is worth telling. */
function strongestOfEach(found: readonly Against[]): Against[] {
  const strongest = new Map<string, Against>()
  for (const one of found) {
    const key = one.fragment.cluster_id ?? one.fragment.id
    const before = strongest.get(key)
    const stronger = before === undefined || one.confidence > before.confidence
    const node = one.node ?? before?.node
    strongest.set(key, { ...(stronger ? one : before), ...(node === undefined ? {} : { node }) })
  }
  return [...strongest.values()]
}

function newestFirst(a: Against, b: Against): number {
  const [older, newer] = [a.page.published_at ?? '', b.page.published_at ?? '']
  if (older !== newer) return older < newer ? 1 : -1
  return b.confidence - a.confidence || (a.fragment.id < b.fragment.id ? -1 : 1)
}

function shown(trust: TrustSource, { page, rationale, confidence, node }: Against): Refutation {
  const about = node?.claim
  return {
    source_url: page.url,
    source_trust_level: trust.ofPage(page).level,
    published_at: page.published_at,
    confidence: Math.round(confidence * 10_000) / 10_000,
    rationale,
    ...(about === undefined
      ? {}
      : { claim_id: about.id, claim_text: about.claim_text, verification_status: about.verification_status }),
  }
}
