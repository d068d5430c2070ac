import { RESOURCE_TOKENS } from '../api/fields.ts'
import { graphUri } from '../api/resource-uris.ts'
import { estimateTokens } from '../domain/token-estimate.ts'
import { UNTRUSTED_GRAPH_FIELDS } from '../guard/l5-response-meta.ts'
import { readFindings } from '../research/findings/read-findings.ts'
import { foundClaim, statusReason } from '../research/found-claim.ts'
import { type ClaimNode, type GraphParts, loadTaskGraph } from '../research/graph/task-graph.ts'

interface GraphPage {
  readonly json: string
  /** Address of the page that follows. */
  readonly next: string | null
}

/**
 * A page of the task's part of the graph as JSON: claims by their findings, what answers the question first, then
 * citations between pages. Cut between entries, so that it always parses and nothing is lost between two pages.
 */
export function graphJson(parts: GraphParts, taskId: string, from = 0, tokens = RESOURCE_TOKENS): GraphPage {
  const findings = readFindings(parts, taskId, loadTaskGraph(parts, taskId))
  const nodes = findings.flatMap(({ id, members }) => members.map((node) => ({ ...node, findingId: id })))
  const citations = parts.store.edges
    .citationsAmong(parts.store.pages.ofTask(taskId).map((page) => page.id))
    .map((edge) => ({ citing_page_id: edge.source_id, cited_page_id: edge.target_id, source: edge.citation_source }))
  const claimOf = claimEntries(parts, taskId)
  const page: { readonly claims: unknown[]; readonly citations: unknown[] } = { claims: [], citations: [] }
  const total = nodes.length + citations.length
  let used = 0
  let at = Math.min(from, total)
  for (; at < total; at += 1) {
    const node = nodes[at]
    const entry = node === undefined ? citations[at - nodes.length] : claimOf(node)
    used += estimateTokens(JSON.stringify(entry))
    // One entry always fits, so that every page leads on.
    if (used > tokens && at > from) break
    if (node === undefined) page.citations.push(entry)
    else page.claims.push(entry)
  }
  const next = at < total ? graphUri(taskId, at) : null
  const counts = { total_findings: findings.length, total_claims: nodes.length, total_citations: citations.length }
  const json = JSON.stringify({ untrusted_fields: UNTRUSTED_GRAPH_FIELDS, task_id: taskId, ...counts, next, ...page })
  return { json, next }
}

interface ClaimOfFinding extends ClaimNode {
  readonly findingId: string
}

function claimEntries(parts: GraphParts, taskId: string): (node: ClaimOfFinding) => unknown {
  const contradictions = parts.store.claims.contradictions(taskId)
  return (node) => {
    const { source_trust_level, verification_details, notes = [] } = foundClaim(parts, node, contradictions)
    return {
      id: node.claim.id,
      finding_id: node.findingId,
      text: node.claim.claim_text,
      confidence: node.claim.confidence,
      status: node.claim.verification_status,
      ...statusReason(node.claim),
      adopted: node.claim.adopted,
      no_refutation_found: node.claim.no_refutation_found,
      source: { fragment_id: node.fragment.id, page_id: node.page.id, url: node.page.url },
      source_trust_level,
      verification_details,
      ...(notes.length === 0 ? {} : { notes }),
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
  }
}
