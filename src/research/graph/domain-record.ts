import { type Charge, type DomainRecord, LEAST_CONTRADICTED, LEAST_DANGEROUS_PAGES } from '../../domain/domain-block.ts'
import { isSuccess } from '../../domain/outcome.ts'
import { OWN_DOCUMENTS } from '../../domain/own-document.ts'
import type { Page } from '../../domain/page.ts'
import { isPost } from '../../domain/page-authorship.ts'
import { canBeDemoted, trustIndex } from '../../domain/trust.ts'
import { isDangerous, OWN_DANGER_FLAGS } from '../../guard/l6-source-verification.ts'
import type { DomainTrustCache } from '../domain-trust.ts'
import { contradictingEdges } from './contradictions.ts'
import { type Dispute, type DisputeParts, disputeOf } from './dispute.ts'
import { levelOf } from './post-trust.ts'
import { supersededBy } from './superseded.ts'
import { type ClaimNode, counts, loadClaims, trustBeforeBlock } from './task-graph.ts'

export interface RecordParts extends DisputeParts {
  readonly trust: DomainTrustCache
}

export interface KnownDomain extends DomainRecord {
  /** Who contradicts it, for the reason of a block. */
  readonly against: readonly string[]
}

/** Cheap questions first: most domains can never be blocked, and a large one has thousands of claims. */
export function mayBeBlocked(parts: RecordParts, domain: string): boolean {
  const { pages, claims } = parts.store
  const page = pages.oneOfDomain(domain)
  if (page === null || parts.trust.isUserContent(domain) || !canBeDemoted(trustBeforeBlock(parts, page))) return false
  return (
    claims.countDisputed(domain, LEAST_CONTRADICTED) >= LEAST_CONTRADICTED ||
    pages.countFlagged(domain, OWN_DANGER_FLAGS) >= LEAST_DANGEROUS_PAGES
  )
}

/** All that bears on a block of a domain, over every task, from what is stored now. */
export function domainRecord(parts: RecordParts, domain: string): KnownDomain | null {
  const pages = parts.store.pages.ofDomain(domain)
  const [first] = pages
  if (first === undefined) return null
  const own = pages.filter((page) => page.route !== 'api' && page.page_type !== 'forum' && isSuccess(page.outcome))
  const ids = parts.store.claims.fromDomain(domain).map((claim) => claim.id)
  const nodes = onePerStatement(loadClaims(parts, ids).filter(({ page, fragment }) => !isPost(page, fragment)))
  const lost = nodes.flatMap((node) => {
    const dispute = lostDispute(parts, node)
    return dispute === null ? [] : [{ node, dispute }]
  })
  return {
    trust: trustBeforeBlock(parts, own[0] ?? first),
    exempt: isExempt(parts, domain, pages),
    ownPages: own.length,
    dangerousPages: onePerContent(own.filter((page) => isDangerous(page.quality_flags))),
    claims: nodes.length,
    contradicted: independent(lost),
    contradictedPages: new Set(lost.map(({ node }) => node.page.id)).size,
    upheld: nodes.filter((node) => isUpheld(parts, node)).length,
    against: [...new Set(lost.flatMap(({ dispute }) => dispute.against))].sort(),
  }
}

/** Written down by a person, or written by many: a board, a wiki, a host of what its users make. */
function isExempt({ trust }: RecordParts, domain: string, pages: readonly Page[]): boolean {
  return (
    domain === OWN_DOCUMENTS ||
    trust.isUserContent(domain) ||
    pages.some(
      (page) => page.page_type === 'forum' || isWikiAddress(page.url) || trust.ofPage(page).source === 'override',
    )
  )
}

function isWikiAddress(url: string): boolean {
  const { hostname, pathname } = new URL(url)
  return /(?:^|\.)wiki\./u.test(hostname) || /\/wiki\//u.test(pathname)
}

/** The same sentence claimed by several tasks is one statement. */
function onePerStatement(nodes: readonly ClaimNode[]): readonly ClaimNode[] {
  return [...new Map(nodes.map((node) => [`${node.fragment.id} ${node.claim.span_start}`, node])).values()]
}

function onePerContent(pages: readonly Page[]): readonly Charge[] {
  const kept = new Map(pages.map((page) => [page.narrative_id ?? page.content_hash ?? page.id, page]))
  return [...kept.values()].map(({ id, fetched_at }) => ({ id, at: fetched_at }))
}

/** Not where the site says the opposite itself: a fact checker quotes what it denies. */
function lostDispute(parts: RecordParts, node: ClaimNode): Dispute | null {
  const dispute = disputeOf(parts, node)
  if (dispute?.side !== 'rejected') return null
  const edges = contradictingEdges(node, parts.leastConfidence)
  if (edges.some((edge) => edge.page.domain === node.page.domain)) return null
  return supersededBy(parts, node, edges) === null ? dispute : null
}

/**
 * Statements that support each other, stand in one passage or are refuted by one sentence are one: only what is
 * independent adds up. Each group is named by its first claim and dated by its latest contradiction.
 */
function independent(lost: readonly { readonly node: ClaimNode; readonly dispute: Dispute }[]): readonly Charge[] {
  const groups: { readonly keys: Set<string>; charge: Charge }[] = []
  for (const { node, dispute } of lost) {
    const at = dispute.rows.map(({ created_at }) => created_at).sort()
    const charge = { id: node.claim.id, at: at.at(-1) ?? '' }
    const keys = keysOf(node)
    const same = groups.find((group) => keys.some((key) => group.keys.has(key)))
    if (same === undefined) groups.push({ keys: new Set(keys), charge })
    else {
      for (const key of keys) same.keys.add(key)
      if (charge.at > same.charge.at) same.charge = { ...same.charge, at: charge.at }
    }
  }
  return groups.map(({ charge }) => charge)
}

function keysOf({ fragment, evidence }: ClaimNode): readonly string[] {
  return [
    `passage ${fragment.id}`,
    ...(fragment.cluster_id === null ? [] : [`copies ${fragment.cluster_id}`]),
    ...evidence.flatMap((edge) => {
      if (edge.relation === 'supports') return [`passage ${edge.fragment.id}`]
      return edge.relation === 'refutes' ? [`refuted by ${edge.fragment.id} ${edge.rationale ?? ''}`] : []
    }),
  ]
}

/** Another site of the trusted side says the same. */
function isUpheld(parts: RecordParts, node: ClaimNode): boolean {
  return node.evidence.some(
    (edge) =>
      edge.relation === 'supports' &&
      edge.page.domain !== node.page.domain &&
      trustIndex(levelOf(parts, edge)) >= trustIndex('TRUSTED') &&
      counts(parts, edge),
  )
}
