import type { Contradiction, StanceRelation } from '../../domain/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { isSetAside } from '../../domain/verification.ts'
import type { EvidenceEdge } from '../../store/types.ts'
import { summariseFinding } from '../findings/summarise-finding.ts'
import { weighClaim } from '../graph/claim-confidence.ts'
import { statusOfClaim } from '../graph/claim-status.ts'
import { contradictionsOf } from '../graph/contradictions.ts'
import { disputeOf } from '../graph/dispute.ts'
import { lostAgainst } from '../graph/lost-evidence.ts'
import type { ClaimNode } from '../graph/task-graph.ts'
import { countDisputes, type ReviewGraph } from './review-graph.ts'

/** A finding beside what it would be. */
export interface FindingChange {
  readonly before: Finding
  readonly confidence: number
  readonly status: Finding['verification_status']
  /** Disputes with other findings that would begin or end. */
  readonly disputes: number
}

/** FEEDBACK 1: what a correction weighs when nobody says how sure it is. */
export const CORRECTED = 0.9

/** An edge as a person's word would leave it. */
export function corrected(edge: EvidenceEdge, relation: StanceRelation): EvidenceEdge {
  return { ...edge, relation, nli_confidence: CORRECTED, human_corrected: true }
}

/**
 * What the findings would be if this edge stood in place of the one it has the id of, by the functions that a
 * correction goes through: contradictions, dispute, confidence, status, finding. Claims are not grouped anew, and no
 * domain is blocked or set free by it.
 */
export function ifJudged(graph: ReviewGraph, edge: EvidenceEdge): readonly FindingChange[] {
  const node = graph.nodes.get(edge.target_id)
  if (node === undefined) return []
  const others = node.evidence.filter(({ id }) => id !== edge.id)
  const changed: ClaimNode = { ...node, evidence: [...others, edge] }
  const rows = contradictionsOf(graph.parts, changed, graph.parts.leastConfidence, {
    at: graph.parts.at,
    causeId: graph.parts.causeId,
  })
  const { loaded } = graph.parts
  loaded.set(node.claim.id, changed)
  try {
    return weighAgain(graph, changed, rows)
  } finally {
    loaded.set(node.claim.id, node)
  }
}

function weighAgain(graph: ReviewGraph, changed: ClaimNode, rows: readonly Contradiction[]): readonly FindingChange[] {
  const { id } = changed.claim
  const before = graph.contradictionsOf(id).filter((row) => row.claim_id === id)
  const opposing = new Set([...before, ...rows].flatMap((row) => row.opposing_claim_id ?? []))
  const rowsOf = (claimId: string): readonly Contradiction[] => {
    const own = graph.contradictionsOf(claimId).filter((row) => row.claim_id !== id)
    return [...own, ...rows.filter((row) => claimId === id || row.opposing_claim_id === claimId)]
  }
  const { store } = graph.parts
  const parts = { ...graph.parts, store: { ...store, claims: { ...store.claims, contradictionsOf: rowsOf } } }
  const settled = new Map<string, ClaimNode>()
  for (const claimId of new Set([id, ...opposing])) {
    const node = claimId === id ? changed : graph.nodes.get(claimId)
    if (node === undefined) continue
    const dispute = disputeOf(parts, node)
    const { value: confidence } = weighClaim(parts, node, lostAgainst(parts, node, dispute))
    const { status } = statusOfClaim(parts, node, confidence, dispute)
    const claim = { ...node.claim, confidence, verification_status: status, adopted: !isSetAside(status) }
    settled.set(claimId, { ...node, claim })
  }
  const turned = turnedDisputes(graph, before, rows)
  const touched = new Set([...settled.keys()].flatMap((claimId) => graph.findingOf.get(claimId) ?? []))
  return [...touched].flatMap((findingId) => {
    const known = graph.findings.get(findingId)
    if (known === undefined) return []
    const members = known.members.map((member) => settled.get(member.claim.id) ?? member)
    const after = summariseFinding(parts, members, graph.relevance)?.finding
    return changeOf(known.finding, after, turned.filter((pair) => pair.includes(findingId)).length)
  })
}

/** The pairs of findings whose dispute begins or ends when the contradictions of one claim are others. */
function turnedDisputes(
  { disputes, findingOf }: ReviewGraph,
  before: readonly Contradiction[],
  after: readonly Contradiction[],
): readonly (readonly string[])[] {
  const [gone, come] = [countDisputes(before, findingOf), countDisputes(after, findingOf)]
  const keys = new Set([...gone.keys(), ...come.keys()])
  return [...keys].flatMap((key) => {
    const now = disputes.get(key) ?? 0
    const then = now - (gone.get(key) ?? 0) + (come.get(key) ?? 0)
    return now > 0 === then > 0 ? [] : [key.split(' ')]
  })
}

/** What is left of a finding without one of its claims; null where nothing is. */
export function ifWithout(graph: ReviewGraph, findingId: string, claimId: string): FindingChange | null {
  const known = graph.findings.get(findingId)
  const left = known?.members.filter(({ claim }) => claim.id !== claimId) ?? []
  if (known === undefined || left.length === 0) return null
  const summary = summariseFinding(graph.parts, left, graph.relevance)
  return changeOf(known.finding, summary?.finding)[0] ?? null
}

function changeOf(before: Finding, after: Finding | undefined, disputes = 0): readonly FindingChange[] {
  if (after === undefined) return []
  return [{ before, confidence: after.confidence, status: after.verification_status, disputes }]
}
