import type { Contradiction } from '../../domain/claim.ts'
import { classifyContradiction } from '../../domain/contradiction.ts'
import { type TrustLevel, trustIndex } from '../../domain/trust.ts'
import type { EvidenceEdge } from '../../store/types.ts'
import { contradictingEdges } from './contradictions.ts'
import { levelOf } from './post-trust.ts'
import { supersededBy } from './superseded.ts'
import { type ClaimNode, counts, type GraphParts, loadClaims } from './task-graph.ts'
import { isImplied } from './update-implied.ts'

export interface DisputeParts extends GraphParts {
  /** Least confidence of a refutation that contradicts. */
  readonly leastConfidence: number
  /** Claims loaded in this piece of work, by id: both sides of a dispute ask for each other. */
  readonly loaded: Map<string, ClaimNode | null>
}

export interface Dispute {
  /** `upheld`: what speaks against it lost, and weighs nothing. */
  readonly side: 'rejected' | 'contested' | 'upheld'
  /** The contradictions it consists of. */
  readonly rows: readonly Contradiction[]
  /** Domains that speak against it. */
  readonly against: readonly string[]
}

/** Someone who speaks against a claim, with the highest level of all who say the same. */
interface Opponent {
  readonly row: Contradiction
  readonly domain: string
  readonly level: TrustLevel
}

/**
 * What its contradictions, on either side of it, make of a claim. TRUST 1.1 is asked of the two sides: each has the
 * highest level among its statement and those that say the same, so that a wiki which repeats a ministry is not in
 * dispute with a blog. A source that is blocked or retracted now puts nothing in dispute, nor does what its own source
 * has taken back. Rejected is only what an undivided trusted side denies (LYRA 2.1).
 */
export function disputeOf(parts: DisputeParts, node: ClaimNode): Dispute | null {
  const opponents = parts.store.claims.contradictionsOf(node.claim.id).flatMap((row) => opponent(parts, node, row))
  if (opponents.length === 0) return null
  const own = highest([levelOf(parts, node), ...supporters(parts, node)])
  const other = highest(opponents.map(({ level }) => level))
  const rows = opponents.map(({ row }) => row)
  const against = [...new Set(opponents.map(({ domain }) => domain))].sort()
  return { side: sideOf(own, other), rows, against }
}

/** Where the lower side has a TRUSTED source, the trusted side is divided: a dispute, not misinformation. */
function sideOf(own: TrustLevel, other: TrustLevel): Dispute['side'] {
  if (classifyContradiction(own, other) === 'contested') return 'contested'
  const [lower, side] = trustIndex(own) < trustIndex(other) ? [own, 'rejected' as const] : [other, 'upheld' as const]
  return trustIndex(lower) >= trustIndex('TRUSTED') ? 'contested' : side
}

function opponent(parts: DisputeParts, node: ClaimNode, row: Contradiction): readonly Opponent[] {
  const isClaim = row.claim_id === node.claim.id
  const edge = isClaim ? node.evidence.find((one) => one.fragment.id === row.opposing_fragment_id) : undefined
  const other = claimNode(parts, isClaim ? row.opposing_claim_id : row.claim_id)
  const source = (isClaim ? edge : other) ?? null
  if (source === null || !stands(parts, source.page) || isDenied(node, source.fragment.id)) return []
  if (other !== null && isTakenBack(parts, other)) return []
  const level = highest([levelOf(parts, source), ...(other === null ? [] : supporters(parts, other))])
  return [{ row, domain: source.page.domain, level }]
}

export function claimNode(parts: DisputeParts, id: string | null): ClaimNode | null {
  if (id === null) return null
  const known = parts.loaded.get(id)
  if (known !== undefined) return known
  const node = loadClaims(parts, [id])[0] ?? null
  parts.loaded.set(id, node)
  return node
}

function stands({ trust }: GraphParts, page: EvidenceEdge['page']): boolean {
  return !page.is_retracted && trust.ofPage(page).level !== 'BLOCKED'
}

export function isTakenBack(parts: DisputeParts, node: ClaimNode): boolean {
  return supersededBy(parts, node, contradictingEdges(node, parts.leastConfidence)) !== null
}

/** A person said of the two passages that they do not contradict each other; that holds in both directions. */
function isDenied({ evidence }: ClaimNode, fragmentId: string): boolean {
  return evidence.some((edge) => edge.fragment.id === fragmentId && edge.human_corrected && edge.relation !== 'refutes')
}

/** What only follows from other verdicts lends nobody its level. */
function supporters(parts: GraphParts, node: ClaimNode): readonly TrustLevel[] {
  return node.evidence
    .filter((edge) => edge.relation === 'supports' && !isImplied(edge) && edge.page.domain !== node.page.domain)
    .filter((edge) => counts(parts, edge))
    .map((edge) => levelOf(parts, edge))
}

function highest(levels: readonly TrustLevel[]): TrustLevel {
  return levels.reduce((best, level) => (trustIndex(level) > trustIndex(best) ? level : best), 'BLOCKED')
}
