import { stableId } from '../../domain/ids.ts'
import { dot } from '../../domain/vector.ts'
import type { EvidenceEdge } from '../../store/types.ts'
import type { ClaimNode } from '../graph/task-graph.ts'
import { type FoundItem, measured } from './found-item.ts'
import type { ReviewedFinding, ReviewGraph } from './review-graph.ts'
import { corrected, ifJudged } from './what-if.ts'

/** Findings that decide an answer: the first of them. */
const DECISIVE = 20
/** Sentences less alike than this hardly ever speak of one thing. */
const NEAR = 0.5
/** Of each decisive finding the nearest claims that nobody judged it by. */
const OF_EACH = 3
/** What such a pair is at most, at full likeness; measured on nothing, so that judged pairs come first. */
const PRIOR = { supports: 0.15, refutes: 0.1 } as const

/** Claims near a decisive finding whose passage nobody ever judged it by. */
export function unjudgedPairs(graph: ReviewGraph): readonly FoundItem[] {
  const vectors = graph.parts.store.findings.vectors(graph.taskId)
  const decisive = [...graph.findings.values()].slice(0, DECISIVE)
  return decisive.flatMap((finding) => nearest(graph, finding, vectors).map((pair) => itemOf(graph, finding, pair)))
}

interface NearPair {
  readonly shown: ClaimNode
  readonly other: ClaimNode
  readonly likeness: number
}

function nearest(
  graph: ReviewGraph,
  { finding, members }: ReviewedFinding,
  vectors: ReadonlyMap<string, Float32Array>,
): readonly NearPair[] {
  const shown = graph.nodes.get(finding.claim_id)
  const own = vectors.get(finding.claim_id)
  if (shown === undefined || own === undefined) return []
  const judgedBy = new Set(members.flatMap((member) => member.evidence.map((edge) => edge.fragment.id)))
  const ids = new Set(members.map(({ claim }) => claim.id))
  return [...graph.nodes.values()]
    .filter((node) => !ids.has(node.claim.id) && !judgedBy.has(node.fragment.id) && !isSameText(shown, node))
    .flatMap((other) => {
      const vector = vectors.get(other.claim.id)
      const likeness = vector === undefined ? 0 : dot(own, vector)
      return likeness >= NEAR ? [{ shown, other, likeness }] : []
    })
    .sort((a, b) => b.likeness - a.likeness || (a.other.claim.id < b.other.claim.id ? -1 : 1))
    .slice(0, OF_EACH)
}

/** The same page, paper or story says nothing of its own. */
function isSameText({ page: one }: ClaimNode, { page: other }: ClaimNode): boolean {
  if (one.id === other.id || (one.work_id !== null && one.work_id === other.work_id)) return true
  return one.narrative_id != null && one.narrative_id === other.narrative_id
}

function itemOf(graph: ReviewGraph, { finding }: ReviewedFinding, { shown, other, likeness }: NearPair): FoundItem {
  const edge = edgeBetween(shown, other)
  const odds = { supports: PRIOR.supports * likeness, refutes: PRIOR.refutes * likeness }
  const alternatives = (['supports', 'refutes'] as const).map((to) => ({
    ...{ to, probability: odds[to] },
    changes: ifJudged(graph, corrected(edge, to)),
  }))
  return {
    kind: 'unjudged',
    target_id: other.fragment.id,
    claim_id: shown.claim.id,
    fragment_id: other.fragment.id,
    finding_id: finding.id,
    sentence: edge.rationale ?? '',
    claim_text: shown.claim.claim_text,
    domain: other.page.domain,
    verdict: null,
    probability: null,
    ...measured(alternatives),
    copies: [],
  }
}

function edgeBetween({ claim }: ClaimNode, { fragment, page, claim: other }: ClaimNode): EvidenceEdge {
  return {
    id: stableId('edge', fragment.id, claim.id, 'stance'),
    source_type: 'fragment',
    source_id: fragment.id,
    target_type: 'claim',
    target_id: claim.id,
    relation: 'neutral',
    nli_label: null,
    nli_confidence: null,
    rationale: fragment.text_content.slice(other.span_start, other.span_end),
    citation_source: null,
    is_influential: false,
    human_corrected: false,
    created_at: other.created_at,
    cause_id: other.cause_id,
    fragment,
    page,
  }
}
