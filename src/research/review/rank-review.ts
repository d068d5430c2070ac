import { samePairKey } from '../../domain/same-pair.ts'
import type { ReviewCounts, ReviewItem } from '../../store/reviews.ts'
import type { RecomputeParts } from '../graph/recompute.ts'
import { doubtfulBlocks } from './doubtful-blocks.ts'
import { claimsWithoutReferent, doubtfulMerges } from './doubtful-claims.ts'
import { doubtfulPairs } from './doubtful-pairs.ts'
import type { FoundItem } from './found-item.ts'
import { ODDS_WEIGHTS } from './odds-weights.ts'
import { type ReviewGraph, readReviewGraph } from './review-graph.ts'
import { type OddsWeights, taskOdds } from './task-odds.ts'
import { unjudgedPairs } from './unjudged-pairs.ts'
import { type WebOfVerdicts, webOfVerdicts } from './web-of-verdicts.ts'

export interface ReviewQueue {
  readonly items: readonly ReviewItem[]
  readonly counts: ReviewCounts
}

/** Less than this moves nothing that a reader would see. */
const LEAST_SCORE = 0.002
const MOST_ITEMS = 5000

/** FEEDBACK 1: what to look at, what a correction would change most first. The same graph gives the same order. */
export function rankReview(parts: RecomputeParts, taskId: string, weights: OddsWeights = ODDS_WEIGHTS): ReviewQueue {
  const graph = readReviewGraph(parts, taskId)
  const web = webOfVerdicts(graph)
  const found = [
    ...matterByMatter(graph, web, onePerCluster(doubtfulPairs(graph, taskOdds(graph, web, weights)))),
    ...unjudgedPairs(graph),
    ...doubtfulMerges(graph),
    ...claimsWithoutReferent(graph),
    ...doubtfulBlocks(graph),
  ]
  const items = found
    .filter(({ score }) => score >= LEAST_SCORE)
    .sort(byScore)
    .slice(0, MOST_ITEMS)
    .map((item, index) => ({ ...item, place: index + 1 }))
  const deciding = items.filter(({ decides }) => decides.length > 0)
  const decisions = new Set(deciding.flatMap(({ decides }) => decides)).size
  return { items, counts: { decisions, pairs: deciding.length } }
}

function byScore(a: FoundItem, b: FoundItem): number {
  return b.score - a.score || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0) || (a.target_id < b.target_id ? -1 : 1)
}

/** What is left to be told by another pair of a matter that was answered. */
const LATER = 0.3

/** Of the pairs of one matter each but the weightiest counts as if those before it were answered. */
function matterByMatter(graph: ReviewGraph, web: WebOfVerdicts, items: readonly FoundItem[]): readonly FoundItem[] {
  const edges = new Map([...graph.nodes.values()].flatMap(({ evidence }) => evidence.map((edge) => [edge.id, edge])))
  const matters = Map.groupBy(items, ({ target_id: id }) => {
    const edge = edges.get(id)
    return edge === undefined ? id : web.matterOf(edge)
  })
  return [...matters.values()].flatMap((matter) =>
    matter.toSorted(byScore).map((item, at) => ({ ...item, score: item.score * LATER ** at })),
  )
}

/** Copies of one sentence against one claim text are judged once: the weightiest stands for all of them. */
function onePerCluster(items: readonly FoundItem[]): readonly FoundItem[] {
  const clusters = Map.groupBy(items, ({ sentence, claim_text: claim }) => samePairKey(sentence, claim))
  return [...clusters.values()].flatMap((cluster) => {
    const [first, ...others] = cluster.toSorted(byScore)
    if (first === undefined) return []
    return [
      {
        ...first,
        score: cluster.reduce((sum, { score }) => sum + score, 0),
        changes: cluster.flatMap(({ changes }) => changes),
        decides: [...new Set(cluster.flatMap(({ decides }) => decides))],
        copies: others.map(({ target_id: id }) => id).sort(),
      },
    ]
  })
}
