import type { ReviewItem } from '../../store/reviews.ts'
import type { FindingChange } from './what-if.ts'

/** An item before it has its place. */
export type FoundItem = Omit<ReviewItem, 'place'>

/** A changed status weighs as much as this change of confidence. */
const STATUS_WEIGHT = 0.5
/** And so does a dispute with another finding that begins or ends. */
const DISPUTE_WEIGHT = 0.5
/** What is far from the question weighs half of what answers it. */
const FAR = 0.5
/** From this probability on another verdict is one that a decision hangs on. */
const CONSIDERABLE = 0.1

/** Another verdict, how probable it is, and what the findings would be by it. */
export interface Alternative {
  readonly to: string
  readonly probability: number
  readonly changes: readonly FindingChange[]
}

/**
 * REQ 2.1.2: a measure, not advice. The expected change: the probability of each other verdict times what it would
 * change of the findings, those that answer the question weighing more.
 */
export function measured(alternatives: readonly Alternative[]): Pick<FoundItem, 'score' | 'changes' | 'decides'> {
  const score = alternatives.reduce(
    (sum, { probability, changes }) => sum + probability * changes.reduce((all, one) => all + sizeOf(one), 0),
    0,
  )
  return {
    score,
    changes: alternatives.flatMap(({ to, probability, changes }) =>
      changes
        .filter((one) => sizeOf(one) > 0)
        .map(({ before, confidence, status }) => ({ to, probability, finding_id: before.id, confidence, status })),
    ),
    decides: [
      ...new Set(
        alternatives
          .filter(({ probability }) => probability >= CONSIDERABLE)
          .flatMap(({ changes }) => changes.filter(isDecision).map(({ before }) => before.id)),
      ),
    ],
  }
}

function isDecision({ before, status, disputes }: FindingChange): boolean {
  return before.verification_status !== status || disputes > 0
}

function sizeOf(change: FindingChange): number {
  const { before, confidence, status, disputes } = change
  const turned = (before.verification_status === status ? 0 : STATUS_WEIGHT) + DISPUTE_WEIGHT * disputes
  const moved = Math.abs(confidence - before.confidence) + turned
  return moved * (FAR + (1 - FAR) * before.rank_score)
}
