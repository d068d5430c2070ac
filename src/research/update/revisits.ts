import { OUTCOMES, type Outcome } from '../../domain/outcome.ts'
import type { Page } from '../../domain/page.ts'
import { PAGE_REVISITED } from '../../domain/page-change.ts'
import type { GraphParts } from '../graph/task-graph.ts'

/** What came of asking for these pages again the last time, by page; of these searches alone where they are given. */
export function revisitsOf(
  { store }: Pick<GraphParts, 'store'>,
  pages: readonly Page[],
  searchIds?: ReadonlySet<string>,
): ReadonlyMap<string, Outcome> {
  const events = store.events.about(pages.map(({ id }) => id)).filter(({ kind }) => kind === PAGE_REVISITED)
  const asked = events.filter(({ data }) => searchIds === undefined || searchIds.has(String(data.search_id)))
  return new Map(
    asked.flatMap(({ subject_id: id, data }) => {
      const outcome = OUTCOMES.find((one) => one === data.outcome)
      return id === null || outcome === undefined ? [] : [[id, outcome] as const]
    }),
  )
}

export function isGone(outcome: Outcome): boolean {
  return outcome === 'gone' || outcome === 'not_found'
}
