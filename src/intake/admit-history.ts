import { ordersAcross, screenFields, toldOnce } from '../guard/l2-page-screen.ts'
import type { PageChange, PageHistory } from '../net/types.ts'
import type { EventStore } from '../store/types.ts'
import type { IntakeCause } from './cause.ts'
import { reportDanger } from './report-danger.ts'

interface HistoryOf {
  readonly id: string
  readonly url: string
}

/**
 * L2 (REQ 4.4.1): headings of archived versions come into the timeline of a claim (REQ 3.1.6) without being fragments
 * of the page. Returns what the reader is told.
 */
export function admitHistory(
  events: Pick<EventStore, 'audit' | 'append'>,
  page: HistoryOf,
  history: PageHistory,
  { taskId, causeId }: IntakeCause,
): readonly string[] {
  const { safe, warnings } = screenHistory(events, page, history, causeId)
  events.append({
    kind: 'page_history',
    taskId,
    subjectType: 'page',
    subjectId: page.id,
    data: { ...safe },
    causeId,
  })
  return warnings
}

function screenHistory(
  events: Pick<EventStore, 'audit'>,
  page: HistoryOf,
  history: PageHistory,
  causeId: string,
): { readonly safe: PageHistory; readonly warnings: readonly string[] } {
  const warnings: string[] = []
  const safe = (headings: readonly string[]) => {
    const screened = screenHeadings(headings)
    warnings.push(...reportDanger(events, { type: 'page', id: page.id, url: page.url }, screened, causeId))
    return screened.safe
  }
  const changes = history.changes.map(
    (change): PageChange => ({
      ...change,
      headings_added: safe(change.headings_added),
      headings_removed: safe(change.headings_removed),
    }),
  )
  return { safe: { ...history, changes }, warnings }
}

/** One by one, and together: what one heading begins, the next may go on with. */
function screenHeadings(headings: readonly string[]) {
  const alone = headings.map((heading) => screenFields({ heading }))
  const across = ordersAcross(headings)
  const spread = across.map(({ finding }) => ({ ...finding, part: 'heading' }))
  return {
    findings: toldOnce([...alone.flatMap((one) => one.findings), ...spread]),
    isDangerous: across.length > 0 || alone.some((one) => one.isDangerous),
    safe: alone.flatMap(({ safe }, index) =>
      safe.heading === null || across.some(({ first, last }) => index >= first && index <= last) ? [] : [safe.heading],
    ),
  }
}
