import type { Fragment } from '../domain/page.ts'
import { ratingWeight } from '../domain/rating.ts'
import type { Store } from '../store/types.ts'
import type { SearchCall } from './search-call.ts'

/**
 * FEEDBACK 5: what a person rated before the search began weighs in its ranking; the fragment's own rating, else that
 * of its page. It is no evidence and changes no confidence.
 */
export function ratingWeights(
  { people }: Pick<Store, 'people'>,
  { taskId, causeId }: Pick<SearchCall, 'taskId' | 'causeId'>,
): (fragment: Pick<Fragment, 'id' | 'page_id'>) => number {
  const rated = Map.groupBy(people.feedback.ratings(taskId, causeId), (row) => row.target_id)
  return ({ id, page_id }) => ratingWeight((rated.get(id) ?? rated.get(page_id) ?? []).map(({ rating }) => rating))
}
