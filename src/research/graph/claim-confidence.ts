import {
  type Confidence,
  claimConfidence,
  type EvidenceWeight,
  fragmentReliability,
  reliabilityParts,
  spanStrength,
  supportStrength,
} from '../../domain/confidence.ts'
import type { EvidenceEdge } from '../../store/types.ts'
import { groupSources, sourceGroup } from './source-group.ts'
import { type ClaimNode, exclusionReason, type GraphParts } from './task-graph.ts'

/** The confidence of a claim (GRAPH 4.1) over its independent sources. */
export function weighClaim(
  parts: Pick<GraphParts, 'trust'> & { readonly damping: (taskId: string) => ReadonlyMap<string, number> },
  node: ClaimNode,
  settled: ReadonlyMap<string, string> = new Map(),
): Confidence {
  // REQ 3.3.3: pages that cite each other in a circle weigh less.
  const damping = parts.damping(node.claim.task_id)
  const taking = node.evidence.filter((edge) => edge.relation !== 'neutral')
  const reasons = new Map(taking.map((edge) => [edge.id, exclusionReason(parts, edge) ?? settled.get(edge.id) ?? null]))
  const counted = taking.filter((edge) => reasons.get(edge.id) === null)
  const groups = new Map(groupSources(counted).map((group, index) => [counted[index]?.id, group]))
  const weights = taking.flatMap((edge) =>
    weightOf(
      edge,
      groups.get(edge.id) ?? sourceGroup(edge.page, edge.fragment),
      reasons.get(edge.id) ?? null,
      damping.get(edge.page.id) ?? 1,
    ),
  )
  return claimConfidence(weights)
}

function weightOf(
  edge: EvidenceEdge,
  group: string,
  excluded: string | null,
  damping: number,
): readonly EvidenceWeight[] {
  if (edge.relation === 'neutral') return []
  const features = {
    extractionMethod: edge.fragment.extraction_method,
    fragmentType: edge.fragment.fragment_type,
    quality: edge.fragment.quality_score,
    isRetracted: edge.page.is_retracted,
    span: spanStrength(edge.fragment.text_content, edge.rationale),
  }
  return [
    {
      edgeId: edge.id,
      relation: edge.relation,
      reliability: fragmentReliability(features) * damping,
      nliConfidence: strengthOf(edge),
      sourceGroup: group,
      parts: reliabilityParts(features),
      excluded: excluded ?? undefined,
    },
  ]
}

/** An outside model and a person say what they say of this pair; only the judge's own verdict is one among many. */
function strengthOf({
  relation,
  nli_confidence: said,
  nli_signals: signals,
  human_corrected: told,
}: EvidenceEdge): number {
  const probability = said ?? 0
  return relation === 'supports' && signals != null && !told ? supportStrength(probability) : probability
}
