import { ordersAcross, screenFields } from '../../guard/l2-page-screen.ts'
import type { PageChange, PageHistory } from '../../net/types.ts'
import type { SearchRun } from '../parts.ts'
import { reportDanger } from './report-danger.ts'

/**
 * L2 (REQ 4.4.1): headings of archived versions come into the timeline of a claim (REQ 3.1.6) without being fragments
 * of the page.
 */
export function screenHistory(
  run: SearchRun,
  page: { readonly id: string; readonly url: string },
  history: PageHistory,
): PageHistory {
  const safe = (headings: readonly string[]) => safeHeadings(run, page, headings)
  const changes = history.changes.map(
    (change): PageChange => ({
      ...change,
      headings_added: safe(change.headings_added),
      headings_removed: safe(change.headings_removed),
    }),
  )
  return { ...history, changes }
}

/** One by one, and together: what one heading begins, the next may go on with. */
function safeHeadings(
  run: SearchRun,
  page: { readonly id: string; readonly url: string },
  headings: readonly string[],
): readonly string[] {
  const alone = headings.map((heading) => screenFields({ heading }))
  const across = ordersAcross(headings)
  const spread = across.map(({ finding }) => ({ ...finding, part: 'heading' }))
  const findings = [...alone.flatMap((one) => one.findings), ...spread]
  reportDanger(run, page, { findings, isDangerous: across.length > 0 || alone.some((one) => one.isDangerous) })
  return alone.flatMap(({ safe }, index) =>
    safe.heading === null || across.some(({ first, last }) => index >= first && index <= last) ? [] : [safe.heading],
  )
}
