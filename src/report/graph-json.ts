import { RESOURCE_TOKENS } from '../api/fields.ts'
import { graphUri } from '../api/resource-uris.ts'
import { estimateTokens } from '../domain/token-estimate.ts'
import { UNTRUSTED_GRAPH_FIELDS } from '../guard/l5-response-meta.ts'
import { readFindings } from '../research/findings/read-findings.ts'
import { foundClaim, statusReason } from '../research/found-claim.ts'
import { claimPrimarySources } from '../research/graph/claim-primary-sources.ts'
import { type ClaimNode, type GraphParts, loadTaskGraph } from '../research/graph/task-graph.ts'

interface GraphPage {
  readonly json: string
  /** Address of the page that follows. */
  readonly next: string | null
}

/**
 * A page of the task's part of the graph as JSON: claims by their findings, what answers the question first, then
 * citations between pages, then which page is the primary source of which, then what the passages name. Cut between
 * entries, so that it always parses and nothing is lost between two pages.
 */
export function graphJson(parts: GraphParts, taskId: string, from = 0, tokens = RESOURCE_TOKENS): GraphPage {
  const findings = readFindings(parts, taskId, loadTaskGraph(parts, taskId))
  const nodes = findings.flatMap(({ id, members }) => members.map((node) => ({ ...node, findingId: id })))
  const citations = parts.store.edges
    .citationsAmong(parts.store.pages.ofTask(taskId).map((page) => page.id))
    .map((edge) => ({ citing_page_id: edge.source_id, cited_page_id: edge.target_id, source: edge.citation_source }))
  const named = [...primarySources(parts, taskId), ...namedThings(parts, taskId)]
  const claimOf = claimEntries(parts, taskId)
  const page: Record<'claims' | 'citations' | 'primary_sources' | 'entities', unknown[]> = {
    ...{ claims: [], citations: [], primary_sources: [], entities: [] },
  }
  const total = nodes.length + citations.length + named.length
  let used = 0
  let at = Math.min(from, total)
  for (; at < total; at += 1) {
    const node = nodes[at]
    const cited = citations[at - nodes.length]
    const thing = named[at - nodes.length - citations.length]
    const entry = node === undefined ? (cited ?? thing) : claimOf(node)
    used += estimateTokens(JSON.stringify(entry))
    // One entry always fits, so that every page leads on.
    if (used > tokens && at > from) break
    if (node !== undefined) page.claims.push(entry)
    else if (cited !== undefined) page.citations.push(entry)
    else if (thing !== undefined && 'entity_id' in thing) page.entities.push(entry)
    else page.primary_sources.push(entry)
  }
  const next = at < total ? graphUri(taskId, at) : null
  const counts = { total_findings: findings.length, total_claims: nodes.length, total_citations: citations.length }
  const json = JSON.stringify({ untrusted_fields: UNTRUSTED_GRAPH_FIELDS, task_id: taskId, ...counts, next, ...page })
  return { json, next }
}

function primarySources({ store }: GraphParts, taskId: string) {
  return store.primarySources
    .ofPages(store.pages.ofTask(taskId).map((page) => page.id))
    .flatMap(({ page_id: of, source_page_id: id, cue }) =>
      id === null ? [] : [{ page_id: id, relation: 'primary_source_of', of_page_id: of, named_by: cue }],
    )
}

/** With the claims that come from the passages that name them. */
function namedThings({ store }: GraphParts, taskId: string) {
  const claims = Map.groupBy(store.claims.ofTask(taskId), ({ source_fragment_id: id }) => id)
  const places = Map.groupBy(store.network.named(taskId), ({ id }) => id)
  return store.entities
    .list(taskId, { from: 0, limit: MOST_ENTITIES })
    .map(({ id, kind, name, wikidata_id, mentions }) => ({
      ...{ entity_id: id, kind, name, names: store.entities.namesOf(id).map((one) => one.name), wikidata_id, mentions },
      claim_ids: (places.get(id) ?? []).flatMap(({ fragment_id: at }) =>
        (claims.get(at) ?? []).map((claim) => claim.id),
      ),
    }))
}

/** More than any task has; it comes in pages. */
const MOST_ENTITIES = 100_000

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
      ...scopeOf(parts, node.claim.id),
      no_refutation_found: node.claim.no_refutation_found,
      source: { fragment_id: node.fragment.id, page_id: node.page.id, url: node.page.url },
      source_trust_level,
      verification_details,
      ...(notes.length === 0 ? {} : { notes }),
      ...primarySourcesOf(parts, node),
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

/** Where, when, of what and of whom it is said. */
function scopeOf({ store }: GraphParts, claimId: string) {
  const scope = store.entities.scopeOf(claimId)
  const told = Object.entries(scope ?? {}).filter(([, names]) => names.length > 0)
  return told.length === 0 ? {} : { scope: Object.fromEntries(told) }
}

/** The claim carries both: where it was found and whose words that page passes on. */
function primarySourcesOf({ store }: GraphParts, node: ClaimNode) {
  const sources = claimPrimarySources(store, node).map(({ url, cue, outcome, page, passage }) => ({
    ...{ url: page?.url ?? url, page_id: page?.id ?? null, named_by: cue, outcome, says: passage?.relation ?? null },
  }))
  return sources.length === 0 ? {} : { primary_sources: sources }
}
