import { UNTRUSTED_GRAPH_FIELDS } from '../guard/l5-response-meta.ts'
import { foundClaim } from '../research/found-claim.ts'
import { type GraphParts, loadTaskGraph } from '../research/graph/task-graph.ts'

/** The task's part of the graph as JSON, strongest claims first, cut at whole nodes so that it always parses. */
export function graphJson(parts: GraphParts, taskId: string, limitChars: number): string {
  const nodes = [...loadTaskGraph(parts, taskId)].sort(
    (a, b) => b.claim.confidence - a.claim.confidence || (a.claim.id < b.claim.id ? -1 : 1),
  )
  const citations = parts.store.edges
    .citationsAmong(parts.store.pages.ofTask(taskId).map((page) => page.id))
    .slice(0, CITATIONS_SHOWN)
    .map((edge) => ({ citing_page_id: edge.source_id, cited_page_id: edge.target_id, source: edge.citation_source }))
  const contradictions = parts.store.claims.contradictions(taskId)
  const claims: unknown[] = []
  let size = JSON.stringify(citations).length + ENVELOPE
  for (const node of nodes) {
    const { source_trust_level, verification_details } = foundClaim(parts, node, contradictions)
    const entry = {
      id: node.claim.id,
      text: node.claim.claim_text,
      confidence: node.claim.confidence,
      status: node.claim.verification_status,
      adopted: node.claim.adopted,
      no_refutation_found: node.claim.no_refutation_found,
      source: { fragment_id: node.fragment.id, page_id: node.page.id, url: node.page.url },
      source_trust_level,
      verification_details,
      evidence: node.evidence
        .filter((edge) => edge.relation !== 'neutral')
        .map((edge) => ({
          edge_id: edge.id,
          relation: edge.relation,
          confidence: edge.nli_confidence,
          fragment_id: edge.fragment.id,
          url: edge.page.url,
          rationale: edge.rationale,
        })),
    }
    size += JSON.stringify(entry).length + 1
    if (size > limitChars) break
    claims.push(entry)
  }
  return JSON.stringify({
    untrusted_fields: UNTRUSTED_GRAPH_FIELDS,
    task_id: taskId,
    total_claims: nodes.length,
    truncated: claims.length < nodes.length,
    claims,
    citations,
  })
}

/** Citations between pages that one answer shows. */
const CITATIONS_SHOWN = 100
/** Room for the names around the lists. */
const ENVELOPE = 500
