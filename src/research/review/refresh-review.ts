import { isoTime } from '../../domain/clock.ts'
import type { ReviewCounts, ReviewItem } from '../../store/reviews.ts'
import { StoreBusy } from '../../store/store-error.ts'
import type { RecomputeParts } from '../graph/recompute.ts'
import { type ReviewQueue, rankReview } from './rank-review.ts'

const NAMED_AMONG = 1000
/** Tasks whose queues a query without a task's id brings up to date: the newest. */
const NEWEST = 5

/** Of the tasks that a query names, or of the newest ones where it names none. */
export function refreshNamed(parts: RecomputeParts, sql: string): void {
  const newest = parts.store.tasks.list(NAMED_AMONG)
  const named = newest.filter(({ id }) => sql.includes(id))
  for (const { id } of named.length > 0 ? named : newest.slice(0, NEWEST)) {
    const { counts, unsaved } = refreshReview(parts, id)
    if (unsaved !== null) saveForReading(parts, id, { items: unsaved, counts })
  }
}

/** SQL reads what is saved, so the queue of a moment ago is saved; the next look makes it anew. */
function saveForReading({ store, clock }: RecomputeParts, taskId: string, { items, counts }: ReviewQueue): void {
  try {
    store.write(() => {
      if (store.tasks.get(taskId) === null || store.reviews.counts(taskId) !== null) return
      store.reviews.replace(taskId, items, counts, isoTime(clock))
      store.reviews.outdate(taskId)
    })
  } catch (error) {
    if (!(error instanceof StoreBusy) || store.reviews.size(taskId) === 0) throw error
  }
}

export interface FreshReview {
  readonly counts: ReviewCounts
  /** The whole queue where it could not be saved; null where the saved one is that of the graph. */
  readonly unsaved: readonly ReviewItem[] | null
}

/**
 * The review queue of a task, made anew where its graph has changed since. Ranking takes seconds, so it is done before
 * the lock of writers is taken; while another process writes, the queue is told and not saved.
 */
export function refreshReview(parts: RecomputeParts, taskId: string): FreshReview {
  const { store, clock } = parts
  const known = store.reviews.counts(taskId)
  if (known !== null) return { counts: known, unsaved: null }
  const { items, counts, version } = store.read(() => ({ ...rankReview(parts, taskId), version: store.version() }))
  const saved = store.writeIfFree(() => {
    const isOfThisGraph = store.version() === version
    if (isOfThisGraph) store.reviews.replace(taskId, items, counts, isoTime(clock))
    return isOfThisGraph
  })
  return { counts, unsaved: saved?.value === true ? null : items }
}
