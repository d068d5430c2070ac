import { selfContained } from '../../judge/claim-subject.ts'
import type { ClaimNode } from '../graph/task-graph.ts'
import { type FoundItem, measured } from './found-item.ts'
import type { ReviewedFinding, ReviewGraph } from './review-graph.ts'
import { type FindingChange, ifWithout } from './what-if.ts'

/** How often a claim that does not name its subject is of no use; our own choice, as no labels tell it. */
const WITHOUT_REFERENT = 0.3
/** A link as strong as this was as good as the same words. */
const SURE_LINK = 0.95

/** LYRA 2.7: claims that stand in a finding by a weak link; what the finding would be without them. */
export function doubtfulMerges(graph: ReviewGraph): readonly FoundItem[] {
  const links = strongestLinks(graph)
  return [...graph.findings.values()].flatMap((known) =>
    known.members.length < 2
      ? []
      : known.members.slice(1).flatMap((member) => {
          const link = links.get(member.claim.id)
          return link === undefined || link.strength >= SURE_LINK ? [] : mergeItem(graph, known, member, link)
        }),
  )
}

interface Link {
  readonly strength: number
  readonly other: string
}

/** Of each claim the strongest link to another claim of its finding. */
function strongestLinks({ parts, taskId, findingOf }: ReviewGraph): ReadonlyMap<string, Link> {
  const strongest = new Map<string, Link>()
  const keep = (id: string, other: string, strength: number) => {
    if ((strongest.get(id)?.strength ?? 0) < strength) strongest.set(id, { strength, other })
  }
  for (const { first, second, strength } of parts.store.findings.links(taskId)) {
    if (findingOf.get(first) === undefined || findingOf.get(first) !== findingOf.get(second)) continue
    keep(first, second, strength)
    keep(second, first, strength)
  }
  return strongest
}

function mergeItem(graph: ReviewGraph, known: ReviewedFinding, member: ClaimNode, link: Link): readonly FoundItem[] {
  const decided = graph.parts.store.findings
    .corrections(graph.taskId)
    .some(({ first, second }) => [first, second].includes(member.claim.id))
  const left = ifWithout(graph, known.finding.id, member.claim.id)
  if (decided || left === null) return []
  const found = measured([{ to: 'apart', probability: 1 - link.strength, changes: [left] }])
  const said = graph.nodes.get(link.other)
  return [
    {
      ...aboutClaim(graph, member, 'merge'),
      sentence: member.claim.claim_text,
      claim_text: said?.claim.claim_text ?? '',
      verdict: 'same',
      probability: link.strength,
      ...found,
    },
  ]
}

/** Claims whose sentence leaves open of what it speaks, and that nothing before it completes. */
export function claimsWithoutReferent(graph: ReviewGraph): readonly FoundItem[] {
  return [...graph.findings.values()].flatMap(({ finding, members }) =>
    members.flatMap((member): readonly FoundItem[] => {
      const { claim } = member
      if (claim.context != null || selfContained(claim.claim_text, null) !== null) return []
      const gone: FindingChange = { before: finding, confidence: 0.5, status: 'pending', disputes: 0 }
      const left = ifWithout(graph, finding.id, claim.id) ?? gone
      const alternative = { to: 'dropped', probability: WITHOUT_REFERENT, changes: [left] }
      return [
        {
          ...aboutClaim(graph, member, 'referent'),
          sentence: sentenceBefore(member),
          claim_text: claim.claim_text,
          verdict: null,
          probability: null,
          ...measured([alternative]),
        },
      ]
    }),
  )
}

const BEFORE = 160

/** What stands before its words in the passage: there its subject may be named. */
function sentenceBefore({ claim, fragment }: ClaimNode): string {
  return fragment.text_content.slice(Math.max(0, claim.span_start - BEFORE), claim.span_start).trim()
}

function aboutClaim(
  graph: ReviewGraph,
  { claim, fragment, page }: ClaimNode,
  kind: 'merge' | 'referent',
): Pick<FoundItem, 'kind' | 'target_id' | 'claim_id' | 'fragment_id' | 'finding_id' | 'domain' | 'copies'> {
  return {
    kind,
    target_id: claim.id,
    claim_id: claim.id,
    fragment_id: fragment.id,
    finding_id: graph.findingOf.get(claim.id) ?? null,
    domain: page.domain,
    copies: [],
  }
}
