import { byConfidence } from '../../domain/claim-order.ts'
import type { Confidence } from '../../domain/confidence.ts'
import { type Finding, type FindingSource, findingRank, findingStatus } from '../../domain/finding.ts'
import { stableId } from '../../domain/ids.ts'
import { trustIndex } from '../../domain/trust.ts'
import type { EvidenceEdge } from '../../store/types.ts'
import { weighClaim } from '../graph/claim-confidence.ts'
import { type DisputeParts, disputeOf } from '../graph/dispute.ts'
import { lostAgainst } from '../graph/lost-evidence.ts'
import { isVouchedFor } from '../graph/origins.ts'
import { type ClaimNode, counts, type WeighedEdge } from '../graph/task-graph.ts'
import { originsOf } from './origins.ts'
import { evidenceFromOthers, isItsSentence } from './relate-claims.ts'

export type SummaryParts = DisputeParts & {
  readonly damping: (taskId: string) => ReadonlyMap<string, number>
  readonly causeId: string
}

export interface Summary {
  readonly finding: Finding
  readonly sources: readonly FindingSource[]
  /** What the confidence is the sum of. */
  readonly weighed: Confidence
  readonly evidence: readonly EvidenceEdge[]
}

/** A claim that says the same supports it about as surely as the judge would say. */
const SAYS_THE_SAME = 0.8

/** What all evidence of its claims together makes of a finding. Of one claim it makes what it makes of the claim. */
export function summariseFinding(
  parts: SummaryParts,
  members: readonly ClaimNode[],
  relevance: ReadonlyMap<string, number>,
): Summary | null {
  const shown = representative(parts, members)
  const [first] = members
  if (shown === undefined || first === undefined) return null
  const evidence = [...judged(parts, members), ...membersAsEvidence(members, shown)]
  const counted = evidence.filter((edge) => counts(parts, edge))
  const itself = { page: shown.page, fragment: shown.fragment, sentence: sentenceOf(shown) }
  const sources = originsOf([
    ...(shown.own_of === undefined ? [{ ...itself, relation: 'supports' as const }] : []),
    ...counted.map(({ page, fragment, rationale, relation }) => ({
      page,
      fragment,
      sentence: rationale ?? '',
      relation,
    })),
  ])
  const origins = (relation: FindingSource['relation']) =>
    new Set(sources.filter((source) => source.relation === relation).map(({ origin }) => origin)).size
  const sum = weighClaim(parts, { ...shown, evidence })
  const confidence = sum.value
  const near = members.flatMap(({ claim }) => relevance.get(claim.id) ?? [])
  const weighed = {
    confidence,
    supporting_sources: origins('supports'),
    refuting_sources: origins('refutes'),
    relevance: near.length === 0 ? null : Math.max(...near),
  }
  const status = findingStatus({
    statuses: members.map(({ claim }) => claim.verification_status),
    supportingSources: weighed.supporting_sources,
    vouched: isVouchedFor(parts, { ...shown, evidence }),
    confidence,
  })
  const finding: Finding = {
    id: stableId('find', first.claim.task_id, first.claim.id),
    task_id: first.claim.task_id,
    claim_id: shown.claim.id,
    ...weighed,
    verification_status: status,
    rank_score: findingRank({ ...weighed, verification_status: status }),
    cause_id: parts.causeId,
  }
  return { finding, sources, weighed: sum, evidence }
}

/**
 * Of the claims that were not set aside one in the language of the question, where there is one, and a sentence before
 * a row of a table, which nobody understands alone; of these that of the most trusted source, of equals the surest,
 * then the best extracted.
 */
function representative({ store, trust }: SummaryParts, members: readonly ClaimNode[]): ClaimNode | undefined {
  const asked = store.tasks.get(members[0]?.claim.task_id ?? '')?.language ?? null
  const isAsked = ({ claim }: ClaimNode) => Number(claim.language === asked)
  const isSentence = ({ fragment }: ClaimNode) => Number(fragment.fragment_type !== 'table')
  const level = (node: ClaimNode) => trustIndex(trust.ofPage(node.page).level)
  return [...members].sort(
    (a, b) =>
      Number(b.claim.adopted) - Number(a.claim.adopted) ||
      isAsked(b) - isAsked(a) ||
      isSentence(b) - isSentence(a) ||
      level(b) - level(a) ||
      byConfidence(a.claim, b.claim),
  )[0]
}

/**
 * Edges of all members. What one member's sentence says of another is told by `membersAsEvidence`, and a passage that
 * was itself set aside (rejected, withdrawn) speaks against nobody.
 */
function judged(parts: SummaryParts, members: readonly ClaimNode[]): readonly SidedEdge[] {
  const lost = new Set(members.flatMap((node) => [...lostAgainst(parts, node, disputeOf(parts, node)).keys()]))
  return evidenceFromOthers(members)
    .filter(takesSide)
    .filter((edge) => !lost.has(edge.id))
    .filter((edge) => edge.relation === 'supports' || !isSetAside(parts, members[0], edge))
}

function isSetAside({ store }: SummaryParts, member: ClaimNode | undefined, edge: EvidenceEdge): boolean {
  const said = store.claims
    .fromFragment(member?.claim.task_id ?? '', edge.fragment.id)
    .filter((claim) => isItsSentence({ claim, fragment: edge.fragment }, edge.rationale))
  return said.length > 0 && said.every((claim) => !claim.adopted)
}

type SidedEdge = WeighedEdge & { readonly relation: 'supports' | 'refutes' }

function takesSide(edge: WeighedEdge): edge is SidedEdge {
  return edge.relation !== 'neutral'
}

function membersAsEvidence(members: readonly ClaimNode[], shown: ClaimNode): readonly SidedEdge[] {
  return members
    .filter((node) => node !== shown)
    .map((node) => ({
      id: stableId('edge', node.fragment.id, shown.claim.id, 'same'),
      source_type: 'fragment',
      source_id: node.fragment.id,
      target_type: 'claim',
      target_id: shown.claim.id,
      relation: 'supports',
      nli_label: null,
      nli_confidence: SAYS_THE_SAME,
      rationale: sentenceOf(node),
      citation_source: null,
      is_influential: false,
      human_corrected: false,
      created_at: node.claim.created_at,
      cause_id: node.claim.cause_id,
      fragment: node.fragment,
      page: node.page,
      ...(node.own_of === undefined ? {} : { own_of: node.own_of }),
    }))
}

function sentenceOf({ claim, fragment }: ClaimNode): string {
  return fragment.text_content.slice(claim.span_start, claim.span_end)
}
