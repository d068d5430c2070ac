import type { Page } from '../../domain/page.ts'
import { canBeDemoted, trustIndex } from '../../domain/trust.ts'
import { shouldBlockByRejections } from '../../domain/verification.ts'
import { INSTRUCTION_FLAG } from '../stages/save-page.ts'
import type { Dispute } from './contradictions.ts'
import { type ClaimNode, type GraphParts, standing } from './task-graph.ts'

interface Stamp {
  readonly at: string
  readonly causeId: string
  readonly taskId: string
}

/** L6 as TRUST changed it: the low side of a misinformation, a source of instructions, or one rejected too often. */
export function blockDomains(
  parts: GraphParts,
  nodes: readonly ClaimNode[],
  disputes: readonly Dispute[],
  stamp: Stamp,
): void {
  for (const page of parts.store.pages.ofTask(stamp.taskId)) {
    if (page.quality_flags.includes(INSTRUCTION_FLAG))
      block(parts, page, 'Dangerous pattern: instructions to an AI', [], stamp)
  }
  for (const { row, node, edge } of disputes) {
    if (row.contradiction_type !== 'misinformation') continue
    const claimIsLower = trustIndex(row.claim_trust) < trustIndex(row.opposing_trust)
    const [low, high] = claimIsLower ? [node.page, edge.page] : [edge.page, node.page]
    block(parts, low, `Contradiction with ${high.domain} (claim_id: ${row.claim_id})`, [row.claim_id], stamp)
  }
  const rejected = rejectedClaims(disputes)
  for (const claims of Map.groupBy(nodes, (node) => node.page.domain).values()) {
    const first = claims[0] as ClaimNode
    const bad = claims.filter((node) => rejected.has(node.claim.id))
    if (shouldBlockByRejections(standing(parts, first.page), bad.length, claims.length)) {
      const ids = bad.map((node) => node.claim.id)
      block(parts, first.page, `${bad.length} of ${claims.length} claims rejected`, ids, stamp)
    }
  }
}

function rejectedClaims(disputes: readonly Dispute[]): ReadonlySet<string> {
  return new Set(
    disputes.flatMap(({ row, claimSide, opposingSide }) => [
      ...(claimSide === 'rejected' ? [row.claim_id] : []),
      ...(opposingSide === 'rejected' && row.opposing_claim_id !== null ? [row.opposing_claim_id] : []),
    ]),
  )
}

function block(parts: GraphParts, page: Page, reason: string, claimIds: readonly string[], stamp: Stamp): void {
  const now = parts.trust.ofPage(page)
  const before = parts.store.domains.get(page.domain)
  if (before?.trust_level === 'BLOCKED' || now.source === 'override' || !canBeDemoted(now.level)) return
  parts.store.domains.setTrust(
    {
      domain: page.domain,
      trust_level: 'BLOCKED',
      trust_source: 'verification',
      category: now.category,
      blocked_at: stamp.at,
      blocked_reason: reason,
      contradicting_claims: claimIds,
      original_trust_level: now.level,
    },
    stamp.at,
    stamp.causeId,
  )
  logChange(parts, page, now.level, 'BLOCKED', reason, stamp)
}

/** Two independent sources lift an unknown domain to LOW, no higher. */
export function promoteDomain(parts: GraphParts, node: ClaimNode, reason: string, stamp: Stamp): void {
  const now = parts.trust.ofPage(node.page)
  if (now.level !== 'UNVERIFIED' || now.source === 'override') return
  parts.store.domains.setTrust(
    {
      domain: node.page.domain,
      trust_level: 'LOW',
      trust_source: 'verification',
      category: now.category,
      blocked_at: null,
      blocked_reason: null,
      contradicting_claims: [],
      original_trust_level: 'UNVERIFIED',
    },
    stamp.at,
    stamp.causeId,
  )
  logChange(parts, node.page, 'UNVERIFIED', 'LOW', reason, stamp)
}

function logChange(parts: GraphParts, page: Page, from: string, to: string, reason: string, stamp: Stamp): void {
  parts.store.events.append({
    kind: 'trust_changed',
    taskId: stamp.taskId,
    subjectType: 'domain',
    subjectId: page.domain,
    data: { from, to, reason },
    causeId: stamp.causeId,
  })
}
