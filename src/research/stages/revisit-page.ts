import { isoTime } from '../../domain/clock.ts'
import { isSuccess, type Outcome } from '../../domain/outcome.ts'
import type { Page } from '../../domain/page.ts'
import { lastSeen, PAGE_GONE, PAGE_REVISITED } from '../../domain/page-change.ts'
import type { PageFetch } from '../../net/types.ts'
import type { SearchCall } from '../search-call.ts'
import type { FetchCandidate } from './fetch-candidate.ts'
import { type RecordDeps, recordPage } from './record-page.ts'

/** The page as an earlier search read it; null when this is its first reading. */
export function readBefore({ store }: Pick<RecordDeps, 'store'>, { url }: FetchCandidate): Page | null {
  const page = store.pages.byUrl(url)
  return page !== null && isSuccess(page.outcome) && page.route !== 'api' ? page : null
}

/** The server says that nothing changed: one small exchange, and the page is fresh again. It costs no page. */
export function confirmPage(
  deps: RecordDeps,
  call: SearchCall,
  candidate: FetchCandidate,
  page: Page,
  attempts: PageFetch['attempts'],
): void {
  deps.store.write(() => {
    deps.store.pages.confirm(page.id, isoTime(deps.clock))
    const reason = `unchanged since ${lastSeen(page)}`
    recordPage(deps, call, candidate, { page, outcome: 'not_modified', reason, attempts, counts: false })
    noteRevisit(deps, call, page, 'not_modified')
  })
}

/** What was read before stays: it is in the archive. Returns the reason that is noted with the search. */
export function keepOldPage(deps: RecordDeps, call: SearchCall, page: Page, outcome: Outcome): string {
  const { taskId, searchId, causeId } = call
  noteRevisit(deps, call, page, outcome)
  if (outcome === 'gone' || outcome === 'not_found')
    deps.store.events.append({
      kind: PAGE_GONE,
      taskId,
      subjectType: 'page',
      subjectId: page.id,
      data: { search_id: searchId, last_seen: lastSeen(page), outcome },
      causeId,
    })
  return `kept as seen at ${lastSeen(page)}; asked for again: ${outcome}`
}

/** From these events a replay knows which pages were asked for again, and when. */
export function noteRevisit({ store }: RecordDeps, call: SearchCall, page: Page, outcome: Outcome): void {
  const { taskId, searchId, causeId } = call
  const data = { search_id: searchId, url: page.url, outcome }
  store.events.append({ kind: PAGE_REVISITED, taskId, subjectType: 'page', subjectId: page.id, data, causeId })
}
