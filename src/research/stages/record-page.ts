import { isoTime } from '../../domain/clock.ts'
import type { Outcome } from '../../domain/outcome.ts'
import type { Page } from '../../domain/page.ts'
import type { PageFetch } from '../../net/types.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'
import type { FetchCandidate } from './fetch-candidate.ts'

export type RecordDeps = Pick<ResearchParts, 'store' | 'clock'>

interface PageRecord {
  readonly page: Page | null
  readonly outcome: Outcome
  readonly reason: string | null
  readonly attempts: PageFetch['attempts']
  /** It uses up one of the task's pages. */
  readonly counts: boolean
}

/** What became of an address, in the pages of the search and in the event log. */
export function recordPage(
  { store, clock }: RecordDeps,
  { taskId, searchId, causeId }: SearchCall,
  { url, foundBy }: FetchCandidate,
  { page, outcome, reason, attempts, counts }: PageRecord,
): void {
  store.write(() => {
    store.searches.savePage({
      query_id: searchId,
      url,
      page_id: page?.id ?? null,
      found_by: foundBy,
      outcome,
      reason,
      attempts,
      counts_toward_budget: counts,
      cause_id: causeId,
    })
    store.events.append({
      kind: 'page_read',
      taskId,
      subjectType: 'url',
      subjectId: url,
      data: { outcome, reason, page_id: page?.id ?? null, at: isoTime(clock) },
      causeId,
    })
  })
}
