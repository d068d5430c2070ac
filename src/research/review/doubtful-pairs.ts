import { STANCE_RELATIONS, type StanceRelation } from '../../domain/claim.ts'
import type { EvidenceEdge } from '../../store/types.ts'
import { type FoundItem, measured } from './found-item.ts'
import type { ReviewGraph } from './review-graph.ts'
import type { TaskOdds } from './task-odds.ts'
import type { VerdictOdds } from './verdict-odds.ts'
import { corrected, ifJudged } from './what-if.ts'

/** Verdicts less probable than this are not tried: most pairs of a task are plainly neutral. */
const LEAST_PROBABLE = 0.1

/** What would be otherwise is computed for so many, the doubtfullest first: nobody reads further. */
const MOST_TRIED = 1000

/** The verdicts on pairs that no person has looked at, with what the other verdicts would change. */
export function doubtfulPairs(graph: ReviewGraph, oddsOf: TaskOdds): readonly FoundItem[] {
  const asked = [...graph.nodes.values()].flatMap(({ claim, evidence }) => {
    const findingId = graph.findingOf.get(claim.id) ?? null
    return evidence.flatMap((edge): readonly Asked[] => {
      if (edge.human_corrected) return []
      const odds = oddsOf(edge)
      const others = STANCE_RELATIONS.filter((to) => to !== edge.relation && odds[to] >= LEAST_PROBABLE)
      return others.length === 0 ? [] : [{ edge, claimText: claim.claim_text, findingId, odds, others }]
    })
  })
  return mostDoubtful(asked).flatMap((one) => itemOf(graph, one))
}

interface Asked {
  readonly edge: EvidenceEdge
  readonly claimText: string
  readonly findingId: string | null
  readonly odds: VerdictOdds
  /** The verdicts that are worth trying. */
  readonly others: readonly StanceRelation[]
}

function mostDoubtful(asked: readonly Asked[]): readonly Asked[] {
  if (asked.length <= MOST_TRIED) return asked
  const doubt = ({ others, odds }: Asked) => others.reduce((sum, to) => sum + odds[to], 0)
  return asked
    .map((one) => ({ one, doubt: doubt(one) }))
    .sort((a, b) => b.doubt - a.doubt || (a.one.edge.id < b.one.edge.id ? -1 : 1))
    .slice(0, MOST_TRIED)
    .map(({ one }) => one)
}

function itemOf(graph: ReviewGraph, { edge, claimText, findingId, odds, others }: Asked): readonly FoundItem[] {
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
