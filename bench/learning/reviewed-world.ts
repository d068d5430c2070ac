import { checkInput } from '../../src/api/check-input.ts'
import { feedback } from '../../src/api/feedback.ts'
import type { StanceRelation } from '../../src/domain/claim.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { submitFeedback } from '../../src/human/feedback.ts'
import { recomputeClaims } from '../../src/research/graph/recompute.ts'
import { loadTaskGraph } from '../../src/research/graph/task-graph.ts'
import { rankReview } from '../../src/research/review/rank-review.ts'
import type { OddsWeights } from '../../src/research/review/task-odds.ts'
import { verdictOdds } from '../../src/research/review/verdict-odds.ts'
import type { World } from '../worlds/load-world.ts'
import type { Played } from '../worlds/play-world.ts'
import { oracleOf, truthOf } from './oracle.ts'
import { openCopy } from './played-copy.ts'
import { type Quality, qualityOf } from './quality.ts'

/** A verdict on a pair, as it stands now. */
export interface OpenPair {
  readonly edgeId: string
  /** Null where the truth does not tell: the reader passes on, and the pair was looked at all the same. */
  readonly truth: StanceRelation | null
  /** How probable the other verdicts are, all together. */
  readonly doubt: number
}

/** A copy of a researched world that is corrected pair by pair, by the functions of the product. */
export interface ReviewedWorld extends Disposable {
  /** Pairs that nobody has looked at, in the order of their edges. */
  open(): readonly OpenPair[]
  /** The same in the order of the review queue. */
  queued(): readonly OpenPair[]
  review(pairs: readonly OpenPair[]): Promise<void>
  quality(): Quality
}

export interface ReviewOptions {
  /** Which pairs a reader is shown: all, or only those that the truth tells. */
  readonly among: 'all' | 'told'
  /** Weights of the queue's odds other than those that ship: of a fit that has not seen this world. */
  readonly weights?: OddsWeights | undefined
}

export function reviewWorld(
  world: World,
  played: Played,
  root: string,
  { among, weights }: ReviewOptions,
): ReviewedWorld {
  const { taskId } = played
  const seen = new Set<string>()
  const copy = openCopy(played, root)
  const { parts, ids, folder } = copy
  const oracle = oracleOf(world)
  const effects = {
    recompute: (claimIds: readonly string[]) => recomputeClaims(parts, claimIds, ids.next('cause')),
    archivedText: async () => null,
    judgePassage: async () => () => [],
  }
  const open = (): readonly OpenPair[] =>
    loadTaskGraph(parts, taskId).flatMap((node) =>
      node.evidence.flatMap((edge) => {
        if (edge.human_corrected || seen.has(edge.id)) return []
        const truth = truthOf(oracle, node, edge)
        const isAsked = among === 'all' || truth !== null
        return isAsked ? [{ edgeId: edge.id, truth, doubt: 1 - verdictOdds(edge)[edge.relation] }] : []
      }),
    )
  return {
    open,
    queued: () => {
      const pairs = new Map(open().map((pair) => [pair.edgeId, pair]))
      const ranked = rankReview(parts, taskId, weights).items.flatMap(({ target_id: id }) => pairs.get(id) ?? [])
      const shown = new Set(ranked.map(({ edgeId }) => edgeId))
      // What the queue leaves out is plainly judged: whoever has read all of it goes on with that.
      return [...ranked, ...[...pairs.values()].filter(({ edgeId }) => !shown.has(edgeId))]
    },
    review: async (pairs) => {
      for (const { edgeId } of pairs) seen.add(edgeId)
      const told = pairs.filter(({ truth }) => truth !== null)
      if (told.length === 0) return
      const items = told.map(({ edgeId, truth }) => ({
        ...{ action: 'correct_nli', target_id: edgeId, payload: { correct_relation: truth } },
      }))
      const input = checkInput(feedback, { task_id: taskId, action: 'list', payload: { items } })
      await submitFeedback({ ...parts, ids, log: silentLogger }, input, effects, 'assistant')
    },
    quality: () => qualityOf(world, { home: folder, taskId }),
    [Symbol.dispose]: () => copy[Symbol.dispose](),
  }
}
