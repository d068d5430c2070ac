import type { Outcome } from '../../domain/outcome.ts'
import type { Page } from '../../domain/page.ts'
import type { SearchRow } from '../../domain/task.ts'
import { unsatisfiedQueries } from '../../research/budget.ts'
import type { SearchPageRow, Store } from '../../store/types.ts'

/** What is not known: searches without enough sources, and pages that could not be read. */
export interface Gaps {
  /** The last search of each query that no search has satisfied. */
  readonly unsatisfied: readonly SearchRow[]
  /** Pages that could not be read, by the reason. */
  readonly unread: readonly { readonly outcome: Outcome; readonly rows: readonly SearchPageRow[] }[]
}

export function collectGaps(
  { searches }: Pick<Store, 'searches'>,
  rows: readonly SearchRow[],
  pages: readonly Page[],
): Gaps {
  const read = new Set(pages.map((page) => page.url))
  const looked = rows.flatMap((search) => searches.pagesOf(search.id))
  const unread = [
    ...new Map(
      looked.filter((row) => row.page_id === null && !read.has(row.url)).map((row) => [row.url, row]),
    ).values(),
  ]
  const groups = Map.groupBy(unread, ({ outcome }) => outcome)
  return {
    unsatisfied: unsatisfiedQueries(rows).flatMap((query) => rows.findLast((row) => row.query === query) ?? []),
    unread: [...groups]
      .map(([outcome, found]) => ({ outcome, rows: found }))
      .sort((a, b) => b.rows.length - a.rows.length || (a.outcome < b.outcome ? -1 : 1)),
  }
}
