import { isoTime } from '../domain/clock.ts'
import type { Fragment } from '../domain/page.ts'
import type { Store } from '../store/types.ts'
import { PRIORITIES } from '../work/scheduler.ts'
import type { SearchJobs } from './jobs/search-jobs.ts'
import type { SearchRun } from './parts.ts'
import { identifiersLeft } from './stages/academic.ts'
import type { SavedPaper } from './stages/papers.ts'

/** What a search leaves to be done after its answer. */
export interface LeftForLater {
  readonly papers: readonly SavedPaper[]
  /** Fragments the answer was measured by. */
  readonly kept: readonly Fragment[]
}

/** A search that waits goes first. */
const AFTER_SEARCHES = PRIORITIES.embed
/** A replay without recorded order has none but this: a search, its citations, the next search. */
const BEFORE_SEARCHES = PRIORITIES.serp + 1

/**
 * TRUST phase 5 after the answer: a job for the citations of the search's papers, in the transaction that ends the
 * search, so that a crash loses neither; also for the identifiers that were too many to look up before it (phase 3).
 * Nothing is queued without either, or when no pages may be added.
 */
export function queueCitations(
  run: SearchRun,
  jobs: SearchJobs,
  { papers, kept }: LeftForLater,
  order: 'as recorded' | 'as it comes',
): void {
  const { store, sources, settings, clock } = run.parts
  const wanted = new Map(papers.flatMap((paper) => (paper.pageId === null ? [] : [[paper.pageId, paper.work.id]])))
  const lists = sources.some((source) => source.references !== undefined || source.citations !== undefined)
  const identifiers = identifiersLeft(run)
  const hasWork = (wanted.size > 0 && lists) || identifiers.length > 0
  if (!hasWork || settings.sources.citation_pages === 0) return
  const causeId = store.events.append({
    kind: 'citations_queued',
    taskId: run.task.id,
    subjectType: 'search',
    subjectId: run.row.id,
    data: { papers: wanted.size, identifiers: identifiers.length },
    causeId: run.causeId,
  })
  const first = settings.replay !== '' && order === 'as it comes'
  jobs.add({ ...run.row, cause_id: causeId, started_at: isoTime(clock) }, first ? BEFORE_SEARCHES : AFTER_SEARCHES, {
    papers: [...wanted].map(([page_id, work_id]) => ({ page_id, work_id })),
    identifiers: [...identifiers],
    kept: kept.map((fragment) => fragment.id),
    enriched: [...run.enriched],
    out_of_budget: run.outOfBudget,
  })
}

/** Searches of the task whose citations are still to be followed, by whichever process. */
export function citationsPending(store: Store, taskId: string): number {
  return store.jobs.openOfTask(taskId).filter((job) => job.kind === 'citations').length
}
