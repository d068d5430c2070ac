import type { Clock } from '../../domain/clock.ts'
import { isoTime } from '../../domain/clock.ts'
import { claimConfidence, fragmentReliability, NO_REFUTATION_DECAY } from '../../domain/confidence.ts'
import type { Settings } from '../../domain/settings.ts'
import { type VerificationStatus, verifyClaim } from '../../domain/verification.ts'
import { INSTRUCTION_FLAG } from '../stages/save-page.ts'
import { type Dispute, findDisputes } from './contradictions.ts'
import { blockDomains, promoteDomain } from './domain-trust.ts'
import { sourceGroup } from './source-group.ts'
import { type ClaimNode, counts, type GraphParts, loadTaskGraph } from './task-graph.ts'

export interface RecomputeParts extends GraphParts {
  readonly settings: Settings
  readonly clock: Clock
}

/**
 * Contradictions, trust, confidence and verification of a task's claims, in this order: a source that is blocked now must
 * not weigh in the confidence computed right after. One transaction; running it twice changes nothing.
 */
export function recomputeTask(parts: RecomputeParts, taskId: string, causeId: string): void {
  parts.store.write(() => {
    const stamp = { at: isoTime(parts.clock), causeId }
    const nodes = loadTaskGraph(parts, taskId)
    const disputes = findDisputes(parts, nodes, parts.settings.judgement.contradiction_confidence, stamp)
    parts.store.claims.dropContradictions(taskId)
    for (const dispute of disputes) parts.store.claims.saveContradiction(dispute.row)
    blockDomains(parts, nodes, disputes, { ...stamp, taskId })
    for (const node of nodes) {
      saveConfidence(parts, node)
      saveVerification(parts, node, disputes, { ...stamp, taskId })
    }
  })
}

function saveConfidence(parts: RecomputeParts, node: ClaimNode): void {
  const weights = node.evidence.flatMap((edge) =>
    edge.relation === 'neutral' || !counts(parts, edge)
      ? []
      : [
          {
            edgeId: edge.id,
            relation: edge.relation,
            reliability: fragmentReliability({
              extractionMethod: edge.fragment.extraction_method,
              fragmentType: edge.fragment.fragment_type,
              quality: edge.fragment.quality_score,
              isRetracted: edge.page.is_retracted,
            }),
            nliConfidence: edge.nli_confidence ?? 0,
            sourceGroup: sourceGroup(edge.page, edge.fragment),
          },
        ],
  )
  const confidence = claimConfidence(weights)
  const value = node.claim.no_refutation_found ? confidence.value * NO_REFUTATION_DECAY : confidence.value
  parts.store.claims.setConfidence(node.claim.id, value, confidence.contributions)
}

function saveVerification(
  parts: RecomputeParts,
  node: ClaimNode,
  disputes: readonly Dispute[],
  stamp: { readonly at: string; readonly causeId: string; readonly taskId: string },
): void {
  const outcome = verifyClaim({
    trust: parts.trust.ofPage(node.page).level,
    independentSources: independentSources(parts, node).size,
    contradiction: worstSide(node, disputes),
    dangerPattern: node.page.quality_flags.includes(INSTRUCTION_FLAG),
  })
  const retracted = node.page.is_retracted
  const adopted = outcome.status !== 'rejected' && !retracted
  const reason = adopted ? null : retracted ? 'its source was retracted' : outcome.reason
  const status = retracted ? 'rejected' : outcome.status
  parts.store.claims.setVerification(node.claim.id, status, adopted, reason)
  if (outcome.status === 'verified' && outcome.trust === 'LOW') promoteDomain(parts, node, outcome.reason, stamp)
}

/** Its own source and every independent source whose counted evidence supports it. */
export function independentSources(parts: GraphParts, node: ClaimNode): ReadonlySet<string> {
  const groups = new Set([node.group])
  for (const edge of node.evidence) {
    if (edge.relation === 'supports' && counts(parts, edge)) groups.add(sourceGroup(edge.page, edge.fragment))
  }
  return groups
}

function worstSide(node: ClaimNode, disputes: readonly Dispute[]): Exclude<VerificationStatus, 'pending'> | null {
  const sides = disputes.flatMap((dispute) => {
    if (dispute.row.claim_id === node.claim.id) return [dispute.claimSide]
    if (dispute.row.opposing_claim_id === node.claim.id) return [dispute.opposingSide]
    return []
  })
  return (['rejected', 'contested', 'verified'] as const).find((side) => sides.includes(side)) ?? null
}
