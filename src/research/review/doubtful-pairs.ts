import { STANCE_RELATIONS } from '../../domain/claim.ts'
import type { EvidenceEdge } from '../../store/types.ts'
import { type FoundItem, measured } from './found-item.ts'
import type { ReviewGraph } from './review-graph.ts'
import type { TaskOdds } from './task-odds.ts'
import type { VerdictOdds } from './verdict-odds.ts'
import { corrected, ifJudged } from './what-if.ts'

/** Verdicts less probable than this are not tried: most pairs of a task are plainly neutral. */
const LEAST_PROBABLE = 0.1

/** Every verdict on a pair that no person has looked at, with what the other verdicts would change. */
export function doubtfulPairs(graph: ReviewGraph, oddsOf: TaskOdds): readonly FoundItem[] {
  return [...graph.nodes.values()].flatMap(({ claim, evidence }) => {
    const findingId = graph.findingOf.get(claim.id) ?? null
    return evidence
      .filter((edge) => !edge.human_corrected)
      .flatMap((edge) => itemOf(graph, edge, { claimText: claim.claim_text, findingId, odds: oddsOf(edge) }))
  })
}

interface Asked {
  readonly claimText: string
  readonly findingId: string | null
  readonly odds: VerdictOdds
}

function itemOf(graph: ReviewGraph, edge: EvidenceEdge, { claimText, findingId, odds }: Asked): readonly FoundItem[] {
  const others = STANCE_RELATIONS.filter((to) => to !== edge.relation && odds[to] >= LEAST_PROBABLE)
  const alternatives = others.map((to) => ({
    ...{ to, probability: odds[to] },
    changes: ifJudged(graph, corrected(edge, to)),
  }))
  const found = measured(alternatives)
  if (found.score === 0) return []
  return [
    {
      kind: 'pair',
      target_id: edge.id,
      claim_id: edge.target_id,
      fragment_id: edge.fragment.id,
      finding_id: findingId,
      sentence: sentenceOf(edge),
      claim_text: claimText,
      domain: edge.page.domain,
      verdict: edge.relation,
      probability: odds[edge.relation],
      ...found,
      copies: [],
    },
  ]
}

function sentenceOf({ rationale, fragment }: EvidenceEdge): string {
  const words = rationale?.trim() ?? ''
  return words === '' ? fragment.text_content : words
}
