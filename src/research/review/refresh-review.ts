import { isoTime } from '../../domain/clock.ts'
import type { ReviewCounts } from '../../store/reviews.ts'
import type { RecomputeParts } from '../graph/recompute.ts'
import { rankReview } from './rank-review.ts'

const NAMED_AMONG = 1000
/** Tasks whose queues a query without a task's id brings up to date: the newest. */
const NEWEST = 5

/** Of the tasks that a query names, or of the newest ones where it names none. */
export function refreshNamed(parts: RecomputeParts, sql: string): void {
  const newest = parts.store.tasks.list(NAMED_AMONG)
  const named = newest.filter(({ id }) => sql.includes(id))
  for (const { id } of named.length > 0 ? named : newest.slice(0, NEWEST)) refreshReview(parts, id)
}

/** The review queue of a task, made anew where its graph has changed since. */
export function refreshReview(parts: RecomputeParts, taskId: string): ReviewCounts {
  const { store, clock } = parts
  const known = store.reviews.counts(taskId)
  if (known !== null) return known
  return store.write(() => {
    const { items, counts } = rankReview(parts, taskId)
    store.reviews.replace(taskId, items, counts, isoTime(clock))
    return counts
  })
}
