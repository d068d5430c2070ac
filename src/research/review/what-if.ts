import type { Contradiction, StanceRelation } from '../../domain/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { stableId } from '../../domain/ids.ts'
import { isOneSentence, mirroredAnswer } from '../../domain/mirror-pair.ts'
import { isSetAside } from '../../domain/verification.ts'
import type { EvidenceEdge } from '../../store/types.ts'
import { summariseFinding } from '../findings/summarise-finding.ts'
import { isDrawnFromRationale } from '../graph/claim-agreement.ts'
import { weighClaim } from '../graph/claim-confidence.ts'
import { statusOfClaim } from '../graph/claim-status.ts'
import { contradictionsOf } from '../graph/contradictions.ts'
import { disputeOf } from '../graph/dispute.ts'
import { lostAgainst } from '../graph/lost-evidence.ts'
import type { ClaimNode } from '../graph/task-graph.ts'
import { countDisputes, type ReviewGraph } from './review-graph.ts'
import { isStance } from './verdict-odds.ts'

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
 * correction goes through: contradictions, dispute, confidence, status, finding. What it says of the two the other way
 * round follows, as it does for a correction. Claims are not grouped anew, and no domain is blocked or set free by it.
 */
export function ifJudged(graph: ReviewGraph, edge: EvidenceEdge): readonly FindingChange[] {
  const node = graph.nodes.get(edge.target_id)
  if (node === undefined) return []
  const changed = [withEdge(node, edge), ...mirrorsOf(graph, node, edge)]
  const stamp = { at: graph.parts.at, causeId: graph.parts.causeId }
  const { loaded } = graph.parts
  const rows = changed.flatMap((one) => contradictionsOf(graph.parts, one, graph.parts.leastConfidence, stamp))
  for (const one of changed) loaded.set(one.claim.id, one)
  try {
    return weighAgain(graph, changed, rows)
  } finally {
    for (const { claim } of changed) loaded.set(claim.id, graph.nodes.get(claim.id) ?? null)
  }
}

function withEdge(node: ClaimNode, edge: EvidenceEdge): ClaimNode {
  return { ...node, evidence: [...node.evidence.filter(({ id }) => id !== edge.id), edge] }
}

/** The claims of the sentence that speaks, with what the verdict says of them; as in src/human/feedback/mirrors.ts. */
function mirrorsOf(graph: ReviewGraph, asked: ClaimNode, edge: EvidenceEdge): readonly ClaimNode[] {
  const { claim, fragment, page } = asked
  const words = fragment.text_content.slice(claim.span_start, claim.span_end)
  return graph.drawnFrom(edge.fragment.id).flatMap((drawn) => {
    const node = graph.nodes.get(drawn.id)
    if (node === undefined || fragment.id === edge.fragment.id || !isDrawnFromRationale(drawn, edge)) return []
    const known = node.evidence.find((one) => one.fragment.id === fragment.id)
    if (known !== undefined && (known.human_corrected || !isOneSentence(known.rationale, words))) return []
    const answer = isStance(edge.relation) ? mirroredAnswer(edge.relation, known?.relation ?? null) : null
    if (answer === null) return []
    const id = stableId('edge', fragment.id, drawn.id, 'stance')
    const made = { ...edge, id, source_id: fragment.id, target_id: drawn.id, nli_label: null, rationale: words }
    return [withEdge(node, corrected(known ?? { ...made, fragment, page }, answer))]
  })
}

function weighAgain(
  graph: ReviewGraph,
  changed: readonly ClaimNode[],
  rows: readonly Contradiction[],
): readonly FindingChange[] {
  const ids = new Map(changed.map((node) => [node.claim.id, node]))
  const before = [...ids.keys()].flatMap((id) => graph.contradictionsOf(id).filter((row) => row.claim_id === id))
  const opposing = new Set([...before, ...rows].flatMap((row) => row.opposing_claim_id ?? []))
  const rowsOf = (claimId: string): readonly Contradiction[] => {
    const own = graph.contradictionsOf(claimId).filter((row) => !ids.has(row.claim_id))
    return [...own, ...rows.filter((row) => row.claim_id === claimId || row.opposing_claim_id === claimId)]
  }
  const { store } = graph.parts
  const parts = { ...graph.parts, store: { ...store, claims: { ...store.claims, contradictionsOf: rowsOf } } }
  const settled = new Map<string, ClaimNode>()
  for (const claimId of new Set([...ids.keys(), ...opposing])) {
    const node = ids.get(claimId) ?? graph.nodes.get(claimId)
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
