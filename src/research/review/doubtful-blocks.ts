import type { DomainBlock, EvidenceEdge } from '../../store/types.ts'
import type { ClaimNode } from '../graph/task-graph.ts'
import { type FoundItem, measured } from './found-item.ts'
import type { ReviewGraph } from './review-graph.ts'
import { verdictOdds } from './verdict-odds.ts'

/** LYRA 2.1: blocks that rest on refutations in doubt, with the claims of the task that were set aside by them. */
export function doubtfulBlocks(graph: ReviewGraph): readonly FoundItem[] {
  return graph.parts.store.domains
    .standingBlocks()
    .filter(({ kind }) => kind === 'contradictions')
    .flatMap((block) => blockItem(graph, block))
}

function blockItem(graph: ReviewGraph, block: DomainBlock): readonly FoundItem[] {
  const resting = [...graph.nodes.values()].filter(({ page }) => page.domain === block.domain)
  const [weakest] = resting
    .filter(({ claim }) => block.evidence.includes(claim.id))
    .flatMap(refutations)
    .sort((a, b) => a.probability - b.probability || (a.edge.id < b.edge.id ? -1 : 1))
  if (weakest === undefined) return []
  const freed = new Set(resting.flatMap(({ claim }) => graph.findingOf.get(claim.id) ?? []))
  const changes = [...freed].flatMap((id) => {
    const known = graph.findings.get(id)
    if (known === undefined || known.finding.verification_status !== 'rejected') return []
    return [{ before: known.finding, confidence: known.finding.confidence, status: 'pending' as const, disputes: 0 }]
  })
  const { node, edge, probability } = weakest
  return [
    {
      kind: 'block',
      target_id: block.domain,
      claim_id: node.claim.id,
      fragment_id: edge.fragment.id,
      finding_id: graph.findingOf.get(node.claim.id) ?? null,
      sentence: edge.rationale ?? edge.fragment.text_content,
      claim_text: node.claim.claim_text,
      domain: block.domain,
      verdict: 'blocked',
      probability,
      ...measured([{ to: 'lifted', probability: 1 - probability, changes }]),
      copies: [edge.id],
    },
  ]
}

interface Refutation {
  readonly node: ClaimNode
  readonly edge: EvidenceEdge
  readonly probability: number
}

function refutations(node: ClaimNode): readonly Refutation[] {
  return node.evidence
    .filter((edge) => edge.relation === 'refutes' && !edge.human_corrected)
    .map((edge) => ({ node, edge, probability: verdictOdds(edge).refutes }))
}
