import type { ReviewAnswer } from '../../api/get-review.ts'
import { reviewUri } from '../../api/resource-uris.ts'
import { roundTo } from '../../domain/round-to.ts'
import { requireTask } from '../../store/require-task.ts'
import type { ReviewItem } from '../../store/reviews.ts'
import type { RecomputeParts } from '../graph/recompute.ts'
import { refreshReview } from './refresh-review.ts'

const DIGITS = 4

/** Entries of the review queue from one on, each with its finding as it stands. */
export function readReview(
  parts: RecomputeParts,
  taskId: string,
  { from, limit }: { readonly from: number; readonly limit: number },
): ReviewAnswer {
  const { store } = parts
  requireTask(store, taskId)
  const { counts, unsaved } = refreshReview(parts, taskId)
  const items = unsaved?.slice(from, from + limit) ?? store.reviews.items(taskId, from + 1, limit)
  const total = unsaved?.length ?? store.reviews.size(taskId)
  const findings = new Map(
    store.findings.many([...new Set(items.flatMap((item) => item.finding_id ?? []))]).map((one) => [one.id, one]),
  )
  const end = from + items.length
  return {
    ok: true,
    task_id: taskId,
    ...counts,
    total,
    items: items.map((item) => {
      const finding = item.finding_id === null ? undefined : findings.get(item.finding_id)
      return {
        ...rounded(item),
        finding:
          finding === undefined
            ? null
            : { confidence: roundTo(finding.confidence, DIGITS), status: finding.verification_status },
      }
    }),
    next: end < total ? reviewUri(taskId, end) : null,
  }
}

function rounded(item: ReviewItem): ReviewItem {
  return {
    ...item,
    probability: item.probability === null ? null : roundTo(item.probability, DIGITS),
    score: roundTo(item.score, DIGITS),
    changes: item.changes.map((change) => ({
      ...change,
      probability: roundTo(change.probability, DIGITS),
      confidence: roundTo(change.confidence, DIGITS),
    })),
  }
}
